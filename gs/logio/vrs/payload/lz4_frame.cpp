// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/payload/lz4_frame.h"

#include <lz4.h>
#include <lz4frame.h>
#include <lz4hc.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "gs/core/parallel.h"
#include "gs/logio/vrs/payload/xxhash.h"

namespace gs::logio::vrs {
namespace {

constexpr uint32_t kMagic = 0x184D2204;
// FLG byte: version 01, independent blocks, block checksums. BD byte: blocks of at most 256 KiB. That is four LZ4
// windows, so little compression is lost at block boundaries, and it fits the second-level cache.
constexpr uint8_t kFlags = 0x40 | 0x20 | 0x10;
constexpr uint8_t kBlockSizeCode = 5 << 4;
constexpr std::size_t kBlockBytes = 256 << 10;
constexpr uint32_t kStoredBit = 0x80000000u;
constexpr std::size_t kHeaderBytes = 7;
// Shorter blocks are stored uncompressed.
constexpr std::size_t kMinBlockBytes = 256;

// One block of the frame.
struct Block {
  Bytes from;
  std::byte* to = nullptr;  // size, data, checksum
  std::size_t bytes = 0;
};

// Upper limit of the block on disk: u32 size, data, u32 checksum.
std::size_t room_for(std::size_t bytes) {
  return 4 + static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(bytes))) + 4;
}

// Returns the compressed size; 0 if it does not fit or the block is too short.
int compress_block(int level, Bytes from, std::byte* to, int room) {
  const auto* source = reinterpret_cast<const char*>(from.data());
  auto* target = reinterpret_cast<char*>(to);
  const auto size = static_cast<int>(from.size());
  if (from.size() < kMinBlockBytes) return 0;
  if (level >= LZ4HC_CLEVEL_MIN) return LZ4_compress_HC(source, target, size, room, level);
  // Negative levels trade size for speed by a higher acceleration, as in LZ4's own frame functions.
  return LZ4_compress_fast(source, target, size, room, level < 1 ? 1 - level : 1);
}

// Writes size, data and checksum; stores the data uncompressed if it does not shrink.
void write_block(int level, Block& block) {
  const std::size_t room = room_for(block.from.size()) - 8;
  int size = compress_block(level, block.from, block.to + 4, static_cast<int>(room));
  uint32_t word = static_cast<uint32_t>(size);
  if (size <= 0 || static_cast<std::size_t>(size) >= block.from.size()) {
    size = static_cast<int>(block.from.size());
    word = static_cast<uint32_t>(size) | kStoredBit;
    std::copy(block.from.begin(), block.from.end(), block.to + 4);
  }
  const auto bytes = static_cast<std::size_t>(size);
  std::memcpy(block.to, &word, 4);
  const uint32_t checksum = xxh32(Bytes(block.to + 4, bytes));
  std::memcpy(block.to + 4 + bytes, &checksum, 4);
  block.bytes = bytes + 8;
}

// Concatenation of the parts, split into blocks. Blocks inside one part are views; blocks across parts are copies.
struct Cut {
  std::vector<std::vector<std::byte>> copies;
  std::vector<Block> blocks;
};

// Takes `count` bytes from the front of `parts`; they must be available.
Bytes take(std::size_t count, std::span<Bytes>& parts, Cut& cut) {
  while (parts.front().empty()) parts = parts.subspan(1);
  if (count <= parts.front().size()) {
    const Bytes view = parts.front().first(count);
    parts.front() = parts.front().subspan(count);
    return view;
  }
  std::vector<std::byte>& copy = cut.copies.emplace_back();
  copy.reserve(count);
  while (copy.size() < count) {
    const Bytes piece = parts.front().first(std::min(parts.front().size(), count - copy.size()));
    copy.insert(copy.end(), piece.begin(), piece.end());
    parts.front() = parts.front().subspan(piece.size());
    if (parts.front().empty()) parts = parts.subspan(1);
  }
  return copy;
}

// The official reader decodes a record in pieces (layout, then image). It fails with NOT_ENOUGH_DATA if a piece starts
// exactly at a block of which only the first bytes are buffered. So no block may end where a part ends, except the last
// one.
Cut cut_into_blocks(std::span<const Bytes> parts) {
  std::size_t total = 0;
  std::vector<std::size_t> ends;
  for (const Bytes& part : parts) ends.push_back(total += part.size());
  std::vector<Bytes> remaining(parts.begin(), parts.end());
  std::span<Bytes> rest = remaining;
  Cut cut;
  for (std::size_t begin = 0; begin < total;) {
    std::size_t end = std::min(begin + kBlockBytes, total);
    while (end < total && std::binary_search(ends.begin(), ends.end(), end)) --end;
    if (end == begin) end = std::min(begin + kBlockBytes, total);  // 256 Ki parts of one byte each: accept it
    cut.blocks.push_back({.from = take(end - begin, rest, cut)});
    begin = end;
  }
  return cut;
}

}  // namespace

void write_lz4_frame(int level, std::span<const Bytes> parts, StoredPayload& out) {
  Cut cut = cut_into_blocks(parts);
  std::vector<Block>& blocks = cut.blocks;
  std::size_t room = kHeaderBytes;
  for (const Block& block : blocks) room += room_for(block.from.size());
  std::byte* at = out.reserve(room + 4);
  const uint8_t descriptor[2] = {kFlags, kBlockSizeCode};
  // Header checksum: the second byte of the descriptor's hash (LZ4 frame format).
  const auto check = static_cast<uint8_t>(xxh32(std::as_bytes(std::span(descriptor))) >> 8);
  std::memcpy(at, &kMagic, 4);
  std::memcpy(at + 4, descriptor, 2);
  std::memcpy(at + 6, &check, 1);
  out.pieces.assign(1, Bytes(at, kHeaderBytes));
  at += kHeaderBytes;
  for (Block& block : blocks) {
    // Every block gets the most it can need, so that all can be written at once; the pieces leave out the gaps.
    block.to = at;
    at += room_for(block.from.size());
  }
  parallel_for(
      blocks.size(), [&](std::size_t i) { write_block(level, blocks[i]); }, 1);
  for (const Block& block : blocks) out.pieces.emplace_back(block.to, block.bytes);
  std::memset(at, 0, 4);  // end mark
  out.pieces.emplace_back(at, 4);
}

Result<void> read_lz4_frame(Bytes frame, uint32_t uncompressed_bytes, std::vector<std::byte>& out) {
  // LZ4 cannot expand more than this; a header that states more is damaged.
  if (uncompressed_bytes > frame.size() * 255ull + 64) {
    return fail(ErrorCode::corrupt, "{} bytes of lz4 cannot decode to {}", frame.size(), uncompressed_bytes);
  }
  LZ4F_dctx* raw = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&raw, LZ4F_VERSION))) {
    return fail(ErrorCode::out_of_memory, "out of memory: lz4 decoder context");
  }
  const std::unique_ptr<LZ4F_dctx, std::size_t (*)(LZ4F_dctx*)> context(raw, LZ4F_freeDecompressionContext);
  out.resize(uncompressed_bytes);
  std::size_t done = 0, read = 0;
  while (read < frame.size()) {
    // `put` and `took` go in as room and supply and come back as what was used. The result is a hint how many bytes
    // are still to come; it is 0 at the end of the frame.
    std::size_t put = out.size() - done, took = frame.size() - read;
    const std::size_t left =
        LZ4F_decompress(context.get(), out.data() + done, &put, frame.data() + read, &took, nullptr);
    if (LZ4F_isError(left)) return fail(ErrorCode::corrupt, "lz4: {}", LZ4F_getErrorName(left));
    done += put;
    read += took;
    if (left == 0) break;
    if (put == 0 && took == 0)
      return fail(ErrorCode::corrupt, "lz4 frame holds more than {} bytes", uncompressed_bytes);
  }
  if (done != out.size()) return fail(ErrorCode::truncated, "lz4 frame holds {} bytes, {} expected", done, out.size());
  return {};
}

}  // namespace gs::logio::vrs
