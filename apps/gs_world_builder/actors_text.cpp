// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/actors_text.h"

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "gs/core/format.h"
#include "gs/world/actors/actor_pose.h"

namespace gs {
namespace {

using world::ActorAsset;
using world::ActorTrajectory;
using world::word_of;

std::span<const ActorTrajectory> actors_of(const world::World& w) {
  if (!w.actor_trajectories) return {};
  return w.actor_trajectories->actors;
}

// Of a world with assets.
std::vector<std::string> unused_assets(const world::World& w) {
  std::set<std::string> used;
  for (const ActorTrajectory& actor : actors_of(w)) used.insert(actor.asset);
  std::vector<std::string> unused;
  for (const ActorAsset& asset : w.actor_assets->assets) {
    if (!used.contains(asset.id)) unused.push_back(asset.id);
  }
  return unused;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string actor_text(const ActorTrajectory& a) {
  const auto side = [&](std::size_t i) { return word_of(world::kSizeSources, a.size_source[i]); };
  std::string text = format("actor    {}: {} (confidence {:.2f}), quality {:.2f}, asset {}\n", a.id,
                            word_of(world::kActorClasses, a.actor_class), a.confidence, a.quality, a.asset);
  text += format("size     {} x {} x {} m (length {}, width {}, height {})\n", a.size.x, a.size.y, a.size.z, side(0),
                 side(1), side(2));
  text += format("seen     {} to {} s after zero, {} samples, path {:.1f} m\n", a.t.front(), a.t.back(), a.t.size(),
                 world::path_length_m(a));
  for (const world::ActorPhase& phase : a.phases) {
    text += format("phase    {} to {} s: {}\n", phase.from, phase.to, word_of(world::kPhaseKinds, phase.kind));
  }
  return text;
}

std::string pose_text(const ActorTrajectory& actor, double time_s) {
  const auto pose = world::pose_at(actor, time_s);
  if (!pose)
    return format("pose     at {} s: none, the actor exists from {} to {} s\n", time_s, actor.t.front(),
                  actor.t.back());
  return format(
      "pose     at {} s: x {:.3f} y {:.3f} z {:.3f} m, yaw {:.4f} rad, v {:.3f} m/s, yaw rate {:.4f} rad/s, {}\n",
      time_s, pose->position.x, pose->position.y, pose->position.z, pose->yaw, pose->v, pose->yaw_rate,
      word_of(world::kPhaseKinds, pose->phase));
}

std::string asset_text(const ActorAsset& a) {
  std::string text =
      format("asset    {}: {}, {} x {} x {} m, from {} {} {}\n", a.id, word_of(world::kActorClasses, a.actor_class),
             a.size.x, a.size.y, a.size.z, a.source.kind, a.source.world.value_or("-"), a.source.actor.value_or("-"));
  if (a.quality) text += format("quality  {:.2f}\n", *a.quality);
  text += a.splat ? format("splats   {}: {} of SH degree {}\n", *a.splat, *a.splats, *a.sh_degree) : "splats   none\n";
  text +=
      a.mesh ? format("mesh     {}: {}\n", *a.mesh, word_of(world::kMeshSources, *a.mesh_source)) : "mesh     none\n";
  text += format("faces    seen: front {:.2f}, back {:.2f}, left {:.2f}, right {:.2f}, top {:.2f}\n", a.faces.front,
                 a.faces.back, a.faces.left, a.faces.right, a.faces.top);
  if (a.mirrored) text += "mirrored unseen parts are the mirror image of the other side\n";
  if (a.reflectance_median) text += format("lidar    median reflectance {}\n", *a.reflectance_median);
  if (!a.shapes.empty()) text += format("gait     {} shapes, stride {} m\n", a.shapes.size(), a.stride_m.value_or(0));
  for (const world::CameraGain& gain : a.gains) {
    text += format("gain     of camera {}: {} {} {}\n", gain.camera, gain.rgb.x, gain.rgb.y, gain.rgb.z);
  }
  if (a.wheelbase)
    text += format("axles    wheelbase {} m, rear axle at x = {} m\n", *a.wheelbase, a.rear_axle_x.value_or(0));
  return text;
}

}  // namespace

std::string actor_table(const world::World& w) {
  if (!w.actor_assets) return "the bundle has no actors\n";
  std::size_t id = 5, asset = 5;
  for (const ActorTrajectory& a : actors_of(w)) id = std::max(id, a.id.size()), asset = std::max(asset, a.asset.size());
  std::string text = format("{:<{}}  {:<13}  {:<{}}  {:>8}  {:>8}  {:>8}  {:>7}\n", "actor", id, "class", "asset",
                            asset, "from [s]", "to [s]", "path [m]", "quality");
  for (const ActorTrajectory& a : actors_of(w)) {
    text += format("{:<{}}  {:<13}  {:<{}}  {:>8.2f}  {:>8.2f}  {:>8.1f}  {:>7.2f}\n", a.id, id,
                   word_of(world::kActorClasses, a.actor_class), a.asset, asset, a.t.front(), a.t.back(),
                   world::path_length_m(a), a.quality);
  }
  const auto unused = unused_assets(w);
  if (!unused.empty()) text += "assets without actors: " + joined(unused) + "\n";
  return text;
}

std::string actor_details(const world::World& w, const world::ActorOrAsset& shown, std::optional<double> time_s) {
  if (shown.actor == nullptr) return asset_text(*shown.asset);
  std::string text = actor_text(*shown.actor);
  if (time_s) text += pose_text(*shown.actor, *time_s);
  const ActorAsset* asset = world::find_asset(*w.actor_assets, shown.actor->asset);
  return asset == nullptr ? text : text + asset_text(*asset);
}

std::string removal_text(const world::ActorRemoval& removal) {
  std::string text;
  if (!removal.actors.empty()) text += "removed actors: " + joined(removal.actors) + "\n";
  if (removal.asset) text += "removed asset: " + *removal.asset + "\n";
  if (!removal.files.empty()) text += "removed files: " + joined(removal.files) + "\n";
  for (const world::ParkedPlace& place : removal.parked) {
    text += format(
        "the background is unchanged and may still show {} where it was parked: x {:.1f} y {:.1f} m, {} to {} s\n",
        place.actor, place.position.x, place.position.y, place.from, place.to);
  }
  return text;
}

}  // namespace gs
