// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/binning.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/kernel/splat_rectangle_test_kernel.h"

namespace gs::splat::cpu {
namespace {

constexpr std::size_t kMaxCounters = 8u << 20;  // 32 MB of counters, however large the image

// Exact test of a splat against a rectangle of pixels.
bool touches(const SplatRecord& r, int x0, int y0, int x1, int y1) {
  return reaches({r.xx, r.xy, r.yy, r.peak}, {r.x, r.y}, {static_cast<float>(x0), static_cast<float>(y0)},
                 {static_cast<float>(x1), static_cast<float>(y1)});
}

// Splats per chunk: few enough chunks for the counters, and independent of the number of threads.
std::size_t chunk_size(std::size_t count, std::size_t tiles) {
  const std::size_t most = std::clamp<std::size_t>(kMaxCounters / tiles, 1, 64);
  return std::max<std::size_t>(4096, (count + most - 1) / most);
}

}  // namespace

TileRect Binning::rect(std::size_t tile) const {
  const int x0 = static_cast<int>(tile) % tiles_x_ * kTileSize, y0 = static_cast<int>(tile) / tiles_x_ * kTileSize;
  return {x0, y0, std::min(kTileSize, width_ - x0), std::min(kTileSize, height_ - y0)};
}

// Calls visit(tile) for every tile that the splat touches.
template <class Visit>
void Binning::for_each_tile(const SplatBox& b, const SplatRecord& r, Visit&& visit) const {
  const auto tile_of = [](int16_t pixel) { return static_cast<int>(static_cast<uint16_t>(pixel) / kTileSize); };
  const int tx0 = tile_of(b.x0), tx1 = tile_of(b.x1), ty0 = tile_of(b.y0), ty1 = tile_of(b.y1);
  const auto index = [&](int tx, int ty) {
    return static_cast<std::size_t>(ty) * static_cast<std::size_t>(tiles_x_) + static_cast<std::size_t>(tx);
  };
  if (tx0 == tx1 && ty0 == ty1) return visit(index(tx0, ty0));  // the most frequent case
  const bool one_line = tx0 == tx1 || ty0 == ty1;  // a tight box inside one row or column of tiles touches all of them
  for (int ty = ty0; ty <= ty1; ++ty) {
    for (int tx = tx0; tx <= tx1; ++tx) {
      const int x0 = tx * kTileSize, y0 = ty * kTileSize;
      if (!one_line && !touches(r, x0, y0, x0 + kTileSize - 1, y0 + kTileSize - 1)) continue;
      visit(index(tx, ty));
    }
  }
}

Result<void> Binning::build(std::span<const KeyValue> order, const SplatRecord* records, const SplatBox* boxes,
                            int width, int height, bool keep_slots) {
  width_ = width, height_ = height;
  tiles_x_ = (width + kTileSize - 1) / kTileSize;
  tiles_y_ = (height + kTileSize - 1) / kTileSize;
  const std::size_t tiles = tile_count(), count = order.size();
  const std::size_t chunk = chunk_size(count, tiles), chunks = (count + chunk - 1) / chunk;
  GS_CHECK(counts_.reserve(chunks * tiles));
  GS_CHECK(tile_begin_.reserve(tiles + 1));
  std::fill_n(counts_.data(), chunks * tiles, 0u);
  if (keep_slots) GS_CHECK(slot_begin_.reserve(count + 1));

  // 1. Count splats per chunk and tile.
  parallel_blocks(count, chunk, [&](std::size_t begin, std::size_t end, std::size_t block) {
    uint32_t* const counts = counts_.data() + block * tiles;
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 16 < end) __builtin_prefetch(boxes + order[i + 16].value);
      uint32_t tiles_of_splat = 0;
      for_each_tile(boxes[order[i].value], records[order[i].value],
                    [&](std::size_t tile) { ++counts[tile], ++tiles_of_splat; });
      if (keep_slots) slot_begin_[i] = tiles_of_splat;
    }
  });

  // 2. Prefix sum: counters become the position where each chunk writes its next splat of each tile.
  uint64_t total = 0;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    tile_begin_[tile] = static_cast<uint32_t>(total);
    for (std::size_t block = 0; block < chunks; ++block) {
      const uint32_t here = counts_[block * tiles + tile];
      counts_[block * tiles + tile] = static_cast<uint32_t>(total);
      total += here;
    }
  }
  if (total > std::numeric_limits<uint32_t>::max()) {
    return fail(ErrorCode::limit_exceeded, "too many splat-tile pairs in one image: {}, at most 2^32 - 1", total);
  }
  tile_begin_[tiles] = static_cast<uint32_t>(total);
  GS_CHECK(pairs_.reserve(total));
  if (keep_slots) {
    GS_CHECK(slots_.reserve(total));
    uint32_t offset = 0;
    for (std::size_t i = 0; i < count; ++i) offset += std::exchange(slot_begin_[i], offset);
    slot_begin_[count] = offset;
  }

  // 3. Scatter: the same walk writes the pairs.
  parallel_blocks(count, chunk, [&](std::size_t begin, std::size_t end, std::size_t block) {
    uint32_t* const next = counts_.data() + block * tiles;
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 16 < end) __builtin_prefetch(boxes + order[i + 16].value);
      const uint32_t record = order[i].value;
      uint32_t slot = keep_slots ? slot_begin_[i] : 0;
      for_each_tile(boxes[record], records[record], [&](std::size_t tile) {
        const uint32_t pair = next[tile]++;
        pairs_[pair] = record;
        if (keep_slots) slots_[slot++] = pair;
      });
    }
  });
  return {};
}

}  // namespace gs::splat::cpu
