// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/report/checksum.h"

#include <map>

#include "gs/logio/vrs/payload/xxhash.h"

namespace gs::logio::vrs {
namespace {

constexpr std::size_t kMaxHashedTagBytes = 2000;  // terminator included; used for derived serial numbers only
const std::string_view kNul("\0", 1);

// Hash of "key=value/" for all tags, by key.
std::string tags_hash(const Tags& tags) {
  Xxh64 hash;
  for (const auto& [key, value] : tags) {
    hash.update(key);
    hash.update("=");
    hash.update(value);
    hash.update("/");
  }
  return hash.hex();
}

void update_terminated(Xxh64& hash, std::string_view text) {
  hash.update(text);
  hash.update(kNul);
}

// Hash of a tag map as the official library computes it for serial numbers.
void update_map(Xxh64& hash, const Tags& tags, std::size_t max_value_bytes) {
  hash.update("map<string, string>");
  for (const auto& [key, value] : tags) {
    update_terminated(hash, key);
    update_terminated(hash, std::string_view(value).substr(0, max_value_bytes - 1));
  }
}

// Serial number of a stream without one, derived from its tags as official readers do.
std::string derived_serial(const Description& description, StreamId id, uint16_t running_number) {
  const StreamTags& stream = description.streams.at(id);
  Xxh64 file_hash;
  update_map(file_hash, description.file, kMaxHashedTagBytes);
  Tags vrs = stream.vrs;
  vrs[tag::serial] = "";
  Xxh64 hash;
  update_terminated(hash, file_hash.hex());
  update_map(hash, stream.user, kMaxHashedTagBytes);
  update_map(hash, vrs, std::string::npos);
  const uint16_t numbers[2] = {id.type, running_number};
  hash.update(std::as_bytes(std::span(numbers)));
  return hash.hex();
}

// Streams with the instance numbers that a copy would have: 1, 2, ... within each type.
struct Streams {
  std::map<StreamId, uint16_t> normal_instance;
  std::map<StreamId, StreamTags> tags;
};

Streams normalise(const Reader& reader) {
  // Streams without a serial number get one per type: the running number counts those only.
  Description description = reader.description();
  Streams out;
  std::map<uint16_t, uint16_t> instances, without_serial;
  for (const StreamId id : reader.streams()) {
    out.normal_instance[id] = ++instances[id.type];
    StreamTags tags = description.streams[id];
    if (tags.vrs[tag::serial].empty()) {
      tags.vrs[tag::serial] = derived_serial(description, id, ++without_serial[id.type]);
    }
    out.tags[id] = std::move(tags);
  }
  return out;
}

// Running hashes of one stream.
struct StreamHashes {
  Xxh64 headers, payloads;
};

// Hashes the header fields that a copy preserves, packed in this order.
void update_header(Xxh64& hash, const Record& record, StreamId id) {
  ByteWriter packed;
  packed.put(record.header.timestamp);
  packed.u32(record.header.format_version);
  packed.u32(static_cast<uint32_t>(record.payload.size()));
  packed.u16(id.type);
  packed.u16(id.instance);
  packed.u8(static_cast<uint8_t>(record.header.type));
  hash.update(packed.view());
}

}  // namespace

Result<std::string> content_checksum(const Reader& reader, Progress& progress) {
  const Streams streams = normalise(reader);
  std::map<StreamId, StreamHashes> hashes;
  std::vector<std::byte> buffer;
  progress.begin("checksum", reader.records().size(), "records");
  uint64_t done = 0;
  for (const RecordInfo& info : reader.records()) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped");
    GS_TRY(const Record record, reader.read(info, buffer));
    StreamHashes& stream = hashes[info.stream];
    update_header(stream.headers, record, {info.stream.type, streams.normal_instance.at(info.stream)});
    stream.payloads.update(record.payload);
    reader.release(info);
    progress.advance(++done);
  }
  progress.finish();
  // Combine the hashes of all streams in the order of their ids.
  Xxh64 total, ids;
  update_terminated(total, tags_hash(reader.description().file));
  for (const auto& [id, instance] : streams.normal_instance) {
    const StreamTags& tags = streams.tags.at(id);
    update_terminated(total, tags_hash(tags.vrs));
    update_terminated(total, tags_hash(tags.user));
    update_terminated(total, hashes[id].headers.hex());
    update_terminated(total, hashes[id].payloads.hex());
    ids.update(to_string(StreamId{id.type, instance}) + "/");
  }
  update_terminated(total, ids.hex());
  return total.hex();
}

}  // namespace gs::logio::vrs
