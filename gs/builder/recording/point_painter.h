// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Colours the points of the map from the recorded images.
#pragma once

#include <span>
#include <vector>

#include "gs/builder/recording/ingested_images.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/train/initial_cloud/point_gaussians.h"

namespace gs::builder {

// Options of paint_points().
struct PaintOptions {
  std::size_t max_points = 1'000'000;  // more points are thinned evenly
  int max_views = 120;                 // images used, spread over the drive
  double max_range_m = 60;             // largest distance between camera and point
};

// Result of paint_points().
struct PaintedCloud {
  std::vector<splat::train::ColoredPoint> points;  // points seen by a camera; all points in grey if hardly any is seen
  std::size_t coloured = 0;                        // points seen by a camera
  int views = 0;                                   // images used
};

// Each point takes the colour of the nearest camera position that sees it. An image that cannot be read is a warning.
// Errors: interrupted.
Result<PaintedCloud> paint_points(std::span<const Vec3f> points_in_map, std::span<const RecordedCamera> cameras,
                                  const PaintOptions& options, Problems& problems, Progress& progress);

}  // namespace gs::builder
