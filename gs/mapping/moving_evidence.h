// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the looks of a drive, in time order, say about the voxels of the map. Private to build_static_map.
#pragma once

#include <algorithm>

#include "gs/mapping/block_grid.h"
#include "gs/mapping/free_space.h"

namespace gs::mapping {

enum class Stay : uint8_t {
  unknown,  // too little was seen
  stands,   // filled for so long that it is no passer-by
  moved,    // seen empty before or after it was filled
};

class MovingEvidence {
 public:
  explicit MovingEvidence(int min_seen_through) : min_seen_through_(min_seen_through) {}

  // Only blocks watched before looks are added are counted.
  void watch(Voxel voxel) { tracks_.add_block(Tracks::block_of(voxel)); }

  void add(const FreeSpace& look) {
    const Voxel first = look.first_block(), last = look.last_block();
    FreeSpace::BlockBits bits;
    for (int32_t z = first.z; z < last.z; ++z) {
      for (int32_t y = first.y; y < last.y; ++y) {
        for (int32_t x = first.x; x < last.x; ++x) {
          const uint32_t index = tracks_.find_block({x, y, z});
          if (index != Tracks::kNone && look.read_block({x, y, z}, bits)) add(bits, tracks_.block(index));
        }
      }
    }
  }

  // Seen empty often enough, and more often than filled: a pole that some looks miss between two beams stays. What was
  // filled for long without a pause was there and then gone only if it was seen empty for much longer.
  Stay stay(Voxel voxel) const {
    const Track* found = tracks_.find(voxel);
    if (found == nullptr) return Stay::unknown;
    const Track& t = *found;
    const bool brief = t.longest <= kBrief;
    if (t.filled > 0 && t.empty >= min_seen_through_ && t.empty > (brief ? t.filled : 3 * t.filled)) return Stay::moved;
    return brief ? Stay::unknown : Stay::stands;
  }

 private:
  // Looks, saturating.
  struct Track {
    uint8_t filled = 0, empty = 0;
    uint8_t run = 0, longest = 0;  // filled looks with no two empty ones between them
    uint8_t pause = 0;             // empty looks since the last filled one
  };
  using Tracks = BlockGrid<Track>;
  // A passing car fills a voxel for a second; so does a walker.
  static constexpr int kBrief = 4;
  static constexpr int kPause = 2;

  static void add(const FreeSpace::BlockBits& bits, Tracks::Block& tracks) {
    for (std::size_t row = 0; row < 64; ++row) {
      unsigned any = bits.filled[row] | bits.empty[row];
      for (std::size_t x = 0; any != 0; ++x, any >>= 1) {
        if ((any & 1) == 0) continue;
        add_look((bits.filled[row] >> x & 1) != 0, tracks[8 * row + x]);
      }
    }
  }
  static void add_look(bool filled, Track& t) {
    const auto count = [](uint8_t& counter) { counter = static_cast<uint8_t>(std::min(counter + 1, 255)); };
    if (filled) {
      count(t.filled);
      count(t.run);
      t.longest = std::max(t.longest, t.run);
      t.pause = 0;
    } else {
      count(t.empty);
      count(t.pause);
      if (t.pause >= kPause) t.run = 0;
    }
  }

  int min_seen_through_;
  Tracks tracks_;
};

}  // namespace gs::mapping
