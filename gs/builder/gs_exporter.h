// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 5: the Gaussians of the bundle, from the best checkpoint of the training. With training switched off, or without
// a camera, they are made from the coloured LiDAR map: what a training would start from, and said to be that wherever
// it is reported.
#pragma once

#include "gs/builder/build_error.h"
#include "gs/builder/workspace.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/model/cloud_view.h"

namespace gs {

struct ExportOptions {
  bool trained = true;                         // take the result of gs_train_orchestrator
  std::string checkpoint_dir = "checkpoints";  // below 03_gs_training
  std::size_t max_gaussians = 5'000'000;       // of a trained model; the faintest go first
  std::size_t max_untrained = 200'000;         // of the coloured map
};

struct ExportReport {
  uint64_t gaussians = 0;
  uint64_t iterations = 0;  // of training; 0: initialisation only
  double psnr_db = 0;       // of held-out views, as training measured it
  std::size_t pruned = 0;
  bool antialiasing = false;             // whether it was trained with opacity compensation
  std::optional<double> low_pass_px2{};  // of the filter it was trained with
  Problems problems;
};

// Reads 03, or 00, 01 and 05; writes 04_gs_export: background.splat.ply, render_config.json and export.json.
// CHECKPOINT_NOT_FOUND.
BuildResult<ExportReport> export_gaussians(const Workspace& workspace, const ExportOptions& options,
                                           Progress& progress);

// The usual 1000 m, or more where the cloud reaches further: what others trained may show mountains.
double far_plane_for(CloudView cloud);

}  // namespace gs
