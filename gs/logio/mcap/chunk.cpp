// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/chunk.h"

#include <algorithm>

#include "gs/core/hash/crc32.h"

namespace gs::logio::mcap {
namespace {

// Parses the header of a chunk record that runs past the end of the file. Its two lengths must agree, since nothing
// else confirms that this is a chunk.
Result<ChunkView> parse_cut(Bytes content, uint64_t claimed_bytes) {
  ByteReader in(content);
  ChunkView view{.complete = false};
  Chunk& chunk = view.chunk;
  GS_TRY(chunk.message_start_time, in.u64());
  GS_TRY(chunk.message_end_time, in.u64());
  GS_TRY(chunk.uncompressed_size, in.u64());
  GS_TRY(chunk.uncompressed_crc, in.u32());
  GS_TRY(chunk.compression, in.string32());
  GS_TRY(const uint64_t records_bytes, in.u64());
  if (in.offset() > claimed_bytes || records_bytes != claimed_bytes - in.offset()) {
    return fail(ErrorCode::corrupt, "states {} bytes of records in a record of {} bytes", records_bytes, claimed_bytes);
  }
  chunk.records = in.rest();
  return view;
}

Result<void> compare(uint32_t crc, const Chunk& chunk) {
  if (crc == chunk.uncompressed_crc) return {};
  return fail(ErrorCode::crc_mismatch, "checksum is {:08x}, {:08x} was written", crc, chunk.uncompressed_crc);
}

}  // namespace

Result<ChunkView> read_chunk_at(Bytes file, uint64_t offset) {
  if (offset >= file.size() || file.size() - offset < kPrefixBytes) {
    return fail(ErrorCode::truncated, "no chunk fits before the end of the file at {}", file.size());
  }
  const std::byte* at = file.data() + offset;
  if (static_cast<Op>(*at) != Op::chunk) {
    return fail(ErrorCode::corrupt, "expected a chunk, found opcode {}", static_cast<int>(*at));
  }
  const auto length = load_le<uint64_t>(at + 1);
  const Bytes rest = file.subspan(offset + kPrefixBytes);
  // The stated length exceeds the file: the chunk was cut.
  if (length > rest.size()) return parse_cut(rest, length);
  GS_TRY(const Chunk chunk, parse<Chunk>(rest.first(length)));
  return ChunkView{.chunk = chunk};
}

Result<DecodedChunk> decode_chunk(const ChunkView& view, const DecodeOptions& options, Decoder& decoder,
                                  Buffer& buffer) {
  const Chunk& chunk = view.chunk;
  const auto codec = parse_codec(chunk.compression);
  if (!codec || *codec == Codec::bz2) {
    return fail(ErrorCode::unsupported, "unknown compression '{}'", chunk.compression.substr(0, 32))
        .with_hint("MCAP chunks are compressed with lz4, zstd or not at all");
  }
  const bool salvage = options.damaged == Damaged::salvage;
  if (!view.complete && chunk.uncompressed_size > kMaxChunkBytes) {
    return fail(ErrorCode::limit_exceeded, "states {} decoded bytes, more than the limit of {}",
                chunk.uncompressed_size, kMaxChunkBytes);
  }
  // An uncompressed chunk is used in place, without a copy.
  if (*codec == Codec::none) {
    const uint64_t there = std::min<uint64_t>(chunk.records.size(), chunk.uncompressed_size);
    if (view.complete && !salvage)
      GS_CHECK(check_decoded_size(*codec, chunk.records.size(), chunk.uncompressed_size, ~0ull));
    const DecodedChunk decoded{chunk.records.first(there), chunk.uncompressed_size - there};
    if (!view.complete || salvage || !options.verify_crc || chunk.uncompressed_crc == 0) return decoded;
    GS_CHECK(compare(crc32(decoded.records), chunk));
    return decoded;
  }
  // The stated size of a cut chunk cannot be compared with its remaining bytes; only the absolute limit applies.
  GS_CHECK(check_decoded_size(*codec, view.complete ? chunk.records.size() : ~0ull / 65536, chunk.uncompressed_size,
                              kMaxChunkBytes));
  if (!view.complete || salvage) {
    const uint64_t possible = std::min(kMaxChunkBytes, max_decoded_bytes(*codec, chunk.records.size()));
    const MutableBytes room = buffer.reset(std::min(chunk.uncompressed_size, possible));
    buffer.shrink(decoder.decode_prefix(*codec, chunk.records, room));
    return DecodedChunk{buffer.bytes(), chunk.uncompressed_size - buffer.size()};
  }
  const MutableBytes out = buffer.reset(chunk.uncompressed_size);
  if (!options.verify_crc || chunk.uncompressed_crc == 0) {
    GS_CHECK(decoder.decode(*codec, chunk.records, out));
  } else {
    GS_TRY(const uint32_t crc, decoder.decode_with_crc32(*codec, chunk.records, out));
    GS_CHECK(compare(crc, chunk));
  }
  return DecodedChunk{buffer.bytes(), 0};
}

}  // namespace gs::logio::mcap
