// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors in a whole run: replay, sweeps, collisions, repeatability, and bundles that are read from disk.
#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/world/testing/actor_world.h"

namespace gs::sim {
namespace {

Simulator make(const SimulatorOptions& options = {}, SimWorld world = flat_world_with_actors()) {
  auto simulator = Simulator::create(std::move(world), options, Backend::cpu);
  EXPECT_TRUE(simulator) << (simulator ? "" : simulator.error().message);
  return std::move(*simulator);
}

// Sensors off; the vehicle drives straight ahead.
SimulatorOptions bare(double speed) {
  SimulatorOptions options;
  options.sensors.camera.enable = options.sensors.lidar.enable = false;
  options.simulation.initial_velocity = speed;
  options.simulation.control_timeout_sec = 0;
  return options;
}

TEST(TrafficRun, ActorsFollowTheClockAndNoneLeavesThemOut) {
  Simulator simulator = make(bare(0));
  Observation now = simulator.observe();
  ASSERT_EQ(now.actors.size(), 2u);
  EXPECT_EQ(simulator.traffic().actors()[now.actors[0].actor].name, "a1");
  for (int i = 0; i < 150; ++i) now = simulator.step();
  EXPECT_NEAR(now.actors[0].map_from_actor.translation.x, -10 + 1.5 * 5, 1e-6);
  for (int i = 0; i < 300; ++i) now = simulator.step();
  EXPECT_EQ(now.actors.size(), 1u);  // the car is gone after 4 s
  SimulatorOptions none = bare(0);
  none.simulation.traffic = "none";
  EXPECT_TRUE(make(none).observe().actors.empty());
}

// Reflectance of the car is 0.9, of all else 0.5: an intensity above 128 is a return of the car.
TEST(TrafficRun, SweepsShowTheCarWhereItIs) {
  SimulatorOptions options = bare(0);
  options.sensors.lidar.enable = true;
  Simulator simulator = make(options);
  std::size_t seen = 0;
  for (int i = 0; i < 300; ++i) {
    const Observation now = simulator.step();
    for (const LidarSweep& sweep : now.sweeps) {
      for (const Vec4f& p : sweep.cloud.points) {
        if (p.w < 130) continue;
        const Vec3d in_map{p.x + 1.0, p.y,
                           p.z + 2.0};  // the LiDAR is at (1, 0, 2) of base_link, which is at the origin
        const Vec3d in_car = now.actors[0].map_from_actor.inverse() * in_map;
        EXPECT_LE(std::abs(in_car.x), 2.01);
        EXPECT_LE(std::abs(in_car.y), 1.01);
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 300u);
}

TEST(TrafficRun, WithMotionDistortionPointsLieOnTheCarAtTheirOwnTime) {
  SimulatorOptions options = bare(0);
  options.sensors.lidar.enable = options.sensors.lidar.raycast.motion_distortion = true;
  Simulator simulator = make(options);
  std::size_t seen = 0;
  double worst = 0, worst_of_stamp = 0;
  for (int i = 0; i < 300; ++i) {
    const Observation now = simulator.step();
    for (const LidarSweep& sweep : now.sweeps) {
      for (std::size_t k = 0; k < sweep.cloud.points.size(); ++k) {
        const Vec4f& p = sweep.cloud.points[k];
        if (p.w < 130) continue;
        const Vec3d in_map{p.x + 1.0, p.y, p.z + 2.0};
        const auto outside = [&](Timestamp t) {
          const Vec3d q = simulator.traffic().state_at(0, t)->map_from_actor.inverse() * in_map;
          return std::max(std::abs(q.x) - 2, std::abs(q.y) - 1);
        };
        const Timestamp fired = sweep.cloud.stamp + Duration::from_seconds(sweep.time_s[k]);
        if (fired.ns < 0) continue;  // the run begins with a pose of its own
        worst = std::max(worst, outside(fired));
        worst_of_stamp = std::max(worst_of_stamp, outside(sweep.cloud.stamp));
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 300u);
  EXPECT_LT(worst, 2e-3);
  EXPECT_GT(worst_of_stamp, 0.05);  // 5 m/s over 50 ms: the test can fail
}

TEST(TrafficRun, HittingAnActorIsNoCollisionWithTheMesh) {
  SimWorld world = flat_world_with_actors();
  add_actor(world, {.id = "a3", .asset = "car", .t1 = 60, .x = 10});  // parked ahead, between the vehicle and the wall
  SimulatorOptions options = bare(5);
  Simulator simulator = make(options, std::move(world));
  std::vector<Collision> collisions;
  std::size_t notices = 0;
  std::string while_touching;
  bool mesh_while_touching = false;
  for (int i = 0; i < 400; ++i) {
    const Observation now = simulator.step();
    collisions.insert(collisions.end(), now.collisions.begin(), now.collisions.end());
    for (const Notice& notice : now.notices) notices += notice.text.starts_with("[Traffic] ACTOR_COLLISION: ");
    if (collisions.size() == 1 && while_touching.empty()) {
      while_touching = now.status.message, mesh_while_touching = now.status.is_collision;
    }
  }
  ASSERT_EQ(collisions.size(), 2u);  // each contact once: the car, later the wall at x = 18
  EXPECT_TRUE(collisions[0].with_actor);
  EXPECT_EQ(collisions[0].other, "a3");
  EXPECT_NEAR(collisions[0].relative_speed, 5, 1e-6);
  EXPECT_EQ(collisions[0].side, EgoSide::front);
  EXPECT_NEAR(collisions[0].point.x, 8, 0.1);
  EXPECT_EQ(while_touching, "collision with actor a3 at 5.0 m/s");
  EXPECT_FALSE(mesh_while_touching);
  EXPECT_EQ(notices, 1u);
  EXPECT_FALSE(collisions[1].with_actor);
  EXPECT_EQ(collisions[1].other, "static_mesh");
  EXPECT_EQ(collisions[1].side, EgoSide::front);
  EXPECT_NEAR(collisions[1].point.x, 18, 0.1);
}

RunDigest digest_of(Simulator& simulator, int from, int to, RunDigest digest = {}) {
  for (int i = from; i < to; ++i) digest.add(simulator.step());
  return digest;
}

SimulatorOptions every_source() {
  SimulatorOptions options = bare(3);
  options.sensors.lidar.enable = options.sensors.camera.enable = true;
  RaycastOptions& rays = options.sensors.lidar.raycast;
  rays.use_static_mesh = rays.add_noise = rays.motion_distortion = true;
  return options;
}

TEST(TrafficRun, ThreadsResetAndRestoreDoNotChangeARun) {
  const auto run = [](int threads) {
    const ScopedThreadCount scope(threads);
    Simulator simulator = make(every_source(), world_with_actors());
    return digest_of(simulator, 0, 120);
  };
  const RunDigest one = run(1);
  EXPECT_TRUE(one == run(2));
  EXPECT_TRUE(one == run(16));
  Simulator simulator = make(every_source(), world_with_actors());
  digest_of(simulator, 0, 80);
  simulator.reset(std::nullopt, true);
  RunDigest again = digest_of(simulator, 0, 60);
  const Snapshot middle = simulator.save();
  digest_of(simulator, 60, 90);
  simulator.restore(middle);
  EXPECT_TRUE(one == digest_of(simulator, 60, 120, again));
}

TEST(TrafficRun, ABundleOnDiskIsReplayed) {
  const world::ActorWorld bundle;
  Problems problems;
  auto world = WorldLoader::load(bundle.bundle(), {}, problems);
  ASSERT_TRUE(world) << world.error().message;
  ASSERT_EQ(world->actor_models.size(), 2u);
  EXPECT_EQ(world->actor_models[0].cloud.size(), 40u);
  EXPECT_EQ(world->actor_models[0].triangles.size(), 36u);
  EXPECT_FLOAT_EQ(world->actor_models[0].reflectance.at(0), 0.2f);
  EXPECT_EQ(world->actor_models[1].triangles.size(), 36u);  // no mesh: a box
  Simulator simulator = make(bare(0), std::move(*world));
  Observation now = simulator.observe();
  while (now.stamp < simulator.clock().start() + Duration::from_seconds(1)) now = simulator.step();
  ASSERT_EQ(now.actors.size(), 2u);
  EXPECT_NEAR(now.actors[0].map_from_actor.translation.x, 4 - 1, 1e-3);
  EXPECT_NEAR(now.actors[1].map_from_actor.translation.y, -3, 1e-3);
}

// The message of the load, for a bundle in which `from` is replaced by `to`.
std::string load_edited(std::string_view file, std::string_view from, std::string_view to) {
  const world::ActorWorld bundle;
  bundle.edit(file, from, to);
  Problems problems;
  const auto world = WorldLoader::load(bundle.bundle(), {}, problems);
  return world ? "loaded" : world.error().message;
}

TEST(TrafficRun, HostileTrajectoriesAreErrorsThatNameThePlace) {
  const std::string_view file = "actors/trajectories.json";
  EXPECT_EQ(load_edited(file, "\"a1\"", "\"a1\""), "loaded");
  EXPECT_NE(load_edited(file, "\"asset\": \"car_a1\"", "\"asset\": \"ghost\"").find("ghost"), std::string::npos);
  EXPECT_NE(load_edited(file, "\"yaw\": [", "\"yaw\": [NaN, ").find("trajectories.json"), std::string::npos);
  EXPECT_NE(load_edited(file, "\"t\": [0", "\"t\": [9").find("increas"), std::string::npos);
  EXPECT_NE(load_edited(file, "\"a2\"", "\"a1\"").find("a1"), std::string::npos);
  EXPECT_NE(load_edited("actors/assets.json", "car_a1/mesh.glb", "car_a1/none.glb").find("none.glb"),
            std::string::npos);
}

}  // namespace
}  // namespace gs::sim
