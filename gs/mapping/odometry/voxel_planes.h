// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Map of the surroundings as small planes, one per voxel, to which sweeps are registered.
#pragma once

#include <optional>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/mapping/odometry/point_buffer.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {

// Accumulates the points of sweeps in voxels and fits a plane to each voxel whose points are flat. Positions are stored
// relative to the middle of their voxel, so that float numbers suffice however far the vehicle is from the origin.
class VoxelPlanes {
 public:
  explicit VoxelPlanes(double voxel_m) : voxel_m_(voxel_m) {}

  // Plane near a point: signed distance of the point to it [m], its unit normal (of arbitrary sign) in map, and the
  // variance of the distance [m^2]: that of the voxel's points along the normal, larger beside the points.
  struct Match {
    float distance_m;
    Vec3f normal;
    float variance_m2;
  };

  // Adds points of base_link at the pose map_from_base and refits the planes of their voxels. Voxels that are full stay
  // unchanged. Points beyond the limits of voxel.h are ignored.
  void add(const PointBuffer& points, const Rigid3d& map_from_base);
  // Plane of the voxel that contains the point. If that voxel has none: the plane, nearest by the centre of its points,
  // of the other seven voxels that touch the voxel corner next to the point. Empty if there is no plane, or if it is
  // farther than gate_m from the point, or if its points lie too far beside the point.
  std::optional<Match> find(Vec3d point_in_map, float gate_m) const;
  // Removes voxels farther than radius_m from the centre, which bounds the memory on long drives.
  void forget_beyond(Vec3d centre, double radius_m);
  // Removes all voxels.
  void clear();

  // Edge of a voxel [m], and the numbers of occupied voxels and of planes.
  double voxel_m() const { return voxel_m_; }
  std::size_t voxels() const { return cells_.size(); }
  std::size_t planes() const;

 private:
  // Sums over the points of a voxel, relative to its middle.
  struct Cell {
    Vec3f first{};      // [m]
    float second[6]{};  // xx xy xz yy yz zz [m^2]
    uint32_t count = 0;
    uint32_t touched = 0;  // number of the add() that changed it last
  };
  // Fitted plane, relative to the middle of the voxel; variance_m2 < 0: none.
  struct Plane {
    Vec3f mean{};
    Vec3f normal{};
    float variance_m2 = -1;
    Vec3f narrow{};  // direction in the plane in which the points extend least, divided by its standard deviation
  };
  static Plane fit(const Cell& cell, double voxel_m);
  Vec3d middle(Voxel v) const { return Vec3d{v.x + 0.5, v.y + 0.5, v.z + 0.5} * voxel_m_; }

  double voxel_m_;
  KeyIndex index_;
  std::vector<Cell> cells_;    // read by add() only
  std::vector<Plane> planes_;  // read by find()
  uint32_t additions_ = 0;
  std::vector<uint32_t> touched_;  // voxels changed by the current add(); kept to reuse its memory
};

}  // namespace gs::mapping
