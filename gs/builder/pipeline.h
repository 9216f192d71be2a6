// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The build: a table of steps, each skipped when nothing it depends on has changed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/builder/build_plan.h"
#include "gs/builder/topic_mapping.h"
#include "gs/builder/world_bundle_packer.h"
#include "gs/core/progress.h"
#include "gs/splat/factory.h"

namespace gs {

struct BuildRequest {
  fs::path input;
  fs::path output;
  fs::path workspace;  // empty: .gs_world_builder_workspace/<scene_id>-<hash of the output path>
  std::string scene_id;
  BuildConfig config;
  GsTrainingConfig training;
  std::string training_file{kDefaultTrainingFile};  // where `training` was read from: its name goes into metadata.json
  GeometryConfig geometry;
  Backend backend = Backend::automatic;  // of training and previews
  bool verbose = false;                  // tell more about what steps do
  bool force = false;                    // replace an existing bundle, and run every step
  bool discard_edits = false;            // replace bundle and results also where files were added or changed
  bool clean = false;                    // after success, remove what the build made in the workspace
  Timestamp now;                         // created_at
  std::function<void(const std::string&)> say = [](const std::string&) {};  // what a person should read
};

// Fills in what follows from the rest: input and output from the configuration, scene id from the output folder, the
// workspace from the scene id. CONFIGURATION_ERROR when something is missing.
BuildResult<BuildRequest> resolve(BuildRequest request);

// The same for one step on a workspace: only the ingest needs the log. The output is worlds/<scene_id> if nothing says
// otherwise, the scene id the workspace's name.
BuildResult<BuildRequest> resolve_step(BuildRequest request, Step step);

struct BuildReport {
  PackReport pack;
  std::vector<std::string> skipped{};  // steps whose inputs and settings had not changed
  std::vector<std::string> warnings{};
};

// Runs the steps in order. On failure the workspace is kept and its build_report.json says what went wrong; nothing is
// left at the output.
BuildResult<BuildReport> run_build(const BuildRequest& request, Progress& progress);

// One step on an existing workspace, whatever its stamp says.
BuildResult<BuildReport> run_step(const BuildRequest& request, Step step, Progress& progress);

// What a build would do: the topic mapping, what is missing, and the disk and time it needs. Writes nothing.
struct DryRun {
  TopicMapping mapping;
  BuildPlan plan;
  uint64_t log_bytes = 0;
  double duration_s = 0;
  std::vector<std::string> missing{};  // in words; empty: a build can start
};
BuildResult<DryRun> dry_run(const BuildRequest& request);

}  // namespace gs
