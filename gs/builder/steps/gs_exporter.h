// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Export of the Gaussians for the bundle from the best checkpoint of the training. If training is switched off or there
// is no camera, they are made from the coloured LiDAR map (the cloud that training would start from), and every report
// says so.
//
// clang-format off
//   04_gs_export/background.splat.ply  the Gaussians in map
//   04_gs_export/actors/<id>.ply       the trained Gaussians of an actor; missing if the painted ones are better
//   04_gs_export/render_config.json    how to render them, as in a bundle
//   04_gs_export/export.json           number of Gaussians, iterations and PSNR; quality of trained actors
// clang-format on
#pragma once

#include "gs/builder/build_error.h"
#include "gs/builder/workspace.h"
#include "gs/core/json/node.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::builder {

// Options of GsExporter.
struct ExportOptions {
  bool trained = true;                         // use the result of gs_train_orchestrator
  std::string checkpoint_dir = "checkpoints";  // inside 03_gs_training
  std::size_t max_gaussians = 5'000'000;       // limit for a trained model; the least visible are removed
  std::size_t max_untrained = 200'000;         // limit for the coloured map
};

// Result of GsExporter.
struct ExportReport {
  uint64_t gaussians = 0;
  uint64_t iterations = 0;               // training iterations; 0: initialisation only
  double psnr_db = 0;                    // on held-out views, measured by the training
  std::size_t pruned = 0;                // Gaussians removed to keep the limit
  bool antialiasing = false;             // trained with opacity compensation
  std::optional<double> low_pass_px2{};  // low-pass filter of the training [px^2]
  Node actors{};                         // quality of the trained actors; null without any
  Problems problems;
};

// The step that exports the Gaussians: reads 03_gs_training, or 00, 01 and 05 for an untrained cloud; writes
// 04_gs_export (background.splat.ply, render_config.json and export.json). Errors: CHECKPOINT_NOT_FOUND.
struct GsExporter : StepTypes<Step::gs_exporter, ExportOptions, ExportReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

// Far plane [m] for a cloud: 1000 m, or more if 99.9 % of the Gaussians do not fit into it (imported scenes may contain
// mountains).
double far_plane_for(splat::CloudView cloud);

}  // namespace gs::builder
