// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A whole training run with its files:
//
//   OUTPUT/checkpoints/iteration_N/state.gstc       everything needed to continue
//   OUTPUT/checkpoints/iteration_N/point_cloud.ply  the cloud, in the convention of a world bundle
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
#include "gs/splat/train/trainer.h"

namespace gs {

// A photograph and what the cloud shows in its place. Borrowed.
struct ViewComparison {
  const TrainingView* view = nullptr;
  const SplatImage* rendered = nullptr;
};
// Pictures are written by whoever can write them; see gs/builder/dataset/contact_sheet.h.
using ComparisonCallback = std::function<Result<void>(uint64_t iteration, std::span<const ViewComparison>)>;

struct TrainingRun {
  std::filesystem::path output;  // a new or empty folder, or that of an earlier training
  // From the last checkpoint that can be read, if there is one; of other options or data it is invalid_argument (see
  // resume.h). Without it older checkpoints in `output` are removed.
  bool resume = false;
  std::string dataset_commit = {};     // drivesim_commit of the data set, for the report
  ComparisonCallback on_comparison{};  // at every checkpoint, and every preview_interval iterations
  int64_t preview_interval = 0;        // 0: at checkpoints only
  std::size_t preview_views = 4;       // of those evaluated, evenly spread
};

// Of a camera, as learned: its pictures were taken this much later than their poses say.
struct TimeOffset {
  std::string camera;
  double seconds = 0;
};

// A piece of a long drive that was trained by itself; see chunked_run.h.
struct ChunkReport {
  double begin_m = 0, end_m = 0;  // along the path
  std::size_t views = 0;          // that trained it
  std::size_t gaussians = 0;      // of its cell
  double psnr_db = 0;             // by itself; 0 where it was there already
  double merged_psnr_db = 0;      // of the views in its cell, with everything put together
  bool resumed = false;
};

struct TrainingReport {
  uint64_t best_iteration = 0;
  double best_psnr_db = 0;
  double training_time_s = 0;
  bool held_out = false;             // whether the figures are of views never trained on
  uint64_t resumed_from = 0;         // iteration; 0: from the start
  std::filesystem::path checkpoint;  // folder of the last one
  std::vector<IterationReport> iterations;
  Evaluation last{};             // in detail, of the last evaluation
  std::size_t memory_bytes = 0;  // that training took at its end
  std::vector<TimeOffset> time_offsets{};
  std::vector<ChunkReport> chunks{};  // none unless the drive was split
};

// `options` are those the engine was made with. Asked to stop by `progress`, it saves where it is and returns
// interrupted; when a step fails it saves the state before that step, if it can, and returns the error of the step.
Result<TrainingReport> train(TrainingEngine& engine, const TrainingOptions& options, const TrainingRun& run,
                             Progress& progress);
// The same on the CPU.
Result<TrainingReport> train(TrainingData data, const TrainingOptions& options, const TrainingRun& run,
                             Progress& progress);

// The files' texts.
std::string training_report_json(const TrainingReport& report, const TrainingOptions& options,
                                 const std::string& dataset_commit);
std::string metrics_json(const TrainingReport& report);

}  // namespace gs
