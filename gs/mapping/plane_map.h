// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A local map of small planes, one a voxel, for registering sweeps. Private to refine_poses.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

class PlaneMap {
 public:
  explicit PlaneMap(double voxel_m) : voxel_m_(voxel_m) {}

  struct Plane {
    Vec3d point;   // on the plane, in map
    Vec3d normal;  // unit; its sign says nothing
  };

  // Refits the planes of the voxels the points fall into.
  void add(std::span<const Vec3d> points);
  // The plane of the voxel the point lies in; nullptr where there is none, or what is there is not flat.
  const Plane* find(Vec3d point) const;
  // Keeps memory bounded: the map of a long drive is a window around the car.
  void forget_beyond(Vec3d centre, double radius_m);

  std::size_t size() const { return cells_.size(); }

 private:
  struct Cell {
    Vec3d first{};                   // sum of points relative to the voxel's middle [m]
    std::array<double, 6> second{};  // sums of xx xy xz yy yz zz [m^2]
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
