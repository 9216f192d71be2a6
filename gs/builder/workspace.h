// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The working folder of a build: one sub-folder per step, and a stamp file for each finished step.
//
// A step writes its folder under a temporary name, renames it, then writes its stamp. A later build skips the step if
// the key in the stamp (a hash of everything the step depends on) is unchanged.
//
// clang-format off
//   folder.json                  marks the folder as a workspace
//   request.json                 the build request, for run-step and rebuild
//   build_report.json            result of the last build
//   report.html                  the same for readers, after success
//   stamps/<step>.json           key, seconds and warnings of a finished step
//   stamps/<step>.files.json     files that the step wrote, to detect edits by the user
//   00_mcap_ingest/ ...          results of the steps
// clang-format on
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/folders/output_folder.h"
#include "gs/core/folders/owned_folder.h"

namespace gs::builder {

// The eight steps. Values, names and folder numbers (00_ to 07_) are part of the file interface and differ from the run
// order, which is: mcap_ingest, calibration_builder, geometry_builder, actor_builder, drivesim_dataset_converter,
// gs_train_orchestrator, gs_exporter, world_bundle_packer. The data set needs the map of the geometry step.
enum class Step {
  mcap_ingest,
  calibration_builder,
  drivesim_dataset_converter,
  gs_train_orchestrator,
  gs_exporter,
  geometry_builder,
  world_bundle_packer,
  actor_builder,
};
inline constexpr std::size_t kStepCount = 8;

// Base of the types of the steps: names the step, its options and its report. Each step adds run().
template <Step kWhich, class OptionsOfStep, class ReportOfStep>
struct StepTypes {
  static constexpr Step kStep = kWhich;
  using Options = OptionsOfStep;
  using Report = ReportOfStep;
};

// Name of a step in configuration, reports and commands ("mcap_ingest"), and the step of a name.
std::string_view to_string(Step step);
std::optional<Step> find_step(std::string_view name);
// Folder of a step in the workspace ("00_mcap_ingest").
std::string_view folder_of(Step step);

// Record of a finished step. A later build that skips the step reports its warnings and time as its own, so that
// reports do not depend on how often a build was interrupted.
struct StepRecord {
  std::string key;  // hash of everything the step depends on
  double seconds = 0;
  std::vector<std::string> warnings{};
};

// Options of Workspace::open().
struct WorkspaceOptions {
  bool create = true;          // false: a missing workspace is the error not_found
  bool discard_edits = false;  // replace results of steps even if files were added or changed
};

// Holds a lock on the folder: only one process at a time uses it.
class Workspace {
 public:
  // Opens or creates a workspace and removes partial results of a killed build. Errors: already_exists if the folder
  // holds other files or another process uses it; not_found.
  static Result<Workspace> open(const fs::path& root, const WorkspaceOptions& options = {});

  // The error of open() for a folder that holds other files, before anything is created.
  static Result<void> check(const fs::path& root);

  // The workspace folder, and the folder of a step's results.
  const fs::path& root() const { return owned_.root(); }
  fs::path folder(Step step) const { return root() / folder_of(step); }
  // One sentence for the user about each partial result that was removed.
  const std::vector<std::string>& notes() const { return notes_; }

  // Error already_exists, with file names, if results of a finished step were edited (files added or changed). Call it
  // before set_unfinished(), which deletes the file list of the step.
  Result<void> check_edits(Step step) const;
  // A new temporary folder for the step's results; commit() replaces the old one.
  Result<OutputFolder> new_folder(Step step) const;
  // Removes the step's results.
  Result<void> remove_folder(Step step) const;
  // Removes all files of the workspace that builds have written, then the folder. Returns the paths that stay because
  // they are foreign or were edited; then the folder stays too.
  Result<std::vector<fs::path>> remove();

  // Record of the step; empty if it was never finished or its folder does not exist.
  std::optional<StepRecord> finished(Step step) const;
  bool is_finished(Step step) const { return finished(step).has_value(); }
  Result<void> set_finished(Step step, const StepRecord& record) const;
  // Deletes the stamp. Call it before a step runs: a killed run must not leave the stamp of an earlier run.
  void set_unfinished(Step step) const;

 private:
  Workspace(OwnedFolder owned, const WorkspaceOptions& options) : owned_(std::move(owned)), options_(options) {}
  fs::path stamp_path(Step step) const;
  fs::path list_path(Step step) const;  // list of the files that the finished step wrote
  OwnedFolder owned_;
  WorkspaceOptions options_;
  std::vector<std::string> notes_{};
};

// Workspace::finished() of a workspace that is not open, for commands that write nothing.
std::optional<StepRecord> finished_step(const fs::path& workspace, Step step);

// Identity of an input log without reading all of it: names, sizes and modification times of its files, and the MD5 of
// the first and last 64 kB of each. Errors: those of opening the files.
Result<std::string> quick_identity(const fs::path& log);

}  // namespace gs::builder
