// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/reader.h"

#include <algorithm>
#include <set>

#include "gs/logio/vrs/payload/compression.h"
#include "gs/logio/vrs/payload/layout_fields.h"
#include "gs/logio/vrs/recover.h"
#include "gs/logio/vrs/tags_record.h"

namespace gs::logio::vrs {

Result<Reader> Reader::open(const std::filesystem::path& path, Problems& problems) {
  GS_TRY(ChunkedFile file, ChunkedFile::open(path));
  return open_file(std::move(file), problems).with_context(path.string());
}

Result<Reader> Reader::open(Bytes file, Problems& problems) { return open_file(ChunkedFile::over(file), problems); }

Result<Reader> Reader::open_file(ChunkedFile file, Problems& problems) {
  Reader reader(std::move(file));
  std::vector<std::byte> scratch;
  GS_TRY(const Bytes head, reader.file_.read(0, kFileHeaderBytes, scratch));
  GS_TRY(reader.header_, parse_file_header(head));
  // Without the description, records can still be found, but not decoded.
  uint64_t after_description = reader.header_.file_header_bytes;
  if (auto end = reader.read_description()) {
    after_description = *end;
  } else {
    problems.add(Severity::warning, std::move(end).error().with_context("description record"));
  }
  reader.take_records(reader.load_index(after_description, problems), problems);
  return reader;
}

// Reads the description record and returns the offset behind it.
Result<uint64_t> Reader::read_description() {
  std::vector<std::byte> scratch;
  const auto offset = static_cast<uint64_t>(header_.description_offset);
  GS_TRY(const RecordHeader record, read_record_header(file_, offset, header_.record_header_bytes));
  if (record.stream.type != recordable::description_record) {
    return fail(ErrorCode::corrupt, "not found at offset {}", offset);
  }
  GS_TRY(const Bytes payload,
         file_.read(offset + header_.record_header_bytes, record.stored_bytes(header_.record_header_bytes), scratch));
  GS_TRY(description_, parse_description(payload, record.format_version));
  return offset + record.record_bytes;
}

// Reads the index, completes it or rebuilds it from the records.
Index Reader::load_index(uint64_t after_description, Problems& problems) const {
  // Offset of the first record: stated in the header, otherwise behind the description.
  const auto given = static_cast<uint64_t>(header_.first_record_offset);
  const uint64_t first = given != 0 && given <= file_.size() ? given : after_description;
  if (header_.index_offset != 0) {
    auto index = read_index(file_, header_, first);
    if (index) {
      drop_missing_records(file_, *index, problems);
      if (index->complete) return *std::move(index);
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::truncated,
                    .message = "the index is incomplete: the recording was interrupted",
                    .hint = "the other records were found by scanning"});
      rebuild_index(file_, header_, *index, problems);
      index->place = IndexPlace::rebuilt;
      return *std::move(index);
    }
    problems.add(Severity::warning, std::move(index).error().with_context("the index is unreadable and is rebuilt"));
  } else {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::truncated,
                  .message = "the file has no index: the recording was interrupted",
                  .hint = "the index was rebuilt from the records"});
  }
  Index rebuilt{.end_offset = first};
  rebuild_index(file_, header_, rebuilt, problems);
  return rebuilt;
}

// Sorts the records and merges TAGS records into the description.
void Reader::take_records(Index index, Problems& problems) {
  index_place_ = index.place;
  records_ = std::move(index.records);
  was_sorted_ = !sort_by_time(records_);
  if (!was_sorted_) {
    problems.add({.severity = Severity::notice,
                  .code = ErrorCode::invalid_data,
                  .message = "records are not stored in time order; they were sorted"});
  }
  std::erase_if(records_, [&](const RecordInfo& info) {
    if (info.type != RecordType::tags) return false;
    if (auto merged = merge_tags(info); !merged) {
      problems.add(Severity::warning, std::move(merged).error().with_context("tags record"));
    }
    return true;
  });
}

// Tags of the record take precedence over those of the description.
Result<void> Reader::merge_tags(const RecordInfo& info) {
  std::vector<std::byte> buffer;
  GS_TRY(const Record record, read(info, buffer));
  const DataLayout layout = layout_of<TagsRecord>();
  GS_TRY(const LayoutView view, LayoutView::parse(layout, record.payload));
  TagsRecord tags = decode_layout<TagsRecord>(view);
  StreamTags& stream = description_.streams[info.stream];
  tags.vrs_tags.merge(stream.vrs);
  tags.user_tags.merge(stream.user);
  stream = {.vrs = std::move(tags.vrs_tags), .user = std::move(tags.user_tags)};
  return {};
}

std::vector<StreamId> Reader::streams() const {
  std::set<StreamId> ids;
  for (const auto& [id, tags] : description_.streams) ids.insert(id);
  for (const RecordInfo& info : records_) ids.insert(info.stream);
  return {ids.begin(), ids.end()};
}

std::optional<StreamId> Reader::find_stream(std::string_view name) const {
  // "200-1" is a VRS id; other names are compared with the logical ids.
  const std::vector<StreamId> known = streams();
  if (const auto id = parse_stream_id(name)) {
    return std::find(known.begin(), known.end(), *id) == known.end() ? std::nullopt : id;
  }
  for (const auto& [id, tags] : description_.streams) {
    const auto number = logical_id(tags.flavor());
    if (number && std::to_string(*number) == name) return id;
  }
  return std::nullopt;
}

Result<std::optional<StreamId>> Reader::choose_stream(std::string_view name) const {
  const auto found = find_stream(name);
  if (!found && !name.empty()) return fail(ErrorCode::not_found, "stream {} is not in the file", name);
  return found;
}

Result<RecordHeader> Reader::read_header(const RecordInfo& info) const {
  GS_TRY(const RecordHeader header, read_record_header(file_, info.offset, header_.record_header_bytes));
  const bool same_time = header.timestamp == info.timestamp || header.timestamp != header.timestamp;  // or NaN
  if (!same_time || header.stream != info.stream || header.type != info.type || header.record_bytes != info.bytes) {
    return fail(ErrorCode::corrupt, "the record at offset {} disagrees with the index", info.offset);
  }
  return header;
}

Result<Record> Reader::read(const RecordInfo& info, std::vector<std::byte>& buffer) const {
  Record record;
  GS_TRY(record.header, read_header(info));
  const uint32_t header_bytes = header_.record_header_bytes;
  const uint32_t payload_bytes = record.header.payload_bytes(header_bytes);
  if (payload_bytes > kMaxPayloadBytes)
    return fail(ErrorCode::limit_exceeded, "payload of {} bytes exceeds the limit of 1 GiB", payload_bytes);
  std::vector<std::byte> scratch;
  // Uncompressed payloads that cross chunks are assembled in the caller's buffer; compressed bytes need scratch memory.
  std::vector<std::byte>& whole = record.header.codec == Codec::none ? buffer : scratch;
  GS_TRY(const Bytes stored, file_.read(info.offset + header_bytes, record.header.stored_bytes(header_bytes), whole));
  if (record.header.codec == Codec::none) {
    record.payload = stored;
    return record;
  }
  auto decoded = decompress_payload(record.header.codec, stored, payload_bytes, buffer);
  if (!decoded) return std::move(decoded).error().with_context(format("record at offset {}", info.offset));
  record.payload = buffer;
  return record;
}

}  // namespace gs::logio::vrs
