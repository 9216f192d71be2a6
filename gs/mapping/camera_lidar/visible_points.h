// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The points of a map that a camera sees. Private to the calibration of cameras.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/mapping/static_map/static_map.h"

namespace gs::mapping {

// Limits of the selection.
struct VisibilityOptions {
  double min_depth_m = 2, max_depth_m = 60;
  double voxel_m = 0.1;  // distance between points of the map: every point hides that much of the scene behind it
  int cell_px = 3;       // at most one point is selected per cell of the image
  std::size_t most = 1u << 30;  // more points are thinned evenly
  std::span<const uint8_t>
      seen{};  // [height, width] of the camera, 0: pixels that show nothing; empty: all show something
};

// Indices of the points that are not hidden by others, at most one (the nearest) per cell of the image, in the order of
// the cells. Only the points in `candidates` are looked at.
std::vector<uint32_t> visible_points(std::span<const MapPoint> points, std::span<const uint32_t> candidates,
                                     const CameraD& camera, const Rigid3d& camera_from_map,
                                     const VisibilityOptions& options);

// Indices of all points that may become visible when the camera moves by a few centimetres and its image by a few
// percent: those in or near the image and not far behind others.
std::vector<uint32_t> nearly_visible_points(std::span<const MapPoint> points, const CameraD& camera,
                                            const Rigid3d& camera_from_map, const VisibilityOptions& options);

}  // namespace gs::mapping
