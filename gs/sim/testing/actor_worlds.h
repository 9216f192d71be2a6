// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// small_world() with actors, for tests.
#pragma once

#include "gs/sim/world_loader.h"

namespace gs::sim {

// A straight drive: samples every 0.1 s from t0 to t1, at (x, y) at t0, along yaw with `speed` and acceleration `a`.
struct StraightDrive {
  std::string id, asset;
  double t0 = 0, t1 = 4;
  double x = 0, y = 0, yaw = 0, speed = 0, a = 0;
};
world::ActorTrajectory trajectory_of(const StraightDrive& drive);

// Adds an asset without files (a box) and its model.
void add_box_asset(SimWorld& world, const std::string& id, Vec3d size, double reflectance,
                   world::ActorClass actor_class = world::ActorClass::car);
// Adds an actor that replays a drive.
void add_actor(SimWorld& world, const StraightDrive& drive);

// small_world() with a car "a1" (4 x 2 x 1.5 m, reflectance 0.9) that drives from x = -10 at y = 6 with 5 m/s for 4 s,
// and a pedestrian "a2" (0.6 x 0.6 x 1.7 m, 0.2) that crosses from (8, -4) with 1 m/s for 6 s.
SimWorld world_with_actors();
// The same on flat ground at z = 0.
SimWorld flat_world_with_actors();

// Gives all assets red Gaussians over their boxes, and the world 1,600 bright ones on its ground around (10, 0).
void paint_actors_and_ground(SimWorld& world);

}  // namespace gs::sim
