// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chunks: sequences of connection and message records, optionally compressed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/logio/codec/codec.h"
#include "gs/logio/rosbag1/records.h"

namespace gs::logio::rosbag1 {

// Position and properties of a chunk, known without decoding it.
struct ChunkRef {
  uint64_t position = 0;     // of the chunk record; 0: no chunk, but a run of messages outside chunks
  uint64_t data_offset = 0;  // of the stored bytes
  uint64_t stored_bytes = 0;
  uint32_t size = 0;  // uncompressed
  Codec codec = Codec::none;
  bool cut = false;                                   // the file ends inside it
  uint64_t index_offset = 0;                          // of the index data records behind it; 0: none
  Timestamp start, end;                               // time range of its messages; unused if it has none
  std::vector<std::pair<uint32_t, uint32_t>> counts;  // (connection id, number of messages)

  // Sum of `counts`.
  uint64_t message_count() const {
    uint64_t sum = 0;
    for (const auto& [connection, count] : counts) sum += count;
    return sum;
  }
};

// Parses the chunk record at `offset`. If the file ends inside it, sets `cut`. Errors: corrupt, truncated, unsupported.
Result<ChunkRef> read_chunk_ref(Bytes file, uint64_t offset);

// Decoded records of a chunk: a view of the file if it is not compressed, otherwise of the buffer.
struct ChunkRecords {
  Bytes records;
  std::optional<Error> damage{};  // decoding failed; `records` holds the bytes in front of the damage
};
// Decodes the first `first_bytes` bytes only; the checksum is not verified. nullopt if that fails.
std::optional<Bytes> decode_chunk_start(Bytes file, const ChunkRef& chunk, uint32_t first_bytes, Decoder& decoder,
                                        Buffer& buffer);
// Decodes a whole chunk and verifies its checksum; uncompressed chunks have none. Never fails: damage is in the result.
ChunkRecords decode_chunk(Bytes file, const ChunkRef& chunk, Decoder& decoder, Buffer& buffer);

// Message of a chunk. Offsets count from the start of the decoded records.
struct ChunkMessage {
  Timestamp time;
  uint32_t connection = 0;
  uint32_t offset = 0;  // of the record
  uint32_t data_offset = 0;
  uint32_t data_bytes = 0;
};

// Parses the message record at `offset`; nullopt if there is none.
std::optional<ChunkMessage> message_at(Bytes records, uint64_t offset);

// All messages and connections of a chunk.
struct ChunkContents {
  std::vector<ChunkMessage> messages;   // in file order
  std::vector<Connection> connections;  // every connection record, duplicates included
  std::optional<Error> damage{};        // parsing stopped at damage_offset
  uint64_t damage_offset = 0;
};
// Parses the records from `offset` on and appends them to `contents`. Stops at the first invalid record.
void walk_chunk(Bytes records, uint64_t offset, ChunkContents& contents);

}  // namespace gs::logio::rosbag1
