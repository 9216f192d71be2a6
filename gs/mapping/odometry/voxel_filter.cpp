// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/voxel_filter.h"

#include <bit>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

void VoxelFilter::begin(std::size_t points, double edge_m) {
  per_m_ = 1 / edge_m;
  // At most half full. Growing discards the old generations.
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(1024, 2 * points));
  if (wanted > slots_.size()) {
    slots_.assign(wanted, {});
    generation_ = 0;
    shift_ = 64 - std::countr_zero(wanted);
  }
  if (++generation_ == 0) {  // wrapped around: old marks would look new
    slots_.assign(slots_.size(), {});
    generation_ = 1;
  }
}

bool VoxelFilter::insert(Vec3f point) {
  // Truncation of a positive number is its floor and needs no library call.
  const auto cell = [&](float v) { return static_cast<uint64_t>(static_cast<double>(v) * per_m_ + kVoxelLimit); };
  const uint64_t key = cell(point.z) << 42 | cell(point.y) << 21 | cell(point.x);
  std::size_t slot = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ull) >> shift_);  // Fibonacci hashing
  for (;; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot].generation != generation_) {
      slots_[slot] = {key, generation_};
      return true;
    }
    if (slots_[slot].key == key) return false;
  }
}

void thin(const PointBuffer& points, double edge_m, VoxelFilter& filter, PointBuffer& out) {
  filter.begin(points.size(), edge_m);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (filter.insert(points.at(i))) out.push(points.at(i), points.time_s[i]);
  }
}

}  // namespace gs::mapping
