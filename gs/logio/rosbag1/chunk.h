// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A chunk: a run of connection and message records, stored as they are or compressed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/logio/codec/codec.h"
#include "gs/logio/rosbag1/records.h"

namespace gs::rosbag1 {

// Where a chunk lies and what is known of it without decoding it.
struct ChunkRef {
  uint64_t position = 0;     // of the chunk record; 0: not a chunk record but messages lying bare in the file
  uint64_t data_offset = 0;  // of the stored bytes
  uint64_t stored_bytes = 0;
  uint32_t size = 0;  // uncompressed
  Codec codec = Codec::none;
  bool cut = false;                                   // the file ends inside it
  uint64_t index_offset = 0;                          // of the index data records behind it; 0: none
  Timestamp start, end;                               // of its messages; meaningless without any
  std::vector<std::pair<uint32_t, uint32_t>> counts;  // connection, messages

  uint64_t message_count() const {
    uint64_t sum = 0;
    for (const auto& [connection, count] : counts) sum += count;
    return sum;
  }
};

// The chunk record at offset. A chunk the file ends in gives a ref with cut set.
Result<ChunkRef> read_chunk_ref(Bytes file, uint64_t offset);

// The records of a chunk: a view of the file when stored uncompressed, else of buffer.
struct ChunkRecords {
  Bytes records;
  std::optional<Error> damage{};  // decoding stopped here; records hold what came before
};
// As far as first_bytes only; that is not enough to verify a checksum.
std::optional<Bytes> decode_chunk_start(Bytes file, const ChunkRef& chunk, uint32_t first_bytes, Decoder& decoder,
                                        Buffer& buffer);
ChunkRecords decode_chunk(Bytes file, const ChunkRef& chunk, Decoder& decoder, Buffer& buffer);

// One message in a chunk, by offsets into its records.
struct ChunkMessage {
  Timestamp time;
  uint32_t connection = 0;
  uint32_t offset = 0;  // of the record
  uint32_t data_offset = 0;
  uint32_t data_bytes = 0;
};

// The message record at offset; nothing when there is none.
std::optional<ChunkMessage> message_at(Bytes records, uint64_t offset);

struct ChunkContents {
  std::vector<ChunkMessage> messages;   // in file order
  std::vector<Connection> connections;  // every connection record met
  std::optional<Error> damage{};        // the walk stopped at damage_offset
  uint64_t damage_offset = 0;
};
// Walks the records from offset on; appends to contents.
void walk_chunk(Bytes records, uint64_t offset, ChunkContents& contents);

}  // namespace gs::rosbag1
