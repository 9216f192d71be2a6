// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which voxels of the map were emptied by later or earlier sweeps. Private to build_static_map.
#pragma once

#include <algorithm>
#include <array>

#include "gs/mapping/free_space.h"

namespace gs::mapping {

// Counts, for the voxels of given blocks, the looks that ended in them and the looks that saw them empty. Counts only
// grow and saturate, so the order of looks does not matter.
class MovingEvidence {
 public:
  explicit MovingEvidence(int min_seen_through) : min_seen_through_(min_seen_through) {}

  // Only blocks watched before looks are added are counted.
  void watch(Voxel voxel) {
    if (blocks_.find_or_add(pack(block_of(voxel))) == counts_.size()) counts_.emplace_back();
  }

  void add(const FreeSpace& look) {
    const Voxel first = look.first_block(), last = look.last_block();
    FreeSpace::BlockBits bits;
    for (int32_t z = first.z; z < last.z; ++z) {
      for (int32_t y = first.y; y < last.y; ++y) {
        for (int32_t x = first.x; x < last.x; ++x) {
          const uint32_t index = blocks_.find(pack({x, y, z}));
          if (index != KeyIndex::kNone && look.read_block({x, y, z}, bits)) add(bits, counts_[index]);
        }
      }
    }
  }

  // Seen empty often enough, and more often than filled: a pole that some looks miss between two beams stays.
  bool emptied(Voxel voxel) const {
    const Counts* counts = find(voxel);
    if (counts == nullptr) return false;
    const std::size_t i = inside(voxel);
    return counts->ended[i] > 0 && counts->empty[i] >= min_seen_through_ && counts->empty[i] > counts->ended[i];
  }

 private:
  struct Counts {
    std::array<uint8_t, 512> ended{}, empty{};
  };
  static Voxel block_of(Voxel v) { return {v.x >> 3, v.y >> 3, v.z >> 3}; }
  static std::size_t inside(Voxel v) { return static_cast<std::size_t>((v.z & 7) << 6 | (v.y & 7) << 3 | (v.x & 7)); }

  static void add(const FreeSpace::BlockBits& bits, Counts& counts) {
    for (std::size_t row = 0; row < 64; ++row) {
      if ((bits.ended[row] | bits.empty[row]) == 0) continue;
      for (std::size_t x = 0; x < 8; ++x) {
        count(counts.ended[8 * row + x], bits.ended[row] >> x & 1);
        count(counts.empty[8 * row + x], bits.empty[row] >> x & 1);
      }
    }
  }
  static void count(uint8_t& counter, int one_more) {
    counter = static_cast<uint8_t>(std::min(counter + one_more, 255));
  }
  const Counts* find(Voxel voxel) const {
    const uint32_t index = blocks_.find(pack(block_of(voxel)));
    return index == KeyIndex::kNone ? nullptr : &counts_[index];
  }

  int min_seen_through_;
  KeyIndex blocks_;
  std::vector<Counts> counts_;
};

}  // namespace gs::mapping
