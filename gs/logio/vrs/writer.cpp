// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/writer.h"

#include <limits>

#include "gs/core/folders/replace.h"
#include "gs/logio/vrs/format/record_format.h"
#include "gs/logio/vrs/old_chunks.h"
#include "gs/logio/vrs/payload/xxhash.h"

namespace gs::logio::vrs {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::max();  // timestamp of index and description records
// Smaller indexes are stored uncompressed.
constexpr std::size_t kMinCompressedIndex = 100;

uint64_t digest_of(Bytes bytes) {
  Xxh64 hash;
  hash.update(bytes);
  return hash.digest();
}

}  // namespace

Result<Writer> Writer::create(const fs::path& target, const Description& description, const WriterOptions& options,
                              bool replace) {
  GS_CHECK(may_overwrite(target, replace));
  GS_TRY(std::vector<fs::path> old_chunks, replaceable_chunks(target, replace));
  GS_TRY(AtomicFile file, AtomicFile::create(target));
  Writer writer(std::move(file), target, options);
  writer.old_chunks_ = std::move(old_chunks);
  for (const auto& [id, tags] : description.streams) writer.streams_.push_back(id);
  GS_CHECK(writer.write_head(description));
  return writer;
}

// File header, without the index offset yet, and description record.
Result<void> Writer::write_head(const Description& description) {
  const std::vector<std::byte> payload = write_description(description);
  header_.creation_id = options_.creation_id != 0 ? options_.creation_id : digest_of(payload);
  header_.description_offset = kFileHeaderBytes;
  ByteWriter out;
  write_file_header(header_, out);
  GS_CHECK(file_.write(out.view()));
  const Bytes view = payload;
  GS_CHECK(put_record({.stream = {recordable::description_record, 0},
                       .format_version = kDescriptionVersion,
                       .timestamp = kNoTime,
                       .type = RecordType::data},
                      std::span(&view, 1)));
  return {};
}

// Appends a record; sets the two sizes in its header.
Result<void> Writer::put_record(const RecordHeader& header, std::span<const Bytes> payload) {
  uint64_t bytes = kRecordHeaderBytes;
  for (const Bytes& piece : payload) bytes += piece.size();
  if (bytes > UINT32_MAX)
    return fail(ErrorCode::limit_exceeded, "record of {} bytes is too large: a VRS record has less than 4 GiB", bytes);
  RecordHeader full = header;
  full.record_bytes = static_cast<uint32_t>(bytes);
  full.previous_bytes = previous_bytes_;
  ByteWriter out;
  write_record_header(full, out);
  std::vector<Bytes> pieces = {out.view()};
  pieces.insert(pieces.end(), payload.begin(), payload.end());
  GS_CHECK(file_.write(pieces));
  previous_bytes_ = full.record_bytes;
  return {};
}

Result<void> Writer::write(const RecordHead& head, std::span<const Bytes> parts) {
  GS_CHECK(compress_payload(options_.compression, parts, scratch_));
  return write(head, scratch_);
}

Result<void> Writer::write(const RecordHead& head, const StoredPayload& payload) {
  const uint64_t offset = file_.size();
  GS_CHECK(put_record({.stream = head.stream,
                       .format_version = head.format_version,
                       .timestamp = head.timestamp,
                       .type = head.type,
                       .codec = payload.codec,
                       .uncompressed_bytes = payload.uncompressed_bytes},
                      payload.pieces));
  records_.push_back({.timestamp = head.timestamp,
                      .offset = offset,
                      .bytes = previous_bytes_,
                      .stream = head.stream,
                      .type = head.type});
  return {};
}

Result<void> Writer::write_index_record() {
  GS_TRY(const IndexPayload index, write_index(records_, streams_, records_.size() >= kMinCompressedIndex));
  header_.index_offset = static_cast<int64_t>(file_.size());
  const Bytes payload = index.bytes;
  return put_record({.stream = {recordable::index_record, 0},
                     .format_version = kClassicIndexVersion,
                     .timestamp = kNoTime,
                     .type = RecordType::data,
                     .codec = index.uncompressed_bytes != 0 ? Codec::zstd : Codec::none,
                     .uncompressed_bytes = index.uncompressed_bytes},
                    std::span(&payload, 1));
}

Result<uint64_t> Writer::close() {
  // The header in front gets the index offset; then the file replaces the target, and chunks of the old recording are
  // removed.
  GS_CHECK(write_index_record());
  ByteWriter out;
  write_file_header(header_, out);
  GS_CHECK(file_.write_at(0, out.view()));
  const uint64_t size = file_.size();
  GS_CHECK(file_.commit());
  for (const fs::path& chunk : old_chunks_) {
    std::error_code error;
    if (!fs::remove(chunk, error) && error) return system_error("cannot remove an old chunk", chunk, error.value());
  }
  return size;
}

void add_record_format(StreamTags& tags, RecordType type, const DataLayout& layout, bool with_image,
                       uint32_t format_version) {
  // A layout without variable fields has a fixed size, which the format states.
  BlockFormat block{.type = BlockType::data_layout};
  if (layout.variable_count() == 0) block.size = layout.fixed_bytes();
  RecordFormat record{.blocks = {block}};
  if (with_image) record.blocks.push_back({.type = BlockType::image, .image = {.kind = "raw"}});
  tags.vrs[tag::record_format(type, format_version)] = to_string(record);
  tags.vrs[tag::data_layout(type, format_version, 0)] = to_json(layout);
}

StreamTags make_stream_tags(StreamId id, std::string_view flavor) {
  StreamTags tags;
  tags.vrs[tag::name] = recordable_name(id.type);
  tags.vrs[tag::flavor] = flavor;
  // Serial number of 32 hexadecimal digits, derived from id and flavor.
  const std::string identity = format("{} {}", to_string(id), flavor);
  tags.vrs[tag::serial] = format("{:016x}{:016x}", digest_of(as_bytes(identity)), digest_of(as_bytes(identity + "+")));
  return tags;
}

}  // namespace gs::logio::vrs
