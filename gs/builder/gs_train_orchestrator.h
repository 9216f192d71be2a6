// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 4: trains the Gaussians on 02_drivesim_dataset. Stopped or killed, it continues from its last checkpoint.
#pragma once

#include <string>

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/run.h"

namespace gs {

struct OrchestratorOptions {
  GsTrainingConfig config;
  Backend backend = Backend::automatic;
  // What the training depends on: checkpoints made from something else are not continued.
  std::string key;
  bool fresh = false;  // train from the beginning, whatever checkpoints there are
};

struct OrchestratorReport {
  TrainingReport training;
  std::size_t views = 0;
  std::string engine{};  // "cpu", "cuda (NVIDIA H200)"
  Problems problems;
};

// The options as the engine of this back end gets them.
TrainingOptions resolved_training(const GsTrainingConfig& config, Backend backend);

// Writes 03_gs_training: checkpoints/, metrics.json, training_report.json, training_log.txt. TRAINING_FAILED,
// GPU_OUT_OF_MEMORY.
BuildResult<OrchestratorReport> orchestrate_training(const Workspace& workspace, const OrchestratorOptions& options,
                                                     Progress& progress);

// True when the data set has no picture to learn from.
bool is_without_views(const Workspace& workspace);

// An error of the engine under the code a build reports it with.
BuildError training_error(Error error);

// True for trainers that know no lens.
bool wants_pinhole(const GsTrainingConfig& config);
// drivesim_commit of the trainer: "native-0.1.0", the commit of a DriveStudio checkout, or "imported".
std::string dataset_commit(const GsTrainingConfig& config);

}  // namespace gs
