// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drive trained chunk by chunk, each with a whole run of its own, and put together:
//
//   OUTPUT/chunks/chunk_NNN/                        a run as in run.h, and cell.ply, far.ply when it is over
//   OUTPUT/checkpoints/iteration_N/point_cloud.ply  all of it
//   OUTPUT/metrics.json, OUTPUT/training_report.json, OUTPUT/training_log.txt
//
// Only the images of one chunk are in memory.
#pragma once

#include <memory>

#include "gs/splat/train/chunks.h"
#include "gs/splat/train/run.h"

namespace gs {

struct ChunkSources {
  // Views without pixels, and points: what chunks are planned by.
  TrainingData outline;
  // The same views with pixels, by index in the outline. Some may be missing: they could not be read.
  std::function<Result<std::vector<TrainingView>>(std::span<const std::size_t>)> load_views;
  // An engine with the options of the run.
  std::function<Result<std::unique_ptr<TrainingEngine>>(TrainingData)> make_engine;
};

// `plan` has at least two chunks. With run.resume, chunks that are over stay, and the one under way goes on; chunks of
// other options or views are trained anew. The result is the same as without the break. Stopped, it returns
// interrupted.
Result<TrainingReport> train_in_chunks(const ChunkPlan& plan, ChunkSources sources, const TrainingOptions& options,
                                       const TrainingRun& run, Progress& progress);

}  // namespace gs
