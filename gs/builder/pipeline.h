// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The build: a table of steps. A step is skipped if nothing that it depends on has changed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/builder/build_plan.h"
#include "gs/builder/disk_space.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/builder/steps/world_bundle_packer.h"
#include "gs/core/log.h"
#include "gs/core/progress.h"
#include "gs/splat/factory.h"

namespace gs::builder {

// Everything a build needs; resolve() fills in what is left empty.
struct BuildRequest {
  fs::path input;
  std::vector<fs::path> more_inputs{};  // further files of the same drive
  fs::path output;
  fs::path workspace;  // empty: .gs_world_builder_workspace/<scene_id>-<hash of the output path>
  std::string scene_id;
  BuildConfig config;
  GsTrainingConfig training;
  std::string training_file{kDefaultTrainingFile};  // name of the file of `training`, for metadata.json
  GeometryConfig geometry;
  Backend backend = Backend::automatic;  // for training and previews
  bool verbose = false;                  // print more details of the steps
  bool force = false;                    // replace an existing bundle, and run every step
  bool discard_edits = false;            // replace bundle and results even if files were edited
  bool clean = false;                    // remove the workspace's own files after success
  bool ignore_disk_space = false;        // build even if the expected size exceeds the free space
  Timestamp now;                         // metadata.created_at
  // Tells the free space of the disk of a path.
  std::function<DiskSpace(const fs::path&)> disk_of = builder::disk_of;
  // Receives every message to the user with its level; the default drops them.
  std::function<void(LogLevel, const std::string&)> log = [](LogLevel, const std::string&) {};
};

// Fills in fields that follow from others: input and output from the configuration, scene id from the output folder,
// workspace from the scene id. Errors: CONFIGURATION_ERROR if one is missing or invalid.
BuildResult<BuildRequest> resolve(BuildRequest request);

// The same for a single step on a workspace: only the ingest needs the log. The default output is worlds/<scene_id>,
// the default scene id is the name of the workspace.
BuildResult<BuildRequest> resolve_step(BuildRequest request, Step step);

// Result of a build or of a single step.
struct BuildReport {
  PackReport pack;
  std::vector<std::string> skipped{};  // steps whose inputs and settings have not changed
  std::vector<std::string> warnings{};
};

// Runs the steps in order. On failure the workspace is kept, its build_report.json contains the error, and nothing new
// is left at the output.
BuildResult<BuildReport> run_build(const BuildRequest& request, Progress& progress);

// Runs one step on an existing workspace even if it is up to date. Its prerequisites must exist.
BuildResult<BuildReport> run_step(const BuildRequest& request, Step step, Progress& progress);

// What a build would do: the topic mapping with its clocks, what is missing, and the disk space and time it needs.
// Writes nothing.
struct DryRun {
  TopicMapping mapping;
  BuildPlan plan;
  uint64_t log_bytes = 0;
  double duration_s = 0;
  std::vector<std::string> missing{};   // missing inputs as text
  std::optional<BuildError> failure{};  // the error that a build would end with because of them; empty: none is known
};
// Calls check_request(), opens the log and finds its topics; errors are those of run_build().
BuildResult<DryRun> dry_run(const BuildRequest& request);

// Expected disk space and time of a request whose log is open and whose topics are known.
BuildPlan plan_of(const BuildRequest& request, const logio::LogReader& log, const TopicMapping& mapping);

// The error of a build whose workspace or output does not fit on its disk; empty: it fits, the free space is unknown,
// or request.ignore_disk_space. Files that the workspace has already count as written.
std::optional<BuildError> disk_failure(const BuildRequest& request, const BuildPlan& plan);

// The checks of run_build() before it changes anything, in its order: folders, workspace, trainer, and the output if a
// step has to run. Errors: those of run_build().
BuildResult<std::monostate> check_request(const BuildRequest& request);

// Checks before hours of work whether the bundle at the output may be replaced. "The same log" is decided by file name
// here and by MD5 in the packer. Errors: already_exists.
BuildResult<std::monostate> check_output(const BuildRequest& request);

}  // namespace gs::builder
