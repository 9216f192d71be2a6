// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a look around says about the space around the sensor: where rays ended, and where there was surely nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

// A box of bits around the sensor, reused from look to look: its size does not depend on the length of the log.
class FreeSpace {
 public:
  FreeSpace(double voxel_m, double range_m);

  struct Ray {
    Vec3d origin_in_map, end_in_map;
    bool on_ground = false;  // the end lies on the ground: it fills nothing
  };
  // Forgets the last look. Rays are walked up to one voxel before their end, and up to the range; of rays that end in
  // the same voxel the first is walked.
  void observe(Vec3d sensor_in_map, std::span<const Ray> rays);

  // The 8x8x8 bits of a block of voxels (block coordinates are voxel coordinates / 8): bit x of byte [8 z + y].
  struct BlockBits {
    uint8_t filled[64];  // a ray ended here, above the ground
    uint8_t empty[64];   // seen through, and each of the 26 neighbours seen through or ground; none of them filled
  };
  // The blocks this look can say something about: first inclusive, last exclusive.
  Voxel first_block() const;
  Voxel last_block() const;
  // False when nothing in the block was seen.
  bool read_block(Voxel block, BlockBits& bits) const;

 private:
  void walk(const Ray& ray);
  void find_empty();
  std::size_t bit_of(Voxel local) const;

  double voxel_m_, range_m_;
  Voxel origin_{}, size_{};  // in voxels; multiples of 8, x of 64
  std::vector<uint64_t> seen_, ended_, filled_, empty_, scratch_;
};

}  // namespace gs::mapping
