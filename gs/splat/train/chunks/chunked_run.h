// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Trains a drive chunk by chunk (chunks.h), each chunk as a complete run (run.h), and merges the chunks into one cloud:
//
//   OUTPUT/chunks/chunk_NNN/                        output of the chunk's run; cell.ply and far.ply once it is finished
//   OUTPUT/checkpoints/iteration_N/point_cloud.ply  merged cloud
//   OUTPUT/actors/ID.ply                            actors that training made better (chunk_actors.h)
//   OUTPUT/metrics.json, OUTPUT/training_report.json, OUTPUT/training_log.txt
//
// Only the images of one chunk are in memory at a time.
#pragma once

#include <memory>

#include "gs/splat/train/chunks/chunks.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {

// Inputs of a chunked run: the data for planning, and callbacks that load images and make engines.
struct ChunkSources {
  // All views without pixels, all points and all actors; the plan was made from them. Views that load_views() loads
  // have their sightings of these actors.
  TrainingData outline;
  // Loads views with pixels, given their indices in the outline. Views that cannot be read may be missing in the
  // result.
  std::function<Result<std::vector<TrainingView>>(std::span<const std::size_t>)> load_views;
  // Makes an engine with the options of a chunk's run.
  EngineMaker make_engine;
};

// Trains all chunks of `plan` (at least two) and merges them. With run.resume, finished chunks are kept and an
// unfinished one continues from its checkpoint; chunks made with other options or views are trained again. The result
// equals that of an uninterrupted run. Poses of actors are not refined. Errors: interrupted if `progress` asks to stop,
// and those of train().
Result<TrainingReport> train_in_chunks(const ChunkPlan& plan, ChunkSources sources, const TrainingOptions& options,
                                       const TrainingRun& run, Progress& progress);

}  // namespace gs::splat::train
