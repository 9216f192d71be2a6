// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Trains the Gaussians on 02_drivesim_dataset. A training that was stopped or killed continues from its last
// checkpoint.
//
// clang-format off
//   03_gs_training/checkpoints/iteration_<n>/   Gaussians (point_cloud.ply) and state of the trainer
//   03_gs_training/checkpoints/training_key     hash of everything these checkpoints depend on
//   03_gs_training/actors/<id>.ply              Gaussians of an actor, if training made them better
//   03_gs_training/training_report.json         best iteration, PSNR, quality of actors, options and data set
//   03_gs_training/metrics.json                 metrics by iteration
//   03_gs_training/training_log.txt             messages of the trainer
// clang-format on
#pragma once

#include <string>

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/training_run.h"

namespace gs::builder {

// Options of GsTrainOrchestrator.
struct OrchestratorOptions {
  GsTrainingConfig config;
  Backend backend = Backend::automatic;
  // Hash of everything the training depends on; checkpoints with another key are deleted, not continued.
  std::string key;
  bool fresh = false;  // ignore existing checkpoints
};

// Result of GsTrainOrchestrator.
struct OrchestratorReport {
  splat::train::TrainingReport training;
  std::size_t views = 0;  // training and held-out views of the data set
  std::string engine{};   // "cpu", "cuda (NVIDIA H200)"
  Problems problems;
};

// Training options after the preset for this back end is applied.
splat::train::TrainingOptions resolved_training(const GsTrainingConfig& config, Backend backend);

// The step that trains the Gaussians, here or with an external program: reads 02_drivesim_dataset, writes
// 03_gs_training (checkpoints/, metrics.json, training_report.json, training_log.txt). Errors: TRAINING_FAILED,
// GPU_OUT_OF_MEMORY, and those of train_externally().
struct GsTrainOrchestrator : StepTypes<Step::gs_train_orchestrator, OrchestratorOptions, OrchestratorReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

// True if the data set has no image.
bool is_without_views(const Workspace& workspace);

// Converts an error of the training engine into a build error with code and suggestion.
BuildError training_error(Error error);

// True for trainers that need undistorted pinhole images.
bool wants_pinhole(const GsTrainingConfig& config);
// Value of drivesim_commit for the chosen trainer: "native-0.1.0", the commit of a DriveStudio checkout, or "imported".
std::string dataset_commit(const GsTrainingConfig& config);

}  // namespace gs::builder
