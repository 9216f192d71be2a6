// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 4 when others train: DriveStudio as a child process, or a file of Gaussians that exists already. What they leave
// becomes the same files the native trainer writes, so that the steps after it see no difference.
#pragma once

#include "gs/builder/gs_train_orchestrator.h"

namespace gs {

// Writes checkpoints/iteration_N/point_cloud.ply, training_report.json, metrics.json and training_log.txt in `folder`.
// PSNR and SSIM are measured here, with our own renderer on the held-out frames. TRAINING_FAILED, GPU_OUT_OF_MEMORY,
// CHECKPOINT_NOT_FOUND, CONFIGURATION_ERROR.
BuildResult<OrchestratorReport> train_externally(const Workspace& workspace, const fs::path& folder,
                                                 const OrchestratorOptions& options, Progress& progress);

// Whether it can start at all: the program of the command, the file to import. CONFIGURATION_ERROR.
BuildResult<std::monostate> check_external_trainer(const GsTrainingConfig& config);

// About what an iteration takes; 0 for the native trainer.
double external_step_s(const GsTrainingConfig& config);

// What its result depends on besides the data set and the training options.
std::string external_settings(const GsTrainingConfig& config);

}  // namespace gs
