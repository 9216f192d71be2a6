// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/testing/actor_worlds.h"

#include <cmath>

#include "gs/sim/testing/ground.h"
#include "gs/sim/testing/small_world.h"

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
