// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/index.h"

#include <algorithm>

namespace gs::logio::rosbag1 {
namespace {

// Reads the connection and chunk info records at the end of the file.
Result<std::vector<ChunkInfo>> read_tail(Bytes file, uint64_t offset, BagIndex& index) {
  std::vector<ChunkInfo> infos;
  while (offset < file.size()) {
    GS_TRY(const Record record, read_record(file, offset));
    GS_TRY(const Fields fields, Fields::parse(record.header));
    GS_TRY(const Op op, op_of(fields));
    if (op == Op::connection) {
      GS_TRY(Connection connection, parse_connection(fields, record.data));
      GS_CHECK(index.add(std::move(connection)));
    } else if (op == Op::chunk_info) {
      GS_TRY(ChunkInfo info, parse_chunk_info(fields, record.data));
      infos.push_back(std::move(info));
    }
    offset = record.end;
  }
  return infos;
}

Result<FileHeader> read_file_header(Bytes file) {
  GS_TRY(const Record record, read_record(file, kMagic.size()));
  GS_TRY(const Fields fields, Fields::parse(record.header));
  return parse_file_header(fields);
}

// Errors: unsupported for bags of other versions, corrupt for other files.
Result<void> check_first_line(Bytes file, std::string_view name) {
  const std::string_view text = as_text(file);
  if (text.starts_with(kMagic)) return {};
  if (text.starts_with("#ROSBAG")) {
    return fail(ErrorCode::unsupported, "bag version is not 2.0: {}", name).with_hint("convert it with 'rosbag fix'");
  }
  return fail(ErrorCode::corrupt, "not a ROS 1 bag, the first line is not '#ROSBAG V2.0': {}", name);
}

// Completes a chunk info with the chunk record it points to.
Result<ChunkRef> locate(Bytes file, ChunkInfo info, const BagIndex& index) {
  GS_TRY(ChunkRef chunk, read_chunk_ref(file, info.position));
  if (chunk.cut) return fail(ErrorCode::truncated, "the chunk at offset {} is cut", info.position);
  chunk.start = info.start;
  chunk.end = info.end;
  chunk.index_offset = chunk.data_offset + chunk.stored_bytes;
  chunk.counts = std::move(info.counts);
  for (const auto& [connection, count] : chunk.counts) {
    if (!index.position_of_id.contains(connection)) {
      return fail(ErrorCode::corrupt, "chunk info refers to connection {}, which has no record", connection);
    }
  }
  return chunk;
}

}  // namespace

std::string at_offset(uint64_t offset) { return format("offset {}", offset); }

Result<void> BagIndex::add(Connection connection) {
  const auto known = position_of_id.find(connection.id);
  if (known == position_of_id.end()) {
    position_of_id.emplace(connection.id, static_cast<uint32_t>(connections.size()));
    connections.push_back(std::move(connection));
    return {};
  }
  const Connection& first = connections[known->second];
  if (first == connection) return {};
  return fail(ErrorCode::corrupt, "connection {} has two definitions: '{}' ({}) and '{}' ({})", connection.id,
              first.topic, first.type, connection.topic, connection.type);
}

Result<BagIndex> read_index(Bytes file) {
  GS_TRY(const FileHeader header, read_file_header(file));
  // Recorders write the position when they close the file; until then it is 0.
  if (header.index_position == 0) return fail(ErrorCode::truncated, "the recording was not closed, so it has no index");
  if (header.index_position < kMagic.size() || header.index_position > file.size()) {
    return fail(ErrorCode::truncated, "the header states offset {} for the index, the file has {} bytes",
                header.index_position, file.size());
  }
  BagIndex index;
  index.from_index = true;
  GS_TRY(std::vector<ChunkInfo> infos, read_tail(file, header.index_position, index));
  if (infos.size() != header.chunk_count || index.connections.size() != header.connection_count) {
    return fail(ErrorCode::corrupt, "the index holds {} connections and {} chunks, the header states {} and {}",
                index.connections.size(), infos.size(), header.connection_count, header.chunk_count);
  }
  index.chunks.reserve(infos.size());
  for (ChunkInfo& info : infos) {
    GS_TRY(ChunkRef chunk, locate(file, std::move(info), index));
    index.chunks.push_back(std::move(chunk));
  }
  // A chunk that is listed twice would deliver its messages twice.
  std::ranges::sort(index.chunks, {}, &ChunkRef::position);
  const auto twice = std::ranges::adjacent_find(index.chunks, {}, &ChunkRef::position);
  if (twice != index.chunks.end()) {
    return fail(ErrorCode::corrupt, "the index lists the chunk at offset {} more than once", twice->position);
  }
  return index;
}

Result<BagIndex> load_index(Bytes file, std::string_view name, FirstLine first_line, Problems& problems) {
  if (auto begins = check_first_line(file, name); !begins) {
    if (first_line == FirstLine::needed) return std::move(begins).error();
    problems.add(Severity::error, std::move(begins).error(), name);
  }
  // 1. The index of the recorder.
  auto index = read_index(file);
  if (index) return index;
  // 2. An encrypted bag cannot be scanned either.
  if (auto header = read_file_header(file); !header && header.error().code == ErrorCode::unsupported) {
    return std::move(header).error();
  }
  // 3. Scan all records.
  problems.add({.severity = Severity::warning,
                .code = index.error().code,
                .file = std::string(name),
                .message = "rebuilding the index by scanning: " + index.error().message,
                .hint = "'gs-log recover' writes a bag with a new index"});
  return scan_bag(file, name, problems);
}

Result<std::vector<IndexData>> read_chunk_index(Bytes file, const ChunkRef& chunk) {
  std::vector<IndexData> result;
  // One index data record per connection, directly behind the chunk.
  uint64_t offset = chunk.index_offset;
  while (offset != 0 && offset < file.size()) {
    GS_TRY(const Record record, read_record(file, offset));
    GS_TRY(const Fields fields, Fields::parse(record.header));
    GS_TRY(const Op op, op_of(fields));
    if (op != Op::index_data) break;
    GS_TRY(IndexData data, parse_index_data(fields, record.data));
    result.push_back(std::move(data));
    offset = record.end;
  }
  return result;
}

ChunkContents read_contents(Bytes file, const ChunkRef& chunk, Bytes records) {
  ChunkContents contents;
  walk_chunk(records, 0, contents);
  if (!contents.damage) return contents;
  // Resume at the next indexed message behind the damage; report the first damage only.
  const std::optional<Error> first_damage = contents.damage;
  const uint64_t first_damage_offset = contents.damage_offset;
  const auto index = read_chunk_index(file, chunk);
  std::vector<uint32_t> offsets;
  for (const IndexData& data : index.value_or(std::vector<IndexData>{})) {
    for (const IndexEntry& entry : data.entries) offsets.push_back(entry.offset);
  }
  std::ranges::sort(offsets);
  for (const uint32_t offset : offsets) {
    // A walk without damage has reached the end of the chunk.
    if (!contents.damage) break;
    if (offset <= contents.damage_offset || !message_at(records, offset)) continue;
    walk_chunk(records, offset, contents);
  }
  contents.damage = first_damage;
  contents.damage_offset = first_damage_offset;
  return contents;
}

}  // namespace gs::logio::rosbag1
