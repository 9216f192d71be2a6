// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/actors_text.h"
#include "gs/core/json/json_writer.h"
#include "gs/world/actors/actor_pose.h"

namespace gs {
namespace {

void write_size(JsonWriter& out, Vec3d size) {
  out.key("size_m").raw("[" + json_number(size.x) + ", " + json_number(size.y) + ", " + json_number(size.z) + "]");
}

void write_actor(JsonWriter& out, const world::ActorTrajectory& a) {
  out.begin_object().field("id", a.id).field("class", world::word_of(world::kActorClasses, a.actor_class));
  out.field("asset", a.asset).field("confidence", a.confidence).field("quality", a.quality);
  write_size(out, a.size);
  out.field("from_s", a.t.front()).field("to_s", a.t.back()).field("samples", a.t.size());
  out.field("path_m", world::path_length_m(a)).end_object();
}

void write_asset(JsonWriter& out, const world::ActorAsset& a) {
  out.begin_object().field("id", a.id).field("class", world::word_of(world::kActorClasses, a.actor_class));
  write_size(out, a.size);
  out.field("splats", a.splats.value_or(0));
  out.field("mesh_source", a.mesh_source ? world::word_of(world::kMeshSources, *a.mesh_source) : "none").end_object();
}

void write_pose(JsonWriter& out, const world::ActorTrajectory& actor, double time_s) {
  out.key("pose");
  const auto pose = world::pose_at(actor, time_s);
  if (!pose) {
    out.null();
    return;
  }
  out.begin_object().field("time_s", time_s);
  out.field("x", pose->position.x).field("y", pose->position.y).field("z", pose->position.z);
  out.field("yaw", pose->yaw).field("pitch", pose->pitch).field("roll", pose->roll);
  out.field("v", pose->v).field("yaw_rate", pose->yaw_rate);
  out.field("phase", world::word_of(world::kPhaseKinds, pose->phase)).end_object();
}

}  // namespace

std::string actor_table_json(const world::World& world) {
  JsonWriter out;
  out.begin_object().key("actors").begin_array();
  if (world.actor_trajectories) {
    for (const world::ActorTrajectory& actor : world.actor_trajectories->actors) write_actor(out, actor);
  }
  out.end_array().key("assets").begin_array();
  if (world.actor_assets) {
    for (const world::ActorAsset& asset : world.actor_assets->assets) write_asset(out, asset);
  }
  return std::move(out.end_array().end_object()).take();
}

std::string actor_details_json(const world::World& world, const world::ActorOrAsset& shown,
                               std::optional<double> time_s) {
  JsonWriter out;
  out.begin_object();
  const world::ActorAsset* asset = shown.asset;
  if (shown.actor != nullptr) {
    out.key("actor");
    write_actor(out, *shown.actor);
    if (time_s) write_pose(out, *shown.actor, *time_s);
    asset = world::find_asset(*world.actor_assets, shown.actor->asset);
  }
  if (asset != nullptr) {
    out.key("asset");
    write_asset(out, *asset);
  }
  return std::move(out.end_object()).take();
}

}  // namespace gs
