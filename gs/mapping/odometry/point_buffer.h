// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Points of one sweep as separate float arrays, so that loops over them touch only what they need.
#pragma once

#include <cstddef>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs::mapping {

// Positions in base_link [m] and measurement times; all arrays have the same length. clear() keeps the memory.
struct PointBuffer {
  std::vector<float> x, y, z;
  std::vector<float> time_s;  // after the stamp of the sweep

  std::size_t size() const { return x.size(); }
  // Position of point i < size().
  Vec3f at(std::size_t i) const { return {x[i], y[i], z[i]}; }
  // clear() removes all points, push() appends one.
  void clear() { x.clear(), y.clear(), z.clear(), time_s.clear(); }
  void push(Vec3f p, float t) { x.push_back(p.x), y.push_back(p.y), z.push_back(p.z), time_s.push_back(t); }
};

}  // namespace gs::mapping
