// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/dataset_actors.h"

#include <algorithm>
#include <memory>
#include <sstream>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"
#include "gs/splat/model/ply.h"

namespace gs::dataset {
namespace {

using splat::train::ActorSighting;
using splat::train::TrainedActor;

constexpr std::size_t kMostSightings = 10'000'000;
constexpr std::size_t kMostGaussians = 200'000;  // of one actor, as in a bundle

// An actor of assets.json with its Gaussians.
Result<TrainedActor> actor_of(const Node& node, const fs::path& folder) {
  const Node *id = node.find("id"), *size = node.find("size");
  if (id == nullptr || !is_folder_name(id->text) || size == nullptr || size->items.size() != 3) {
    return fail(ErrorCode::invalid_data,
                "an actor needs an id of letters, digits, '_' and '-', and a size of 3 numbers");
  }
  TrainedActor out{.id = id->text};
  out.size_m = {size->items[0].number_or(0), size->items[1].number_or(0), size->items[2].number_or(0)};
  if (const Node* mirrored = node.find("mirrored"); mirrored != nullptr) out.mirrored = mirrored->boolean;
  GS_TRY(splat::GaussianCloud cloud, splat::load_ply(folder / (out.id + ".ply"), {.source = splat::PlySource::bundle}));
  if (cloud.size() > kMostGaussians) {
    return fail(ErrorCode::limit_exceeded, "actor {} has {} Gaussians, at most {}", out.id, cloud.size(),
                kMostGaussians);
  }
  out.painted = std::make_shared<const splat::GaussianCloud>(std::move(cloud));
  return out;
}

Result<ActorSighting> sighting_of(const std::string& line, std::size_t actors, int64_t& frame) {
  std::istringstream in(line);
  ActorSighting out;
  double rows[12] = {};
  in >> frame >> out.actor;
  for (double& value : rows) in >> value;
  if (!in) return fail(ErrorCode::corrupt, "a line needs frame_index, actor and 12 numbers");
  if (out.actor >= actors) {
    return fail(ErrorCode::invalid_data, "actor {} is not in assets.json, which has {}", out.actor, actors);
  }
  GS_TRY(out.map_from_actor, pose_of_rows(rows));
  return out;
}

// actors/camera_<id>.txt; blank lines and comments are skipped. A camera that sees no actor has no file.
Result<void> read_sightings(const fs::path& path, const std::string& camera, std::size_t& count, DatasetActors& out) {
  if (!fs::exists(path)) return {};
  GS_TRY(const std::string text, read_text_file(path));
  std::istringstream in(text);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    if (++count > kMostSightings) {
      return fail(ErrorCode::limit_exceeded, "more than {} sightings of actors", kMostSightings);
    }
    int64_t frame = 0;
    GS_TRY(const ActorSighting sighting,
           sighting_of(line, out.actors.size(), frame).with_context(format("{} line {}", path.string(), number)));
    out.sightings[{camera, frame}].push_back(sighting);
  }
  return {};
}

}  // namespace

Result<DatasetActors> read_dataset_actors(const fs::path& folder, const DatasetIndex& index) {
  DatasetActors out;
  const fs::path own = folder / "actors", list = own / "assets.json";
  if (!fs::exists(list)) return out;
  GS_TRY(const Node root, read_json(list));
  const Node* assets = root.find("assets");
  if (assets == nullptr || !assets->is_list()) {
    return fail(ErrorCode::invalid_data, "assets must be a list: {}", list.string());
  }
  if (assets->items.size() > splat::train::kMostTrainedActors) {
    return fail(ErrorCode::limit_exceeded, "{} actors, at most {}: {}", assets->items.size(),
                splat::train::kMostTrainedActors, list.string());
  }
  for (const Node& node : assets->items) {
    GS_TRY(TrainedActor actor, actor_of(node, own).with_context(list.string()));
    out.actors.push_back(std::move(actor));
  }
  std::size_t count = 0;
  for (const DatasetCamera& camera : index.cameras) {
    GS_CHECK(read_sightings(own / (camera.id + ".txt"), camera.id, count, out));
  }
  return out;
}

std::string write_actor_list(std::span<const TrainedActor> actors) {
  JsonWriter json;
  json.begin_object().field("version", "1.0.0").key("assets").begin_array();
  for (const TrainedActor& actor : actors) {
    const Vec3d& size = actor.size_m;
    json.begin_object().field("id", actor.id).field("size", std::vector{size.x, size.y, size.z});
    json.field("mirrored", actor.mirrored).end_object();
  }
  return std::move(json.end_array().end_object()).take();
}

std::string write_sightings(int64_t frame, const Sightings& sightings) {
  std::string out;
  for (const ActorSighting& sighting : sightings) {
    out += format("{} {}{}\n", frame, sighting.actor, rows_of_pose(sighting.map_from_actor));
  }
  return out;
}

}  // namespace gs::dataset
