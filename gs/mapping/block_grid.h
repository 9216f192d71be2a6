// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A value for every voxel of a sparse volume, in hashed blocks of 8 x 8 x 8: neighbours mostly lie in one cache page
// and cost no look-up of their own.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

template <class T>
class BlockGrid {
 public:
  using Block = std::array<T, 512>;
  static constexpr uint32_t kNone = KeyIndex::kNone;

  static Voxel block_of(Voxel v) { return {v.x >> 3, v.y >> 3, v.z >> 3}; }
  static std::size_t inside(Voxel v) { return static_cast<std::size_t>((v.z & 7) << 6 | (v.y & 7) << 3 | (v.x & 7)); }

  std::size_t size() const { return blocks_.size(); }
  bool empty() const { return blocks_.empty(); }
  Block& block(uint32_t i) { return blocks_[i]; }
  const Block& block(uint32_t i) const { return blocks_[i]; }
  uint64_t key(uint32_t i) const { return index_.keys()[i]; }  // pack(block_of(voxel))
  // By key: the same however the blocks came.
  std::vector<uint32_t> in_order() const {
    std::vector<uint32_t> order(size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    return order;
  }

  uint32_t find_block(Voxel block) const { return index_.find(pack(block)); }
  uint32_t add_block(Voxel block) {
    const uint32_t i = index_.find_or_add(pack(block));
    if (i == blocks_.size()) blocks_.emplace_back();
    return i;
  }
  T& at(Voxel v) { return blocks_[add_block(block_of(v))][inside(v)]; }
  const T* find(Voxel v) const {
    const uint32_t i = find_block(block_of(v));
    return i == kNone ? nullptr : &blocks_[i][inside(v)];
  }

  // The up to 2 x 2 x 2 blocks that a box of at most 8 voxels an edge touches, from its lowest voxel on.
  class Window {
   public:
    Window(const BlockGrid& grid, Voxel low) : first_(block_of(low)) {
      for (int i = 0; i < 8; ++i) of_[static_cast<std::size_t>(i)] = grid.find_block(block(i));
    }
    static constexpr std::size_t slot(Voxel first, Voxel v) {
      return static_cast<std::size_t>(((v.x >> 3) - first.x) | ((v.y >> 3) - first.y) << 1 |
                                      ((v.z >> 3) - first.z) << 2);
    }
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
    bool starts_at(Voxel low) const { return block_of(low) == first_; }

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
