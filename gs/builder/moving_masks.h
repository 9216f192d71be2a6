// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where pictures show what moved: LiDAR points that the map left out, seen by the cameras at that time.
#pragma once

#include <span>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/builder/recorded_sweeps.h"
#include "gs/builder/recorded_views.h"
#include "gs/core/progress.h"

namespace gs {

struct MaskOptions {
  // Places that moved are taken for an object only together: leaves and edges give a few.
  double cluster_cell_m = 0.4;
  std::size_t min_cluster_points = 60;
  double min_cluster_height_m = 0.5;
  double margin_m = 0.35;  // around a point, for what lies between the beams
  int min_margin_px = 3;
  // A thing of so many points in a sweep, and no longer than this, is covered with everything between its points.
  std::size_t min_filled_points = 8;
  double max_filled_m = 14;
  // Sweeps this long before and after a picture count: a sweep lasts a tenth of a second.
  double before_s = 0.11, after_s = 0.06;
};

class MovingMasks {
 public:
  // moving_in_map: what the map left out, one point a voxel of voxel_m. Reads every sweep once.
  static Result<MovingMasks> create(std::span<const Vec3f> moving_in_map, double voxel_m, RecordedSweeps& sweeps,
                                    const MaskOptions& options, Progress& progress);

  bool empty() const { return sweeps_.empty(); }
  // 255 where the picture may be learned from, 0 where something moved; an empty image when nothing did.
  Image mask_of(const RecordedView& view, const CameraD& lens) const;

 private:
  struct MovingSweep {
    Timestamp stamp;
    std::vector<std::vector<Vec3f>> objects_in_map;
  };
  void cover(std::span<const Vec3f> object, const Rigid3d& camera_from_map, const CameraD& lens, Image& mask) const;
  explicit MovingMasks(const MaskOptions& options) : options_(options) {}
  MaskOptions options_;
  std::vector<MovingSweep> sweeps_;  // those that saw something move, in time order
};

// The points of clusters that are large and high enough to be an object, in their order.
std::vector<Vec3f> points_of_objects(std::span<const Vec3f> points, const MaskOptions& options);

}  // namespace gs
