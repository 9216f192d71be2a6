// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind: a recording, a video, digests. None of them ends the run when it fails.
#pragma once

#include <optional>

#include "apps/gs_simulator/run_arguments.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/video/run_video.h"
#include "gs/sim/run_digest.h"

namespace gs {

class RunOutputs {
 public:
  static Result<RunOutputs> create(const RunArguments& a, const sim::Simulator& simulator);

  bridge::Recorder* recorder() { return recorder_ ? &*recorder_ : nullptr; }  // for the loop, which feeds it
  void observed(const sim::Simulator& simulator, const sim::Observation& now);
  // Completes the files and prints what they hold; an error when one of them is incomplete.
  Result<void> finish(const bridge::RunReport& report);

 private:
  fs::path record_path_, video_path_;
  std::optional<bridge::Recorder> recorder_;
  std::optional<bridge::RunVideo> video_;
  std::optional<sim::RunDigest> digest_;
  std::optional<Error> video_error_;
};

}  // namespace gs
