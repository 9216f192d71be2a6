// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packs all results into a world bundle with previews and quality measurements, and validates it. The bundle appears
// completely or not at all.
//
// clang-format off
//   06_world_bundle/quality.json                             PSNR, SSIM, coverage, depth and ground errors
//   06_world_bundle/build_report.json                        the report without paths and times, for the bundle
//   06_world_bundle/report.html                              a page with verdicts, map, images and warnings
//   06_world_bundle/preview/overview.png, trajectory.png     the world and the path from above
//   06_world_bundle/preview/camera_<id>.mp4                  the drive rendered from each camera
//   <output>/                                                the bundle (docs/formats/world_bundle.md)
// clang-format on
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/time.h"
#include "gs/splat/factory.h"

namespace gs::builder {

// Name of the default training configuration, stored in metadata.json if the user gave no file.
inline constexpr std::string_view kDefaultTrainingFile = "default_gs_training_config.yaml";

// Options of WorldBundlePacker.
struct PackOptions {
  fs::path input;                       // the log, for the report
  std::vector<fs::path> more_inputs{};  // further files of the same drive
  fs::path output;                      // worlds/<scene_id>
  std::string scene_id;
  bool replace = false;  // replace any bundle; an unedited older build of the same log and name is always replaced
  bool discard_edits = false;  // replace it even if files were added or changed
  Timestamp created_at;
  BuildConfig config;
  GsTrainingConfig training;
  std::string training_file{kDefaultTrainingFile};  // name of the file of `training`, for metadata.json
  GeometryConfig geometry;
  Backend backend = Backend::automatic;          // for previews and quality measurements
  std::map<std::string, double> step_seconds{};  // of the earlier steps, by name
  std::vector<std::string> warnings{};
};

// Result of WorldBundlePacker.
struct PackReport {
  uint64_t bundle_bytes = 0;
  uint64_t gaussians = 0;
  double trajectory_length_m = 0;
  double base_link_shift_m = 0;  // distance by which base_link was lowered to the ground
  Problems problems = Problems();
  std::vector<std::string> notes{};  // messages to the user: carried over edits, removed partial results
};

// The step that packs the bundle: reads the folders of the earlier steps; writes 06_world_bundle (quality.json,
// build_report.json, report.html, preview/), then the bundle, then build_report.json and report.html of the workspace.
// Poor figures are warnings. Errors: FILE_MISSING, VALIDATION_FAILED; the output is then unchanged.
struct WorldBundlePacker : StepTypes<Step::world_bundle_packer, PackOptions, PackReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

// Writes build_report.json of a failed build to the workspace.
Result<void> write_failed_report(const Workspace& workspace, const PackOptions& options, const BuildError& error);

}  // namespace gs::builder
