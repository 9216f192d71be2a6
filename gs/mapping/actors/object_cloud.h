// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The points of an object in one sweep, thinned for registration. Private to track_objects.
#pragma once

#include <algorithm>
#include <span>

#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Symmetric 3x3 matrix: xx, xy, xz, yy, yz, zz.
struct Symmetric3 {
  float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
};

// At most kMost points relative to their mean, in columns for fast loops.
struct ObjectCloud {
  static constexpr std::size_t kMost = 400;

  Timestamp stamp;         // mean measurement time
  Vec3d mean;              // in map [m]
  double ground_z = 0;     // height of the ground below the mean, in map [m]
  std::size_t points = 0;  // before thinning
  Vec3f low, high;         // relative to the mean
  std::vector<float> x, y, z;
  std::vector<float> after_s;  // measured this long after `stamp`
  // Weight of a distance to the surface at each point: near 1 along the normal, small along the surface. kept leaves
  // out the directions along the surface, which tell nothing of a motion.
  std::vector<Symmetric3> surface, kept;

  std::size_t size() const { return x.size(); }
  // Longer side of the bounding rectangle in x and y.
  double width_m() const { return static_cast<double>(std::max(high.x - low.x, high.y - low.y)); }
  // Drops points and surfaces, so that at most `most` points stay, for a cloud that is registered no more.
  void thin(std::size_t most);
};

// The cloud of some points of a sweep: every n-th of them. `indices` must not be empty.
ObjectCloud object_cloud(const Sweep& sweep, std::span<const uint32_t> indices);

}  // namespace gs::mapping
