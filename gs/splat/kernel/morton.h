// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Morton (Z-order) curve: positions that are close on the curve are close in space. Gaussians in this order are read
// from neighbouring addresses by the tiles of an image.
#pragma once

#include <cstdint>

#include "gs/geometry/vec.h"

namespace gs::splat {

inline constexpr uint64_t kLastMortonKey = ~uint64_t{0};

// Inserts two zero bits between neighbouring bits of a 21-bit number.
GS_HD constexpr uint64_t spread_bits(uint64_t v) {
  v &= 0x1FFFFF;
  v = (v | v << 32) & 0x1F00000000FFFFull;
  v = (v | v << 16) & 0x1F0000FF0000FFull;
  v = (v | v << 8) & 0x100F00F00F00F00Full;
  v = (v | v << 4) & 0x10C30C30C30C30C3ull;
  return (v | v << 2) & 0x1249249249249249ull;
}

// The cube that the curve fills: its corner with the lowest coordinates and the cells per metre. The same scale for all
// axes makes the cells cubes; 21 bits per axis resolve near Gaussians even if a few are far away.
struct MortonCube {
  Vec3f low{};
  float scale = 0;
};
// The cube around the box from `low` to `high`.
GS_HD inline MortonCube morton_cube(Vec3f low, Vec3f high) {
  const Vec3f d = high - low;
  float extent = d.x > d.y ? d.x : d.y;
  extent = d.z > extent ? d.z : extent;
  return {low, 2097151.0f / (extent > 1e-6f ? extent : 1e-6f)};
}

// Place of a position on the curve; kLastMortonKey for positions that are not finite.
GS_HD inline uint64_t morton_key(const MortonCube& cube, Vec3f position) {
  const Vec3f p = (position - cube.low) * cube.scale;
  // False for NaN and for infinity, too.
  if (!(p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x < 4194304.0f && p.y < 4194304.0f && p.z < 4194304.0f)) {
    return kLastMortonKey;
  }
  return spread_bits(static_cast<uint64_t>(p.x)) | spread_bits(static_cast<uint64_t>(p.y)) << 1 |
         spread_bits(static_cast<uint64_t>(p.z)) << 2;
}

}  // namespace gs::splat
