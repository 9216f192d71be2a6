// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/testing/actor_worlds.h"

#include <cmath>
#include <utility>

#include "gs/sim/testing/ground.h"
#include "gs/sim/testing/small_world.h"
#include "gs/world/files/heightmap.h"

namespace gs::sim {

world::ActorTrajectory trajectory_of(const StraightDrive& d) {
  world::ActorTrajectory out{.id = d.id, .asset = d.asset};
  const int count = static_cast<int>(std::lround((d.t1 - d.t0) / 0.1));
  for (int i = 0; i <= count; ++i) {
    const double t = i * 0.1, way = d.speed * t + 0.5 * d.a * t * t;
    out.t.push_back(d.t0 + t), out.yaw.push_back(d.yaw), out.v.push_back(d.speed + d.a * t), out.yaw_rate.push_back(0);
    out.x.push_back(d.x + way * std::cos(d.yaw)), out.y.push_back(d.y + way * std::sin(d.yaw)), out.z.push_back(0);
  }
  return out;
}

void add_box_asset(SimWorld& world, const std::string& id, Vec3d size, double reflectance,
                   world::ActorClass actor_class) {
  if (!world.bundle.actor_assets) world.bundle.actor_assets.emplace();
  world::ActorAsset asset{.id = id, .actor_class = actor_class, .size = size, .reflectance_median = reflectance};
  world.bundle.actor_assets->assets.push_back(asset);
  world.actor_models.push_back(world::box_model(std::move(asset)));
}

void add_actor(SimWorld& world, const StraightDrive& drive) {
  if (!world.bundle.actor_trajectories) world.bundle.actor_trajectories.emplace();
  world::ActorTrajectory actor = trajectory_of(drive);
  for (const world::ActorModel& model : world.actor_models) {
    if (model.asset.id == drive.asset) actor.size = model.asset.size, actor.actor_class = model.asset.actor_class;
  }
  world.bundle.actor_trajectories->actors.push_back(std::move(actor));
}

namespace {

// Writes one opaque Gaussian of a colour.
void set_disc(const splat::MutableCloudView& view, std::size_t i, Vec3d position, float log_scale, Vec3f color) {
  splat::clear_gaussian(view, i);
  view.set_position(i, cast<float>(position));
  view.set_log_scale(i, {log_scale, log_scale, -4.0f});
  view.set_rotation(i, {0, 0, 0, 1});
  view.opacity_logit[i] = 4;
  const float rgb[3] = {color.x, color.y, color.z};
  for (int c = 0; c < 3; ++c) view.sh_of(i)[c] = (rgb[c] - 0.5f) / 0.2820948f;
}

}  // namespace

void paint_actors_and_ground(SimWorld& world) {
  constexpr int kSide = 7, kGround = 40;
  for (world::ActorModel& model : world.actor_models) {
    model.cloud = splat::GaussianCloud::create(kSide * kSide * kSide, 0).value();
    for (int i = 0; i < kSide * kSide * kSide; ++i) {
      const Vec3d at{i % kSide / 6.0 - 0.5, i / kSide % kSide / 6.0 - 0.5, (i / kSide / kSide + 1) / 7.0};
      const Vec3d size = model.asset.size;
      set_disc(model.cloud.view(), static_cast<std::size_t>(i), {at.x * size.x, at.y * size.y, at.z * size.z}, -1.5f,
               {1, 0, 0});
    }
  }
  const std::size_t before = world.cloud.size();
  auto all = splat::GaussianCloud::create(before + kGround * kGround, 0).value();
  for (std::size_t i = 0; i < before; ++i) {
    const splat::CloudView from = std::as_const(world.cloud).view();
    all.view().set_position(i, from.position_of(i));
    all.view().set_log_scale(i, from.log_scale_of(i));
    all.view().set_rotation(i, from.rotation_of(i));
    all.view().opacity_logit[i] = from.opacity_logit[i];
    for (int c = 0; c < 3; ++c) all.view().sh_of(i)[c] = from.sh_of(i)[c];
  }
  for (int i = 0; i < kGround * kGround; ++i) {
    const double x = 10 + 0.5 * (i % kGround - kGround / 2), y = 0.5 * (i / kGround - kGround / 2);
    const double z = world::ground_height(world.bundle.heightmap, x, y).value_or(0);
    set_disc(all.view(), before + static_cast<std::size_t>(i), {x, y, z}, -1.4f, {0.7f, 0.7f, 0.7f});
  }
  world.cloud = std::move(all);
}

SimWorld world_with_actors() {
  SimWorld world = small_world();
  add_box_asset(world, "car", {4, 2, 1.5}, 0.9);
  add_box_asset(world, "walker", {0.6, 0.6, 1.7}, 0.2, world::ActorClass::pedestrian);
  add_actor(world, {.id = "a1", .asset = "car", .t1 = 4, .x = -10, .y = 6, .speed = 5});
  add_actor(world, {.id = "a2", .asset = "walker", .t1 = 6, .x = 8, .y = -4, .yaw = kPi / 2, .speed = 1});
  return world;
}

SimWorld flat_world_with_actors() {
  SimWorld world = world_with_actors();
  world.bundle.heightmap = ground_of([](double, double) { return 0.0; }, 40.0);
  return world;
}

}  // namespace gs::sim
