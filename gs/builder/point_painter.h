// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gives the points of the map the colours of the pictures.
#pragma once

#include <span>
#include <vector>

#include "gs/builder/recorded_views.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/train/initialise.h"

namespace gs {

struct PaintOptions {
  std::size_t max_points = 1'000'000;  // of more an even choice is taken
  int max_views = 120;                 // pictures used, spread over the drive
  double max_range_m = 60;             // farther points take no colour from a picture
};

struct PaintedCloud {
  std::vector<ColoredPoint> points;  // those that a picture shows; all of them, gray, when none does
  std::size_t coloured = 0;
  int views = 0;
};

// Each point takes the colour of the nearest picture that sees it. A picture that cannot be read is a warning.
Result<PaintedCloud> paint_points(std::span<const Vec3f> points_in_map, std::span<const RecordedCamera> cameras,
                                  const PaintOptions& options, Problems& problems, Progress& progress);

}  // namespace gs
