// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Splits a long drive into chunks of its path, which are trained one after the other.
//
// Each position of the map lies in the cell of the chunk whose path is nearest, and is trained there first. A chunk
// starts from the Gaussians that earlier chunks left around it; where its own path comes within overlap_m of a
// position, it becomes the owner of that position. Every position therefore has exactly one owner, and both sides of a
// seam are trained from the same Gaussians. The sky and everything at a similar distance is shared by all chunks: a
// dome around the whole drive.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gs/splat/model/cloud.h"
#include "gs/splat/train/chunks/chunk_options.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// One chunk: an interval of the path and the views that train it.
struct Chunk {
  double begin_m = 0, end_m = 0;     // arc length along the path [m]
  std::vector<std::size_t> views{};  // indices into the views that the plan was made from
};

// All chunks of a drive, and the rules that decide which chunk owns a position.
struct ChunkPlan {
  std::vector<Chunk> chunks;  // a single one if the path is short
  double length_m = 0;        // length of the path
  SkyDome dome{};
  double overlap_m = 0, reach_m = 0;  // distance within which a chunk takes ownership; viewing distance of its cameras

  // Index of the chunk whose path is nearest to the position (map frame [m]).
  std::size_t cell_of(Vec3f place) const;
  // Owner of a position after chunks 0..last have been trained. Empty until the chunk whose cell contains it is
  // trained.
  std::optional<std::size_t> owner_of(Vec3f place, std::size_t last) const;
  // True if the position belongs to the shared sky dome.
  bool is_far(Vec3f place) const;
  // True if the position is within reach_m of the chunk's path, so that its views may show it.
  bool is_near(std::size_t chunk, Vec3f place) const;

  std::vector<Vec3f> path{};            // sampled positions of the path, map frame
  std::vector<std::size_t> chunk_of{};  // chunk of each path sample
};

// Plans the chunks. The path is that of the camera with the most views, ordered by timestamp if all of them have one,
// else in the order given. Views need no pixels. If a chunk would have no view to train on, fewer chunks are made.
ChunkPlan plan_chunks(std::span<const TrainingView> views, const ChunkOptions& options);

// Indices of the Gaussians of `trained` that `chunk` owns after chunk `last`. Gaussians of the sky dome have no owner.
std::vector<uint32_t> owned_by(const ChunkPlan& plan, std::size_t chunk, std::size_t last, const CloudView& trained);

}  // namespace gs::splat::train
