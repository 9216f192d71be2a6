// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Local map of small planes, one per voxel, to which sweeps are registered. Private to refine_poses.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

// Accumulates points in map [m] and fits a plane to each voxel that is flat.
class PlaneMap {
 public:
  explicit PlaneMap(double voxel_m) : voxel_m_(voxel_m) {}

  // Plane of a voxel.
  struct Plane {
    Vec3d point;   // on the plane, in map
    Vec3d normal;  // unit, of arbitrary sign
  };

  // Adds points (in map) that were measured at time_s and refits the planes of their voxels. Full voxels keep their
  // plane; only the time of their last point changes.
  void add(std::span<const Vec3d> points, double time_s = 0);
  // Plane of the voxel that contains the point; nullptr if the voxel is empty or not flat, or if its first and last
  // point are less than min_age_s apart. A vehicle that drives by leaves a voxel sooner than that.
  const Plane* find(Vec3d point, double min_age_s = 0) const;
  // Removes voxels further than radius_m from the centre, which bounds the memory on long drives.
  void forget_beyond(Vec3d centre, double radius_m);

  std::size_t size() const { return cells_.size(); }

 private:
  struct Cell {
    Vec3d first{};                   // sum of points relative to the voxel's middle [m]
    std::array<double, 6> second{};  // sums of xx xy xz yy yz zz [m^2]
    double first_s = 0, last_s = 0;  // times of the first and last point
    uint32_t count = 0;
    bool touched = false, flat = false;
    Plane plane{};
  };
  void refit(Cell& cell, Vec3d middle) const;
  Vec3d middle(Voxel v) const { return Vec3d{v.x + 0.5, v.y + 0.5, v.z + 0.5} * voxel_m_; }

  double voxel_m_;
  KeyIndex index_;
  std::vector<Cell> cells_;
};

}  // namespace gs::mapping
