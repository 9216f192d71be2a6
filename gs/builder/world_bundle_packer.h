// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 7: everything together as a bundle, with previews and what is known about its quality, validated; it appears
// whole or not at all.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/time.h"
#include "gs/splat/factory.h"

namespace gs {

// The file of the repository's config folder that holds the defaults: their name where no file was given.
inline constexpr std::string_view kDefaultTrainingFile = "default_gs_training_config.yaml";

struct PackOptions {
  fs::path input;   // the log, for the report
  fs::path output;  // worlds/<scene_id>
  std::string scene_id;
  bool replace = false;        // any existing bundle; an unchanged older build of the same log and name always is
  bool discard_edits = false;  // replace it also where files were added or changed since it was written
  Timestamp created_at;
  BuildConfig config;
  GsTrainingConfig training;
  std::string training_file{kDefaultTrainingFile};  // name of the file `training` was read from, for metadata.json
  GeometryConfig geometry;
  Backend backend = Backend::automatic;          // renders previews and what quality is measured on
  std::map<std::string, double> step_seconds{};  // of the steps before this one, by name
  std::vector<std::string> warnings{};
};

struct PackReport {
  uint64_t bundle_bytes = 0;
  uint64_t gaussians = 0;
  double trajectory_length_m = 0;
  double base_link_shift_m = 0;  // how far base_link was lowered to the ground
  Problems problems = Problems();
  std::vector<std::string> notes{};  // for the user: what was carried over, what killed builds left
};

// Reads the folders of the steps before; writes 06_world_bundle (quality.json, build_report.json, preview/), then the
// bundle, then build_report.json of the workspace. FILE_MISSING, VALIDATION_FAILED: nothing new at the output then.
BuildResult<PackReport> pack_bundle(const Workspace& workspace, const PackOptions& options, Progress& progress);

// build_report.json of a build that failed.
Result<void> write_failed_report(const Workspace& workspace, const PackOptions& options, const BuildError& error);

}  // namespace gs
