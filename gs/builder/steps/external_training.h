// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training with another program: DriveStudio as a child process, or import of a finished file of Gaussians. The result
// is written as the same files that the native trainer writes, so that later steps need not distinguish them.
#pragma once

#include "gs/builder/steps/gs_train_orchestrator.h"

namespace gs::builder {

// Writes checkpoints/iteration_N/point_cloud.ply, training_report.json, metrics.json and training_log.txt in `folder`.
// PSNR and SSIM are measured with our own renderer on the held-out frames. Errors: TRAINING_FAILED, GPU_OUT_OF_MEMORY,
// CHECKPOINT_NOT_FOUND, CONFIGURATION_ERROR.
BuildResult<OrchestratorReport> train_externally(const Workspace& workspace, const fs::path& folder,
                                                 const OrchestratorOptions& options, Progress& progress);

// Checks before a build that the external trainer can start: the program of the command or the file to import exists.
// Errors: CONFIGURATION_ERROR.
BuildResult<std::monostate> check_external_trainer(const GsTrainingConfig& config);

// Rough seconds per iteration of the external trainer; 0 for the native one.
double external_step_s(const GsTrainingConfig& config);

// Settings that the result depends on besides the data set and the training options, as text for the step key.
std::string external_settings(const GsTrainingConfig& config);

}  // namespace gs::builder
