// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A long drive as pieces of its path, trained one after the other. Every place belongs to the cell of the piece whose
// path is nearest, and is learned there first. A piece goes on with what earlier ones have learned around it, and where
// it comes near enough to know better it owns the place from then on. So nothing is there twice, and at a seam both
// sides come from the same Gaussians. The sky, and whatever is as far, is one for all: a dome around the whole drive.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gs/splat/model/cloud.h"
#include "gs/splat/train/chunk_options.h"
#include "gs/splat/train/data.h"

namespace gs {

struct Chunk {
  double begin_m = 0, end_m = 0;     // along the path
  std::vector<std::size_t> views{};  // that train it: indices of those the plan was made of
};

struct ChunkPlan {
  std::vector<Chunk> chunks;  // one when the path is short
  double length_m = 0;        // of the path
  SkyDome dome{};
  double overlap_m = 0, reach_m = 0;  // how far a chunk knows better; how far its views look

  // The chunk in whose cell a place lies.
  std::size_t cell_of(Vec3f place) const;
  // The chunk whose Gaussians stand there when chunks 0 to `last` are trained; nothing before that of its cell is.
  std::optional<std::size_t> owner_of(Vec3f place, std::size_t last) const;
  // Whether it is as far as the sky.
  bool is_far(Vec3f place) const;
  // Within reach of the views of a chunk.
  bool is_near(std::size_t chunk, Vec3f place) const;

  std::vector<Vec3f> path{};            // every few metres
  std::vector<std::size_t> chunk_of{};  // by place of the path
};

// The path is that of the camera with the most views, by time where that is known, else in their order. Views need no
// pixels.
ChunkPlan plan_chunks(std::span<const TrainingView> views, const ChunkOptions& options);

// Which of the Gaussians a chunk has trained are its own when `last` is trained; those as far as the sky are not.
std::vector<uint32_t> owned_by(const ChunkPlan& plan, std::size_t chunk, std::size_t last, const CloudView& trained);

}  // namespace gs
