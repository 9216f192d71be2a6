// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors of a data set, which are trained together with the background:
//
// clang-format off
//   actors/assets.json      id, box and `mirrored` of every asset; an actor is named by its number in this list
//   actors/<id>.ply         its Gaussians before training, in its own frame
//   actors/camera_<id>.txt  a line for every actor in an image: frame_index, actor and the 3x4 map_from_actor, row by row
// clang-format on
// Frame of an actor: x forward, y left, z up, origin on the ground below the middle of the box.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gs/dataset/dataset_index.h"
#include "gs/splat/train/training_data.h"

namespace gs::dataset {

// The actors of one image.
using Sightings = std::vector<splat::train::ActorSighting>;

// What is read from actors/.
struct DatasetActors {
  std::vector<splat::train::TrainedActor> actors;
  std::map<std::pair<std::string, int64_t>, Sightings> sightings;  // by camera and frame index
};

// Reads actors/ of a data set; empty if there is none. Errors: corrupt, invalid_data, limit_exceeded and those of the
// file system; they name the file and the line.
Result<DatasetActors> read_dataset_actors(const std::filesystem::path& folder, const DatasetIndex& index);

// Content of actors/assets.json. Their Gaussians are not in it.
std::string write_actor_list(std::span<const splat::train::TrainedActor> actors);
// Lines of actors/camera_<id>.txt for one image.
std::string write_sightings(int64_t frame, const Sightings& sightings);

}  // namespace gs::dataset
