// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sparse voxel grid: a value per voxel, stored in hashed blocks of 8 x 8 x 8. Neighbouring voxels mostly lie in the
// same block, so a neighbourhood costs at most eight hash look-ups.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

// Values start as T{}. References into a block are invalid after the next add_block() or at().
template <class T>
class BlockGrid {
 public:
  using Block = std::array<T, 512>;
  static constexpr uint32_t kNone = KeyIndex::kNone;

  // Block coordinates are voxel coordinates / 8, rounded down; inside() is the voxel's index in its block, x fastest.
  static Voxel block_of(Voxel v) { return {v.x >> 3, v.y >> 3, v.z >> 3}; }
  static std::size_t inside(Voxel v) { return static_cast<std::size_t>((v.z & 7) << 6 | (v.y & 7) << 3 | (v.x & 7)); }

  std::size_t size() const { return blocks_.size(); }
  bool empty() const { return blocks_.empty(); }
  // Blocks by index, 0 <= i < size(), in the order in which they were added.
  Block& block(uint32_t i) { return blocks_[i]; }
  const Block& block(uint32_t i) const { return blocks_[i]; }
  uint64_t key(uint32_t i) const { return index_.keys()[i]; }  // pack(block_of(voxel))
  // Block indices sorted by key: an order that does not depend on the order of insertion.
  std::vector<uint32_t> in_order() const {
    std::vector<uint32_t> order(size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    return order;
  }

  // Index of the block with these block coordinates; find_block() gives kNone if it does not exist, add_block() adds
  // it.
  uint32_t find_block(Voxel block) const { return index_.find(pack(block)); }
  uint32_t add_block(Voxel block) {
    const uint32_t i = index_.find_or_add(pack(block));
    if (i == blocks_.size()) blocks_.emplace_back();
    return i;
  }
  // Value of a voxel; at() adds the voxel's block if necessary, find() gives nullptr if the block does not exist.
  T& at(Voxel v) { return blocks_[add_block(block_of(v))][inside(v)]; }
  const T* find(Voxel v) const {
    const uint32_t i = find_block(block_of(v));
    return i == kNone ? nullptr : &blocks_[i][inside(v)];
  }

  // Cached look-up of the up to 2 x 2 x 2 blocks that a box of at most 8 voxels an edge touches. `low` is the box's
  // lowest voxel; only voxels of the box may be asked for.
  class Window {
   public:
    Window(const BlockGrid& grid, Voxel low) : first_(block_of(low)) {
      for (int i = 0; i < 8; ++i) of_[static_cast<std::size_t>(i)] = grid.find_block(block(i));
    }
    // Position of the voxel's block among the eight blocks of the window: bit 0 for x, 1 for y, 2 for z.
    static constexpr std::size_t slot(Voxel first, Voxel v) {
      return static_cast<std::size_t>(((v.x >> 3) - first.x) | ((v.y >> 3) - first.y) << 1 |
                                      ((v.z >> 3) - first.z) << 2);
    }
    // Like BlockGrid's find_block(), find() and at(), without hashing.
    uint32_t of(Voxel v) const { return of_[slot(first_, v)]; }
    const T* find(const BlockGrid& grid, Voxel v) const {
      const uint32_t i = of(v);
      return i == kNone ? nullptr : &grid.blocks_[i][inside(v)];
    }
    T& at(BlockGrid& grid, Voxel v) {
      uint32_t& i = of_[slot(first_, v)];
      if (i == kNone) i = grid.add_block(block_of(v));
      return grid.blocks_[i][inside(v)];
    }

   private:
    Voxel block(int i) const { return {first_.x + (i & 1), first_.y + (i >> 1 & 1), first_.z + (i >> 2)}; }
    Voxel first_;
    std::array<uint32_t, 8> of_;
  };

 private:
  KeyIndex index_;
  std::vector<Block> blocks_;
};

}  // namespace gs::mapping
