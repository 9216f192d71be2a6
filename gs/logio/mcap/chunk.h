// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses chunk records, and decodes and verifies their content.
#pragma once

#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/records.h"

namespace gs::logio::mcap {

// Limit of the decoded size of a chunk. Common writers use 1 to 4 MiB plus one message.
inline constexpr uint64_t kMaxChunkBytes = 2ull << 30;

// Header of a chunk record and its bytes in the file, still compressed.
struct ChunkView {
  Chunk chunk;           // of an incomplete chunk, `records` holds the bytes that are in the file
  bool complete = true;  // false: the file ends before the chunk does
};

// Parses the chunk record at `offset`. A record that runs past the end of the file is returned with complete = false.
// Errors: truncated or corrupt if there is no chunk record.
Result<ChunkView> read_chunk_at(Bytes file, uint64_t offset);

// Decoded records of a chunk.
struct DecodedChunk {
  Bytes records;               // borrowed from the buffer, or from the file if the chunk is not compressed
  uint64_t missing_bytes = 0;  // undecodable bytes of a cut or damaged chunk
};

// Treatment of a chunk that fails to decode or to verify.
enum class Damaged { refuse, salvage };
// Options of decode_chunk().
struct DecodeOptions {
  bool verify_crc = true;
  Damaged damaged = Damaged::refuse;  // salvage: return all decodable bytes and ignore the checksum
};

// Decodes a chunk into `buffer` and verifies its CRC-32. Incomplete chunks always return the bytes in front of the cut.
// Errors: unsupported (compression), corrupt, crc_mismatch, truncated, limit_exceeded.
Result<DecodedChunk> decode_chunk(const ChunkView& view, const DecodeOptions& options, Decoder& decoder,
                                  Buffer& buffer);

}  // namespace gs::logio::mcap
