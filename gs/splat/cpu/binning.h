// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Distributes depth-sorted splats to tiles: count, prefix sum, scatter. The lists stay in depth order, so splat-tile
// pairs need no sorting.
#pragma once

#include "gs/splat/cpu/radix_sort.h"
#include "gs/splat/cpu/records.h"

namespace gs::splat::cpu {

// Lists of splats per tile; reuses its memory between frames.
class Binning {
 public:
  // Builds the lists. `order` holds indices of records and boxes, nearest first. With `keep_slots`, pairs_of() is
  // available afterwards. Errors: limit_exceeded for more than 2^32 pairs, out_of_memory.
  Result<void> build(std::span<const KeyValue> order, const SplatRecord* records, const SplatBox* boxes, int width,
                     int height, bool keep_slots);

  // Number of tiles and of splat-tile pairs; pixel rectangle and splats of a tile.
  std::size_t tile_count() const { return static_cast<std::size_t>(tiles_x_) * static_cast<std::size_t>(tiles_y_); }
  std::size_t pair_count() const { return pairs_.size(); }
  TileRect rect(std::size_t tile) const;
  TileList list(std::size_t tile) const {
    return {pairs_.data() + tile_begin_[tile], tile_begin_[tile + 1] - tile_begin_[tile]};
  }
  // Index of the first pair of a tile.
  std::size_t first_pair(std::size_t tile) const { return tile_begin_[tile]; }
  // Indices of the pairs of splat number i of `order`. Requires keep_slots.
  std::span<const uint32_t> pairs_of(std::size_t i) const {
    return {slots_.data() + slot_begin_[i], slot_begin_[i + 1] - slot_begin_[i]};
  }

 private:
  template <class Visit>
  void for_each_tile(const SplatBox& box, const SplatRecord& record, Visit&& visit) const;
  int width_ = 0, height_ = 0, tiles_x_ = 0, tiles_y_ = 0;
  Scratch<uint32_t> counts_;      // [chunks, tiles]
  Scratch<uint32_t> tile_begin_;  // [tiles + 1]
  Scratch<uint32_t> pairs_;       // record index of every splat-tile pair, grouped by tile
  Scratch<uint32_t> slot_begin_, slots_;
};

}  // namespace gs::splat::cpu
