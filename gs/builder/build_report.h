// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// build_report.json: what was built from what, how, and in what time.
#pragma once

#include <string>

#include "gs/builder/pack_inputs.h"
#include "gs/builder/world_bundle_packer.h"

namespace gs {

// in_workspace: with folders of this machine and times. in_bundle: without, so that the same input gives the same file.
enum class ReportCopy { in_workspace, in_bundle };

struct ReportParts {
  const PackInputs* inputs = nullptr;  // none: the build failed before
  const PackReport* pack = nullptr;
  const BuildError* error = nullptr;  // none: success
};

std::string write_build_report(const PackOptions& options, const ReportParts& parts, ReportCopy copy);

// What a report says about how its world was built: enough to build it again.
struct BuildRecipe {
  fs::path input, output;
  std::string scene_id, log_md5;
  BuildConfig config;
  GsTrainingConfig training;
  std::string training_file{kDefaultTrainingFile};
  GeometryConfig geometry;
  Backend backend = Backend::automatic;
};
// Paths are as the report has them: whole in a workspace's, the log's name alone in a bundle's.
BuildResult<BuildRecipe> read_build_report(const fs::path& path);

// What a workspace is being built from and how, in the form of a report: written before its first step.
inline constexpr std::string_view kRequestFile = "request.json";
std::string write_recipe(const PackOptions& options);

// "gs_world_builder-0.1.0"
std::string builder_version();

}  // namespace gs
