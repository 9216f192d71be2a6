// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// build_report.json: the input of a build, its settings, times, statistics and result.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/report/pack_inputs.h"
#include "gs/builder/steps/world_bundle_packer.h"

namespace gs::builder {

// in_workspace: with absolute paths and times. in_bundle: without them, so that the same input gives the same file.
enum class ReportCopy { in_workspace, in_bundle };

// Optional parts of a report.
struct ReportParts {
  const PackInputs* inputs = nullptr;  // null: the build failed before the packer
  const PackReport* pack = nullptr;
  const BuildError* error = nullptr;  // null: success
};

// JSON text of a build report.
std::string write_build_report(const PackOptions& options, const ReportParts& parts, ReportCopy copy);

// The part of a report that is needed to build its world again.
struct BuildRecipe {
  fs::path input;
  std::vector<fs::path> more_inputs{};  // further files of the same drive
  fs::path output;
  std::string scene_id, log_md5;
  BuildConfig config;
  GsTrainingConfig training;
  std::string training_file{kDefaultTrainingFile};
  GeometryConfig geometry;
  Backend backend = Backend::automatic;
};
// Reads a build report or request.json. Paths are as stored: absolute in a workspace's report, the file name of the log
// alone in a bundle's. Errors: configuration.
BuildResult<BuildRecipe> read_build_report(const fs::path& path);

// request.json: the build request in report form, written to the workspace before the first step.
inline constexpr std::string_view kRequestFile = "request.json";
std::string write_recipe(const PackOptions& options);

// "gs_world_builder-0.1.0"
std::string builder_version();

}  // namespace gs::builder
