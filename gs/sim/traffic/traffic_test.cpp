// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors follow their trajectories, stand on the ground, and exist only while they are known.
#include "gs/sim/traffic/traffic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/sim/testing/actor_worlds.h"
#include "gs/sim/testing/ground.h"

namespace gs::sim {
namespace {

Timestamp at(double seconds) { return Timestamp::from_seconds(seconds); }

// A world with one car and its ground.
struct Stage {
  SimWorld world = flat_world_with_actors();
  std::optional<GroundContact> ground;
  std::optional<Traffic> traffic;

  explicit Stage(const StraightDrive& drive = {}) {
    world.bundle.actor_trajectories.reset();
    add_actor(world, {drive.id.empty() ? "one" : drive.id, "car", drive.t0, drive.t1, drive.x, drive.y, drive.yaw,
                      drive.speed, drive.a});
  }
  Traffic& begin() {
    ground.emplace(world.bundle.heightmap, nullptr, world.ray_origin());
    auto made = Traffic::create(world, *ground, true);
    EXPECT_TRUE(made) << made.error().message;
    traffic.emplace(std::move(*made));
    return *traffic;
  }
};

TEST(Traffic, FollowsABrakingCarWithinAMillimetre) {
  Stage stage({.t1 = 2, .x = 1, .y = 2, .yaw = 0.7, .speed = 8, .a = -3});
  Traffic& traffic = stage.begin();
  for (int i = 0; i <= 200; ++i) {
    const double t = 0.01 * i, way = 8 * t - 1.5 * t * t;
    traffic.step(at(t));
    ASSERT_EQ(traffic.states().size(), 1u);
    const ActorState& state = traffic.states()[0];
    const Vec3d wanted{1 + way * std::cos(0.7), 2 + way * std::sin(0.7), 0};
    EXPECT_LT(norm(state.map_from_actor.translation - wanted), 1e-3) << t;
    EXPECT_NEAR(state.speed, 8 - 3 * t, 1e-6);
    EXPECT_NEAR(norm(state.velocity()), 8 - 3 * t, 1e-6);
  }
}

TEST(Traffic, AnActorExistsFromItsFirstSampleToItsLast) {
  Stage stage({.t0 = 1, .t1 = 2, .speed = 1});
  stage.world.bundle.actor_trajectories->start_time = 10;  // simulation time of t = 0
  Traffic& traffic = stage.begin();
  const auto count = [&](double t) {
    traffic.step(at(t));
    return traffic.states().size();
  };
  EXPECT_EQ(count(1.5), 0u);
  EXPECT_EQ(count(10.999), 0u);
  EXPECT_EQ(count(11.0), 1u);
  EXPECT_EQ(count(12.0), 1u);
  EXPECT_EQ(count(12.001), 0u);
  EXPECT_EQ(count(11.0), 1u);  // states do not depend on earlier steps
}

TEST(Traffic, StandsOnASlopeWithFourCorners) {
  Stage stage({.yaw = 0.4, .speed = 1});
  stage.world.bundle.heightmap = ground_of([](double x, double y) { return 2 + 0.1 * x - 0.05 * y; });
  Traffic& traffic = stage.begin();
  traffic.step(at(1));
  const Rigid3d pose = traffic.states()[0].map_from_actor;
  EXPECT_NEAR(pose.translation.z, 2 + 0.1 * pose.translation.x - 0.05 * pose.translation.y, 1e-5);
  EXPECT_NEAR(norm(pose.rotation * Vec3d{0, 0, 1} - normalized(Vec3d{-0.1, 0.05, 1})), 0, 1e-5);
}

TEST(Traffic, OneCornerOverAHoleUsesTheOthersAndWithoutGroundTheStoredHeightCounts) {
  Stage stage({.speed = 0});
  for (double& z : stage.world.bundle.actor_trajectories->actors[0].z) z = 7;
  stage.world.bundle.heightmap = ground_of([](double x, double y) { return x > 1 && y > 0.2 ? NAN : 1 + 0.1 * x; });
  stage.begin().step(at(1));
  const Rigid3d pose = stage.traffic->states()[0].map_from_actor;
  EXPECT_NEAR(pose.translation.z, 1, 1e-5);
  EXPECT_NEAR(to_rpy(pose.rotation).pitch, -std::atan(0.1), 1e-5);
  stage.world.bundle.heightmap = ground_of([](double, double) { return NAN; });
  stage.begin().step(at(1));
  EXPECT_EQ(stage.traffic->states()[0].map_from_actor.translation.z, 7);
}

TEST(Traffic, RecordedTiltIsUsed) {
  Stage stage;
  auto& actor = stage.world.bundle.actor_trajectories->actors[0];
  actor.pitch.assign(actor.t.size(), 0.2), actor.roll.assign(actor.t.size(), -0.1);
  stage.begin().step(at(1));
  const Rpy rpy = to_rpy(stage.traffic->states()[0].map_from_actor.rotation);
  EXPECT_NEAR(rpy.pitch, 0.2, 1e-12);
  EXPECT_NEAR(rpy.roll, -0.1, 1e-12);
}

TEST(Traffic, APlacedActorDrivesOnItsArc) {
  Stage stage;
  Traffic& traffic = stage.begin();
  std::vector<Actor> actors = traffic.actors();
  actors[0].placement = Placement{.since = at(1), .position = {3, 0, 0}, .yaw = 0, .speed = 2, .yaw_rate = 0.5};
  traffic.restore(actors);
  EXPECT_FALSE(traffic.state_at(0, at(0.99)));
  // Radius 4 m to the left: after pi s a quarter of the circle.
  const auto state = traffic.state_at(0, at(1 + kPi));
  ASSERT_TRUE(state);
  EXPECT_LT(norm(state->map_from_actor.translation - Vec3d{7, 4, 0}), 1e-6);
  EXPECT_NEAR(to_rpy(state->map_from_actor.rotation).yaw, kPi / 2, 1e-6);
  traffic.reset();
  EXPECT_TRUE(traffic.state_at(0, at(0.5)));
}

TEST(Traffic, MotionsAreWithinATenthOfAMillimetreOfThePoses) {
  Stage stage({.t1 = 2, .speed = 8, .a = -3});
  Traffic& traffic = stage.begin();
  std::vector<ActorMotion> motions;
  traffic.motions(at(0.95), at(1.05), at(1.05), motions);
  ASSERT_EQ(motions.size(), 1u);
  for (int i = 0; i <= 100; ++i) {
    const Rigid3d exact = traffic.state_at(0, at(0.95 + 0.001 * i))->map_from_actor;
    EXPECT_LT(norm(motions[0].at(0.01 * i).translation - exact.translation), 1e-4);
  }
  traffic.motions(at(1.95), at(2.05), at(2.05), motions);
  EXPECT_TRUE(motions.empty());
  // Before its first sample an actor has its first pose.
  traffic.motions(at(-0.05), at(0.05), at(0.05), motions);
  ASSERT_EQ(motions.size(), 1u);
  EXPECT_EQ(motions[0].at(0).translation.x, 0);
}

TEST(Traffic, ActorsWithoutAssetOrWithRaggedColumnsAreErrors) {
  Stage stage;
  stage.world.bundle.actor_trajectories->actors[0].asset = "ghost";
  const GroundContact ground(stage.world.bundle.heightmap, nullptr, {});
  auto made = Traffic::create(stage.world, ground, true);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "actor 'one': there is no asset 'ghost'");
  stage.world.bundle.actor_trajectories->actors[0].asset = "car";
  stage.world.bundle.actor_trajectories->actors[0].v.pop_back();
  EXPECT_FALSE(Traffic::create(stage.world, ground, true));
  EXPECT_TRUE(Traffic::create(stage.world, ground, false));  // without replay they take no part
}

}  // namespace
}  // namespace gs::sim
