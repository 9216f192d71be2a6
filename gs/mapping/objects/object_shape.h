// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The gathered points of an object as surface patches, and the pose of a sighting on them. Private to build_objects().
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/objects/motion_smoother.h"

namespace gs::mapping {

// One voxel of the gathered points, in the object frame.
struct ShapePoint {
  Vec3f position;          // mean of its points [m]
  Vec3f normal;            // unit, towards the sensors; zero where the neighbours form no plane
  Vec3f to_sensor;         // mean of the unit vectors from its points to the sensor
  float intensity = 0;     // mean
  uint32_t count = 0;      // points
  uint32_t sightings = 0;  // different sightings within one voxel around it
};

inline constexpr double kShapeVoxel_m = 0.05;

// Thins points to one per voxel, sorted by voxel, without those that fewer than `min_sightings` show.
std::vector<ShapePoint> gather_shape(std::span<const ObjectPoint> points, uint32_t min_sightings = 2);

// A search grid over shape points; the points must outlive it.
class ShapeGrid {
 public:
  static constexpr double kCell_m = 0.3;
  explicit ShapeGrid(std::span<const ShapePoint> points);
  // Index of the nearest point within `reach` (at most a cell); empty if there is none.
  std::optional<uint32_t> nearest(Vec3d p, double reach) const;
  // Calls visit(index) for all points within a cell of p.
  template <class Visit>
  void around(Vec3d p, const Visit& visit) const;
  std::span<const ShapePoint> points() const { return points_; }

 private:
  std::span<const ShapePoint> points_;
  Vec3d low_{};
  int64_t nx_ = 0, ny_ = 0, nz_ = 0;
  std::vector<uint32_t> start_, index_;  // points of cell c: index_[start_[c]] to index_[start_[c + 1]]
};

// A sighting laid on a shape.
struct ShapeFit {
  SightedPose pose;     // without the number of the sighting
  double misfit_m = 0;  // mean distance of the matched points to the surface
  double matched = 0;   // share of the points with a surface near
};

// Moves the points of one sighting (object frame, at the pose `state`) in x, y, z and yaw onto the shape: point to
// plane with Tukey weights. Empty if too few points lie near the shape.
std::optional<ShapeFit> fit_on_shape(std::span<const Vec3d> points, const ShapeGrid& shape, const ObjectState& state);

// Visits the 27 cells around p.
template <class Visit>
void ShapeGrid::around(Vec3d p, const Visit& visit) const {
  if (points_.empty()) return;
  const Vec3d at = (p - low_) / kCell_m;
  const auto range = [](double value, int64_t count) {
    const auto middle = static_cast<int64_t>(std::floor(std::clamp(value, -2.0, static_cast<double>(count) + 1)));
    return std::pair{std::max<int64_t>(middle - 1, 0), std::min(middle + 1, count - 1)};
  };
  const auto [x0, x1] = range(at.x, nx_);
  const auto [y0, y1] = range(at.y, ny_);
  const auto [z0, z1] = range(at.z, nz_);
  if (x0 > x1) return;
  for (int64_t z = z0; z <= z1; ++z) {
    for (int64_t y = y0; y <= y1; ++y) {
      const auto row = static_cast<std::size_t>((z * ny_ + y) * nx_);
      const uint32_t end = start_[row + static_cast<std::size_t>(x1) + 1];
      for (uint32_t i = start_[row + static_cast<std::size_t>(x0)]; i < end; ++i) visit(index_[i]);
    }
  }
}

}  // namespace gs::mapping
