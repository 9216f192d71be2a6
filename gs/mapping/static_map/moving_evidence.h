// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Per-voxel evidence from the scan groups of a drive, in time order: was the voxel occupied by a moving object? Private
// to PointcloudIntegrator.
#pragma once

#include <algorithm>

#include "gs/mapping/block_grid.h"
#include "gs/mapping/static_map/free_space.h"

namespace gs::mapping {

// Verdict about one occupied voxel.
enum class Stay : uint8_t {
  unknown,  // too few observations
  stands,   // occupied too long without a break for a passing object
  moved,    // observed empty before or after it was occupied
};

// Counts occupied and empty observations per voxel. Scan groups must be added in time order.
class MovingEvidence {
 public:
  explicit MovingEvidence(int min_seen_through) : min_seen_through_(min_seen_through) {}

  // Registers the voxel's block. Only blocks registered before add() are counted.
  void watch(Voxel voxel) { tracks_.add_block(Tracks::block_of(voxel)); }

  // Adds the observations of the next scan group.
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

  // moved: observed empty at least min_seen_through times and more often than occupied, so that a pole missed between
  // two beams stays; if it was occupied without a break for longer than kBrief, three times as often.
  Stay stay(Voxel voxel) const {
    const Track* found = tracks_.find(voxel);
    if (found == nullptr) return Stay::unknown;
    const Track& t = *found;
    const bool brief = t.longest <= kBrief;
    if (t.filled > 0 && t.empty >= min_seen_through_ && t.empty > (brief ? t.filled : 3 * t.filled)) return Stay::moved;
    return brief ? Stay::unknown : Stay::stands;
  }

 private:
  // Counters in scan groups, saturating at 255.
  struct Track {
    uint8_t filled = 0, empty = 0;
    uint8_t run = 0, longest = 0;  // occupied groups without kPause empty ones between them
    uint8_t pause = 0;             // empty groups since the last occupied one
  };
  using Tracks = BlockGrid<Track>;
  // A passing car or pedestrian occupies a voxel for about a second: four scan groups of three sweeps at 10 Hz.
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
