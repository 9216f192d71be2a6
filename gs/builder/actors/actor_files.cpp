// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/actor_files.h"

#include <algorithm>
#include <cmath>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"

namespace gs::builder {
namespace {

using mapping::MotionKind;
using mapping::MovingObjectModel;
using mapping::ObjectClass;

constexpr double kSample_s = 0.1;
constexpr double kSmallest_m = 0.1;
constexpr double kWheelbaseShare = 0.60, kRearAxleShare = -0.295;  // of a vehicle's length

world::ActorClass class_of(ObjectClass type) {
  switch (type) {
    case ObjectClass::pedestrian:
      return world::ActorClass::pedestrian;
    case ObjectClass::two_wheeler:
      return world::ActorClass::two_wheeler;
    case ObjectClass::car:
      return world::ActorClass::car;
    case ObjectClass::large_vehicle:
      return world::ActorClass::large_vehicle;
    case ObjectClass::unknown:
      return world::ActorClass::unknown;
  }
  return world::ActorClass::unknown;
}

world::PhaseKind phase_of(MotionKind kind) {
  switch (kind) {
    case MotionKind::moving:
      return world::PhaseKind::moving;
    case MotionKind::parked:
      return world::PhaseKind::parked;
    case MotionKind::predicted:
      return world::PhaseKind::predicted;
    case MotionKind::occluded:
      return world::PhaseKind::occluded;
  }
  return world::PhaseKind::moving;
}

Vec3d size_of(const MovingObjectModel& object) {
  return {std::max(object.size.x, kSmallest_m), std::max(object.size.y, kSmallest_m),
          std::max(object.size.z, kSmallest_m)};
}

// Times of the samples: ends of all phases, and steps of kSample_s in those with motion.
std::vector<Timestamp> sample_times(const MovingObjectModel& object) {
  std::vector<Timestamp> out;
  for (const mapping::MotionPhase& phase : object.phases) {
    const double length = (phase.to - phase.from).seconds();
    const auto steps = phase.kind == MotionKind::parked ? 1 : std::max(1.0, std::ceil(length / kSample_s));
    if (out.empty()) out.push_back(phase.from);
    for (int i = 1; i <= static_cast<int>(steps); ++i) {
      out.push_back(phase.from + Duration::from_seconds(length * i / steps));
    }
  }
  return out;
}

world::ActorTrajectory trajectory_of(const MovingObjectModel& object, Timestamp zero) {
  world::ActorTrajectory out{.id = actor_id(object), .asset = asset_id(object)};
  out.actor_class = class_of(object.type);
  out.confidence = object.confidence;
  out.size = size_of(object);
  for (std::size_t i = 0; i < 3; ++i) {
    out.size_source[i] = object.measured[i] ? world::SizeSource::measured : world::SizeSource::prior;
  }
  out.quality = object.quality;
  const auto after = [&](Timestamp time) { return (time - zero).seconds(); };
  for (const Timestamp time : sample_times(object)) {
    const mapping::ObjectState s = mapping::state_at(object.states, time);
    if (!out.t.empty() && after(time) - out.t.back() < 1e-3) continue;
    out.t.push_back(after(time));
    out.x.push_back(s.position_in_map.x), out.y.push_back(s.position_in_map.y), out.z.push_back(s.position_in_map.z);
    out.yaw.push_back(s.yaw), out.v.push_back(s.v), out.yaw_rate.push_back(s.yaw_rate);
  }
  for (const mapping::MotionPhase& phase : object.phases) {
    const double from = std::max(after(phase.from), out.t.front()), to = std::min(after(phase.to), out.t.back());
    if (from < to) out.phases.push_back({from, to, phase_of(phase.kind)});
  }
  return out;
}

Node faces_of(const mapping::SideShares& sides) {
  Node node = Node::map();
  node.add("front", Node::of(sides.front));
  node.add("back", Node::of(sides.back));
  node.add("left", Node::of(sides.left));
  node.add("right", Node::of(sides.right));
  node.add("top", Node::of(sides.top));
  return node;
}

// How given boxes match the sweeps; nothing for our own tracks.
// Limbs move; a vehicle keeps its form.
bool is_deforming(ObjectClass type) { return type == ObjectClass::pedestrian || type == ObjectClass::two_wheeler; }

void add_given(Node& node, const std::optional<mapping::GivenObject>& given) {
  if (!given) return;
  Node& own = node.add("given", Node::map());
  own.add("id", Node::of(given->id));
  own.add("boxes", Node::of(static_cast<int64_t>(given->boxes)));
  own.add("inside_share", Node::of(given->inside_share));
  own.add("standing_share", Node::of(given->standing_share));
  own.add("speed_error_mps", Node::of(given->speed_error_mps));
  own.add("moved_m", Node::of(given->moved_m));
}

Node track_of(const MovingObjectModel& object, const ActorSplats& splats) {
  Node node = Node::map();
  node.add("id", Node::of(actor_id(object)));
  node.add("class", Node::of(name_of(object.type)));
  node.add("confidence", Node::of(object.confidence));
  node.add("quality", Node::of(object.quality));
  node.add("sightings", Node::of(static_cast<int64_t>(object.sightings)));
  node.add("points", Node::of(static_cast<int64_t>(object.points)));
  node.add("duration_s", Node::of((object.states.back().stamp - object.states.front().stamp).seconds()));
  node.add("travelled_m", Node::of(object.travelled_m));
  node.add("speed_median_mps", Node::of(object.speed_median_mps));
  node.add("speed_95_mps", Node::of(object.speed_95_mps));
  node.add("misfit_m", Node::of(object.misfit_m));
  node.add("largest_jump_sigma", Node::of(object.largest_jump));
  node.add("predicted_share", Node::of(object.predicted_share));
  node.add("parked_share", Node::of(object.parked_share));
  node.add("size", Node::list({Node::of(object.size.x), Node::of(object.size.y), Node::of(object.size.z)}));
  const auto source = [&](std::size_t i) { return Node::of(object.measured[i] ? "measured" : "prior"); };
  node.add("size_source", Node::list({source(0), source(1), source(2)}));
  node.add("faces", faces_of(object.sides));
  node.add("mesh_source", Node::of(object.mesh.measured > 0 ? "measured" : "template"));
  node.add("mesh_measured_share", Node::of(object.mesh.measured));
  node.add("deforming", Node::of(is_deforming(object.type)));
  node.add("splats", Node::of(static_cast<int64_t>(splats.cloud.size())));
  node.add("painted_share", Node::of(splats.coverage));
  add_given(node, object.given);
  return node;
}

Node track_of(const mapping::RejectedTrack& track) {
  Node node = Node::map();
  node.add("track", Node::of(static_cast<int64_t>(track.track)));
  node.add("reason", Node::of(mapping::name_of(track.reason)));
  node.add("sightings", Node::of(static_cast<int64_t>(track.sightings)));
  node.add("points", Node::of(static_cast<int64_t>(track.points)));
  node.add("travelled_m", Node::of(track.travelled_m));
  add_given(node, track.given);
  return node;
}

}  // namespace

std::string actor_id(const MovingObjectModel& object) { return format("a{:04}", object.track); }
std::string asset_id(const MovingObjectModel& object) {
  return format("{}_{}", mapping::name_of(object.type), actor_id(object));
}

world::ActorTrajectories trajectories_of(const mapping::ObjectBuild& built, Timestamp zero) {
  world::ActorTrajectories out{.zero = zero};
  for (const MovingObjectModel& object : built.objects) out.actors.push_back(trajectory_of(object, zero));
  return out;
}

world::ActorAssets assets_of(const mapping::ObjectBuild& built, std::span<const ActorSplats> splats) {
  world::ActorAssets out;
  for (std::size_t i = 0; i < built.objects.size(); ++i) {
    const MovingObjectModel& object = built.objects[i];
    world::ActorAsset asset{.id = asset_id(object)};
    asset.actor_class = class_of(object.type);
    asset.source.actor = actor_id(object);
    asset.size = size_of(object);
    asset.mesh = format("actors/{}/mesh.glb", asset.id);
    if (const splat::GaussianCloud& cloud = splats[i].cloud; !cloud.empty()) {
      asset.splat = format("actors/{}/splat.ply", asset.id);
      asset.splats = static_cast<int64_t>(cloud.size());
      asset.sh_degree = cloud.sh_degree();
    }
    asset.mesh_source = object.mesh.measured > 0 ? world::MeshSource::measured : world::MeshSource::class_template;
    asset.faces = {object.sides.front, object.sides.back, object.sides.left, object.sides.right, object.sides.top};
    asset.reflectance_median = object.median_intensity;
    asset.quality = object.quality;
    if (object.type == ObjectClass::car || object.type == ObjectClass::large_vehicle) {
      asset.mirrored.emplace(1, 'y');
      asset.wheelbase = kWheelbaseShare * asset.size.x, asset.rear_axle_x = kRearAxleShare * asset.size.x;
    }
    out.assets.push_back(std::move(asset));
  }
  return out;
}

std::string write_tracks(const mapping::ObjectBuild& built, std::span<const ActorSplats> splats) {
  Node actors = Node::list({}), others = Node::list({});
  for (std::size_t i = 0; i < built.objects.size(); ++i) {
    actors.items.push_back(track_of(built.objects[i], splats[i]));
  }
  for (const mapping::RejectedTrack& track : built.rejected) others.items.push_back(track_of(track));
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("actors", std::move(actors));
  root.add("rejected", std::move(others));
  return write_json(root);
}

Result<std::optional<BuiltActors>> read_built_actors(const Workspace& workspace) {
  const fs::path folder = workspace.folder(Step::actor_builder);
  std::error_code ignored;
  if (!fs::exists(folder / "trajectories.json", ignored)) return std::optional<BuiltActors>();
  GS_TRY(const std::string trajectories, read_text_file(folder / "trajectories.json"));
  GS_TRY(const std::string assets, read_text_file(folder / "assets.json"));
  Problems problems;
  BuiltActors out{world::parse_actor_trajectories(trajectories, "trajectories.json", problems),
                  world::parse_actor_assets(assets, "assets.json", problems)};
  for (const Problem& problem : problems) {
    if (problem.severity == Severity::error) {
      return fail(ErrorCode::invalid_data, "{}: {}", folder.string(), to_string(problem))
          .with_hint("run the step actor_builder again with gs-world-builder run-step");
    }
  }
  return std::optional(std::move(out));
}

}  // namespace gs::builder
