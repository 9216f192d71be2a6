// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/chunk.h"

#include <algorithm>
#include <limits>

namespace gs::logio::rosbag1 {
namespace {

// Limit of the decoded size; recorders write far smaller chunks.
constexpr uint64_t kMaxChunkBytes = 1ull << 30;
// Message offsets have 32 bits. Chunks are shorter, but the last message of a run of bare messages may end behind.
constexpr uint64_t kMaxRunBytes = std::numeric_limits<uint32_t>::max();

// Adds a message or connection record to `contents`. Errors: corrupt, limit_exceeded.
Result<void> take_record(const Record& record, ChunkContents& contents) {
  if (record.end > kMaxRunBytes)
    return fail(ErrorCode::limit_exceeded, "a record ends behind 4 GiB, the limit of message offsets");
  // Most records are messages, so they are tried first, without a field table.
  if (const auto header = parse_message_header(record.header)) {
    contents.messages.push_back({.time = header->time,
                                 .connection = header->connection,
                                 .offset = static_cast<uint32_t>(record.offset),
                                 .data_offset = static_cast<uint32_t>(record.data_offset),
                                 .data_bytes = static_cast<uint32_t>(record.data.size())});
    return {};
  }
  GS_TRY(const Fields fields, Fields::parse(record.header));
  GS_TRY(const Op op, op_of(fields));
  if (op == Op::message) return fail(ErrorCode::corrupt, "message record without connection or time");
  if (op == Op::chunk) return fail(ErrorCode::corrupt, "chunk inside a chunk");
  if (op == Op::connection) {
    GS_TRY(Connection connection, parse_connection(fields, record.data));
    contents.connections.push_back(std::move(connection));
  }
  return {};
}

}  // namespace

Result<ChunkRef> read_chunk_ref(Bytes file, uint64_t offset) {
  ByteReader in(file);
  GS_CHECK(in.seek(offset));
  GS_TRY(const uint32_t header_bytes, in.u32());
  GS_TRY(const Bytes header, in.bytes(header_bytes));
  GS_TRY(const Fields fields, Fields::parse(header));
  GS_TRY(const Op op, op_of(fields));
  if (op != Op::chunk) return fail(ErrorCode::corrupt, "expected a chunk, found a record with op {}", int(op));
  ChunkRef chunk{.position = offset};
  GS_TRY(const std::string compression, fields.required_text("compression"));
  const auto codec = parse_codec(compression);
  if (!codec || codec == Codec::zstd) {
    return fail(ErrorCode::unsupported, "unknown chunk compression '{}'", compression);
  }
  chunk.codec = *codec;
  GS_TRY(chunk.size, fields.number<uint32_t>("size"));
  GS_TRY(const uint32_t data_bytes, in.u32());
  chunk.data_offset = in.offset();
  // The stated length may exceed the file.
  chunk.stored_bytes = std::min<uint64_t>(data_bytes, in.remaining());
  chunk.cut = chunk.stored_bytes < data_bytes;
  return chunk;
}

ChunkRecords decode_chunk(Bytes file, const ChunkRef& chunk, Decoder& decoder, Buffer& buffer) {
  const Bytes stored = file.subspan(chunk.data_offset, chunk.stored_bytes);
  if (chunk.codec == Codec::none) return {.records = stored};
  if (auto possible = check_decoded_size(chunk.codec, stored.size(), chunk.size, kMaxChunkBytes);
      !possible && !chunk.cut) {
    return {.damage = std::move(possible).error()};
  }
  // A cut chunk is decoded as far as its bytes go, whatever size it states.
  const uint64_t possible = std::min(kMaxChunkBytes, max_decoded_bytes(chunk.codec, stored.size()));
  const MutableBytes room = buffer.reset(std::min<uint64_t>(chunk.size, possible));
  auto decoded = decoder.decode(chunk.codec, stored, room);
  if (decoded) return {.records = buffer.bytes()};
  buffer.shrink(decoder.decode_prefix(chunk.codec, stored, room));
  return {.records = buffer.bytes(), .damage = std::move(decoded).error()};
}

std::optional<Bytes> decode_chunk_start(Bytes file, const ChunkRef& chunk, uint32_t first_bytes, Decoder& decoder,
                                        Buffer& buffer) {
  const Bytes stored = file.subspan(chunk.data_offset, chunk.stored_bytes);
  if (chunk.codec == Codec::none) return stored;
  if (first_bytes > chunk.size || !check_decoded_size(chunk.codec, stored.size(), chunk.size, kMaxChunkBytes)) {
    return std::nullopt;
  }
  if (decoder.decode_prefix(chunk.codec, stored, buffer.reset(first_bytes)) < first_bytes) return std::nullopt;
  return buffer.bytes();
}

std::optional<ChunkMessage> message_at(Bytes records, uint64_t offset) {
  const auto record = read_record(records, offset);
  if (!record || record->end > kMaxRunBytes) return std::nullopt;
  const auto header = parse_message_header(record->header);
  if (!header) return std::nullopt;
  return ChunkMessage{.time = header->time,
                      .connection = header->connection,
                      .offset = static_cast<uint32_t>(offset),
                      .data_offset = static_cast<uint32_t>(record->data_offset),
                      .data_bytes = static_cast<uint32_t>(record->data.size())};
}

void walk_chunk(Bytes records, uint64_t offset, ChunkContents& contents) {
  // Stops at the first invalid record: behind it, record boundaries are unknown.
  contents.damage.reset();
  while (offset < records.size()) {
    auto record = read_record(records, offset);
    auto taken = record ? take_record(*record, contents) : Result<void>(record.error());
    if (!taken) {
      contents.damage = std::move(taken).error();
      contents.damage_offset = offset;
      return;
    }
    offset = record->end;
  }
}

}  // namespace gs::logio::rosbag1
