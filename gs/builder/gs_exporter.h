// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 5: the Gaussians of the bundle. Without a trained model they are made from the coloured LiDAR map: what a
// training would start from, and said to be that wherever it is reported.
#pragma once

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/calibration.h"

namespace gs {

struct ExportOptions {
  int64_t max_gaussians = 200'000;
  int max_views = 60;            // pictures used for colour, spread over the drive
  double max_view_range_m = 40;  // farther points take no colour from a picture
};

struct ExportReport {
  uint64_t gaussians = 0, coloured = 0;
  int iterations = 0;  // of training
  int views = 0;
  Problems problems;
};

// Reads 00, 01 and 05; writes 04_gs_export: background.splat.ply, render_config.json and export.json.
BuildResult<ExportReport> export_gaussians(const Workspace& workspace, const ExportOptions& options,
                                           Progress& progress);

struct ColouredPoint {
  Vec3f position;               // in map
  Vec3f rgb{0.5f, 0.5f, 0.5f};  // 0 to 1
};
// Round Gaussians: standard deviation half the mean distance to the three nearest neighbours (0.02 to 0.5 m), opacity
// 0.9, SH degree 0.
Result<GaussianCloud> gaussians_of_points(const std::vector<ColouredPoint>& points);

}  // namespace gs
