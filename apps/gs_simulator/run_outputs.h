// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Outputs of a run: recording, video, digests. A failure of one of them does not end the run.
#pragma once

#include <optional>

#include "apps/gs_simulator/run_arguments.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/video/run_video.h"
#include "gs/sim/run_digest.h"

namespace gs {

// The outputs that the arguments ask for.
class RunOutputs {
 public:
  // Opens the files. Errors: already_exists without --force; those of the file system.
  static Result<RunOutputs> create(const RunArguments& a, const sim::Simulator& simulator);

  bridge::Recorder* recorder() { return recorder_ ? &*recorder_ : nullptr; }  // for run_loop(), which records
  // Adds an observation to video and digests.
  void observed(const sim::Simulator& simulator, const sim::Observation& now);
  // Completes the files and prints their contents. Errors: if one of them is incomplete.
  Result<void> finish(const bridge::RunReport& report);

 private:
  fs::path record_path_, video_path_;
  std::optional<bridge::Recorder> recorder_;
  std::optional<bridge::RunVideo> video_;
  std::optional<sim::RunDigest> digest_;
  std::optional<Error> video_error_;
};

// Prints a summary of the run to stdout.
void print_report(const bridge::RunReport& r, const sim::Simulator& simulator);

}  // namespace gs
