// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Free space around the sensor from one scan group (a few consecutive sweeps): voxels where rays ended, and voxels that
// are certainly empty.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

// Bit grid of fixed size around the sensor, reused for every scan group: its memory does not depend on the length of
// the log.
class FreeSpace {
 public:
  // With `find_passed` the voxels in BlockBits::passed are found too.
  FreeSpace(double voxel_m, double range_m, bool find_passed = false);

  // A LiDAR ray from the sensor to its measured point.
  struct Ray {
    Vec3d origin_in_map, end_in_map;
    bool on_ground = false;  // the end lies on the ground and occupies no voxel
  };
  // Replaces the content by that of a new scan group. Rays are traversed up to one voxel before their end and up to the
  // range. Of the rays that end in one voxel only the first is traversed.
  void observe(Vec3d sensor_in_map, std::span<const Ray> rays);

  // The 8x8x8 bits of a block of voxels (block coordinates are voxel coordinates / 8): bit x of byte [8 z + y].
  struct BlockBits {
    uint8_t filled[64];  // a ray ended here, above the ground
    uint8_t empty[64];   // traversed; all 26 neighbours traversed or ground, none of them filled
    uint8_t passed[64];  // traversed; none of the 26 neighbours filled, but they may be unobserved; else 0
  };
  // Blocks that the bit grid covers: first inclusive, last exclusive.
  Voxel first_block() const;
  Voxel last_block() const;
  // Copies the bits of a block. False if the scan group observed nothing in it.
  bool read_block(Voxel block, BlockBits& bits) const;

 private:
  void walk(const Ray& ray);
  void find_empty();
  void find_passed();
  std::size_t bit_of(Voxel local) const;

  double voxel_m_, range_m_;
  Voxel origin_{}, size_{};  // in voxels; multiples of 8, x of 64
  std::vector<uint64_t> seen_, ended_, filled_, empty_, scratch_, passed_;
};

}  // namespace gs::mapping
