// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A chunk: its header, and its records decoded and checked.
#pragma once

#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/records.h"

namespace gs::mcap {

// Largest decoded chunk we allocate. Public writers use 1 to 4 MiB and one message more.
inline constexpr uint64_t kMaxChunkBytes = 2ull << 30;

struct ChunkView {
  Chunk chunk;           // its records are what is there of them
  bool complete = true;  // false: the file ends before the chunk does
};

// The chunk record that begins at offset. One that runs past the end of the file is returned as far as it goes.
Result<ChunkView> read_chunk_at(Bytes file, uint64_t offset);

struct DecodedChunk {
  Bytes records;               // in the buffer, or in the file when the chunk is stored
  uint64_t missing_bytes = 0;  // of a cut or damaged chunk
};

enum class Damaged { refuse, salvage };
struct DecodeOptions {
  bool verify_crc = true;
  Damaged damaged = Damaged::refuse;  // salvage: give what can be decoded, whatever the checksum says
};

// Incomplete chunks give their first part in any case.
Result<DecodedChunk> decode_chunk(const ChunkView& view, const DecodeOptions& options, Decoder& decoder,
                                  Buffer& buffer);

}  // namespace gs::mcap
