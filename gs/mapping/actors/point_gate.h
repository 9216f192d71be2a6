// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Selection of the points of a sweep that may belong to moving objects. Private to track_objects.
#pragma once

#include <algorithm>
#include <span>

#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Ray origin of point i in base_link: its own after deskewing, else the position of the sensor.
inline Vec3f ray_origin(const Sweep& sweep, std::size_t i) {
  return i < sweep.ray_origins.size() ? sweep.ray_origins[i] : cast<float>(sweep.sensor_in_base);
}

// Time of measurement of point i after the stamp of the sweep [s]; 0 if it is not known.
inline float measured_after(const Sweep& sweep, std::size_t i) {
  return i < sweep.measured_after_s.size() ? sweep.measured_after_s[i] : 0.f;
}

// Points within a range of their sensor and outside the ego vehicle; false for points that are not finite.
struct PointGate {
  double min_range_m = 1, max_range_m = 60;
  std::span<const ObjectExtent> ego_boxes{};  // in base_link

  // Whether point i may belong to a moving object.
  bool passes(const Sweep& sweep, std::size_t i) const {
    const Vec3f p = sweep.points[i].position_in_base, d = p - ray_origin(sweep, i);
    const double squared = dot(cast<double>(d), cast<double>(d));
    if (!(squared >= min_range_m * min_range_m && squared <= max_range_m * max_range_m)) return false;
    return std::ranges::none_of(ego_boxes, [&](const ObjectExtent& box) { return contains(box, cast<double>(p)); });
  }
  // Whether a point lies in a box or on its sides.
  static bool contains(const ObjectExtent& box, Vec3d p) {
    return p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z && p.x <= box.high.x && p.y <= box.high.y &&
           p.z <= box.high.z;
  }
};

}  // namespace gs::mapping
