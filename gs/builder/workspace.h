// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The folder a build works in: one sub-folder a step, and a stamp for each step that says what it was made from.
//
// A step fills its folder under a temporary name and renames it, then leaves its stamp. A rerun finds the stamp and
// skips the step when the key (a hash of everything the step depends on) is the same.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/folders/output_folder.h"
#include "gs/core/folders/owned_folder.h"

namespace gs {

enum class Step {
  mcap_ingest,
  calibration_builder,
  drivesim_dataset_converter,
  gs_train_orchestrator,
  gs_exporter,
  geometry_builder,
  world_bundle_packer,
};
inline constexpr std::size_t kStepCount = 7;

// "mcap_ingest": the name in configuration, reports and commands.
std::string_view to_string(Step step);
std::optional<Step> find_step(std::string_view name);
// "00_mcap_ingest"
std::string_view folder_of(Step step);

// What a finished step leaves behind. A later build that skips the step reports its warnings and time as its own, so
// that it does not matter how often a build was interrupted.
struct StepRecord {
  std::string key;  // hash of everything the step depends on
  double seconds = 0;
  std::vector<std::string> warnings{};
};

struct WorkspaceOptions {
  bool create = true;          // false: a workspace that is not there is not_found, and nothing is made
  bool discard_edits = false;  // replace results of steps also where files were added or changed since
};

// Holds a lock on the folder: one process at a time works in it.
class Workspace {
 public:
  // already_exists: the folder holds files and is no workspace, or another process works in it. Removes what a killed
  // build left half done.
  static Result<Workspace> open(const fs::path& root, const WorkspaceOptions& options = {});

  const fs::path& root() const { return owned_.root(); }
  fs::path folder(Step step) const { return root() / folder_of(step); }
  // One sentence for the user about each thing a killed build left.
  const std::vector<std::string>& notes() const { return notes_; }

  // already_exists, with names, when files were added to the results of a finished step or changed in them. Call before
  // set_unfinished, which forgets what the step wrote.
  Result<void> check_edits(Step step) const;
  // A new folder for the step's results; commit() replaces the old one.
  Result<OutputFolder> new_folder(Step step) const;
  // Removes the step's results.
  Result<void> remove_folder(Step step) const;
  // Removes everything the workspace holds of ours, then the folder. Returns what stays because it is not ours or
  // somebody changed it; then the folder stays too.
  Result<std::vector<fs::path>> remove();

  // How the step was finished; nothing when it never was or its folder is gone.
  std::optional<StepRecord> finished(Step step) const;
  bool is_finished(Step step) const { return finished(step).has_value(); }
  Result<void> set_finished(Step step, const StepRecord& record) const;
  // Call before a step runs: a killed run must not leave the stamp of the run before it.
  void set_unfinished(Step step) const;

 private:
  Workspace(OwnedFolder owned, const WorkspaceOptions& options) : owned_(std::move(owned)), options_(options) {}
  fs::path stamp_path(Step step) const;
  fs::path list_path(Step step) const;  // of the files the finished step left
  OwnedFolder owned_;
  WorkspaceOptions options_;
  std::vector<std::string> notes_{};
};

// What identifies an input log without reading it all: its files' names, sizes, times of change, and the md5 of the
// first and last 64 kB of each.
Result<std::string> quick_identity(const fs::path& log);

}  // namespace gs
