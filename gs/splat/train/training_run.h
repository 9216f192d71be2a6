// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A whole training run with its output files:
//
//   OUTPUT/checkpoints/iteration_N/state.gstc       complete state, to continue from (checkpoint.h)
//   OUTPUT/checkpoints/iteration_N/point_cloud.ply  the cloud, in the convention of a world bundle
//   OUTPUT/actors/ID.ply                            the Gaussians of an actor, if training made them better
//   OUTPUT/metrics.json, OUTPUT/training_report.json, OUTPUT/training_log.txt
//
//   GS_TRY(const TrainingReport report, train(std::move(data), options, {.output = "03_gs_training"}, progress));
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/splat/train/checkpoint.h"
#include "gs/splat/train/cross_validation/choose_refinements.h"
#include "gs/splat/train/trainer.h"

namespace gs::splat::train {

// A recorded image and the rendered image of the same view; both borrowed.
struct ViewComparison {
  const TrainingView* view = nullptr;
  const SplatImage* rendered = nullptr;
};
// Receives comparisons for previews. Image files are written by the caller: see gs/dataset/comparison_sheet.h.
using ComparisonCallback = std::function<Result<void>(uint64_t iteration, std::span<const ViewComparison>)>;

// Output folder, resume mode and previews of a run.
struct TrainingRun {
  std::filesystem::path output;  // a new or empty folder, or that of an earlier training
  // Continue from the latest readable checkpoint, if there is one; it is invalid_argument if that checkpoint has other
  // options or data (resume.h). Without resume, older checkpoints in `output` are removed.
  bool resume = false;
  std::string dataset_commit = {};        // drivesim_commit of the data set, for the report
  ComparisonCallback on_comparison{};     // called at every checkpoint and every preview_interval iterations
  int64_t preview_interval = 0;           // 0: at checkpoints only
  std::size_t preview_views = 4;          // number of evaluated views to show, evenly spread
  std::vector<RefinementTrial> trials{};  // of the cross-validation that chose the refinements, for the report
};

// PSNR of an evaluation that compared no view: none was there, or all were masked entirely. Reports show it as "not
// measured", JSON files as null.
inline constexpr double kNotMeasuredDb = 0;
// "31.25 dB", or "not measured".
std::string psnr_text(double psnr_db);

// Report of one chunk of a long drive; see chunked_run.h.
struct ChunkReport {
  double begin_m = 0, end_m = 0;  // arc length along the path [m]
  std::size_t views = 0;          // number of views that trained it
  std::size_t gaussians = 0;      // number of Gaussians it contributes to the merged cloud
  double psnr_db = 0;             // of the chunk's own cloud; 0 if the chunk was finished earlier
  double merged_psnr_db = 0;      // of the views in its cell, rendered from the merged cloud; may be kNotMeasuredDb
  bool resumed = false;
};

// Quality of an actor with the Gaussians it started from and with the trained ones, in front of the trained background.
// Views are those of Evaluation: held-out ones, if there are some.
struct ActorReport {
  std::string id;
  double painted_psnr_db = 0, psnr_db = 0;  // inside its box; valid if pixels > 0
  std::size_t views = 0, pixels = 0;
  std::size_t gaussians = 0;  // in OUTPUT/actors/ID.ply
  int sh_degree = 0;
  bool trained = false;  // the trained ones are better and are exported
  // The factor on its colours in each camera; empty unless several cameras see it. Not part of the asset.
  struct Gain {
    std::string camera;
    Vec3d rgb{1, 1, 1};
  };
  std::vector<Gain> gains{};
  // Offsets of its poses, in its own frame; empty unless the compared views agree better with them.
  struct Offset {
    double time_s = 0, x_m = 0, y_m = 0, yaw_rad = 0;
  };
  std::vector<Offset> offsets{};
  double psnr_at_given_poses_db = 0;  // with the trained Gaussians and without offsets; valid if pixels > 0
};

// Result of a run, as written to metrics.json and training_report.json.
struct TrainingReport {
  uint64_t best_iteration = 0;  // of the chosen checkpoint (best_checkpoint())
  double best_psnr_db = 0;      // of that checkpoint; may be kNotMeasuredDb
  double training_time_s = 0;
  bool held_out = false;             // true: quality is measured on views never trained on
  uint64_t resumed_from = 0;         // iteration of the checkpoint; 0: new run
  std::filesystem::path checkpoint;  // folder of the chosen checkpoint; of the last one if the run was stopped
  std::vector<IterationReport> iterations;
  Evaluation last{};                      // details of the last evaluation
  std::size_t memory_bytes = 0;           // memory of the engine at the end
  std::vector<RefinementTrial> trials{};  // of the cross-validation, in their order; empty if none was needed
  std::vector<ChunkReport> chunks{};      // empty unless the drive was split
  std::vector<ActorReport> actors{};      // in the order of the data
};

// Trains with `engine` until options.training.iterations; `options` must be those the engine was made with. Errors:
// interrupted if `progress` asks to stop (the state is saved first). If a step fails, the state before it is saved if
// possible and the error of the step is returned.
Result<TrainingReport> train(TrainingEngine& engine, const TrainingOptions& options, const TrainingRun& run,
                             Progress& progress);
// Options and run after the cross-validation.
struct ChosenRun {
  TrainingOptions options;  // all refinements are given
  TrainingRun run;          // with the trials
};
// Chooses the refinements that `options` leaves unset (cross_validation/choose_refinements.h). A run that continues an
// earlier one keeps the choice in its training_report.json. Errors: those of choose_refinements().
Result<ChosenRun> choose_run(const TrainingData& data, const TrainingOptions& options, const TrainingRun& run,
                             const EngineMaker& make_engine, Progress& progress);
// choose_run(), then train() with a new engine for the chosen options; the last form makes a CPU engine.
Result<TrainingReport> train(TrainingData data, const TrainingOptions& options, const TrainingRun& run,
                             const EngineMaker& make_engine, Progress& progress);
Result<TrainingReport> train(TrainingData data, const TrainingOptions& options, const TrainingRun& run,
                             Progress& progress);

// Content of training_report.json and metrics.json.
std::string training_report_json(const TrainingReport& report, const TrainingOptions& options,
                                 const std::string& dataset_commit);
std::string metrics_json(const TrainingReport& report);

}  // namespace gs::splat::train
