// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors that a user spawns, moves and deletes: what is refused, and that a refusal changes nothing.
#include "gs/sim/traffic/placing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/sim/simulator.h"
#include "gs/sim/testing/actor_worlds.h"

namespace gs::sim {
namespace {

WantedPlace at(double x, double y, double yaw = 0, double z = 0) {
  return {.map_from_actor = {Quaterniond::from_rpy(0, 0, yaw), {x, y, z}}};
}

// Flat ground, a wall at x = 18, the vehicle at the origin, the actors a1 at (-10, 6) and a2 at (8, -4).
class Placing : public ::testing::Test {
 protected:
  void SetUp() override {
    SimulatorOptions options;
    options.sensors.camera.enable = options.sensors.lidar.enable = false;
    options.simulation.control_timeout_sec = 0;
    SimWorld world = flat_world_with_actors();
    world.bundle.metadata.spatial_extent = {{-40, -40, -5}, {40, 40, 20}};
    auto made = Simulator::create(std::move(world), options, Backend::cpu);
    ASSERT_TRUE(made);
    simulator_.emplace(std::move(*made));
  }
  // The error of a spawn, or the name of the actor.
  std::string spawn(const WantedPlace& wanted, std::string_view name = "new", bool rename = false,
                    std::string_view asset = "car") {
    const auto before = simulator_->traffic().actors();
    const auto spawned = simulator_->spawn_actor(asset, name, rename, wanted);
    if (spawned) return *spawned;
    EXPECT_EQ(simulator_->traffic().actors(), before);
    return std::string(to_string(spawned.error().code)) + ": " + spawned.error().message;
  }
  std::optional<Simulator> simulator_;
};

TEST_F(Placing, ASpawnedActorStandsDrivesAndIsRanged) {
  EXPECT_EQ(spawn({.map_from_actor = at(5, 5, 0, 0.4).map_from_actor, .speed = 2}), "new");
  for (int i = 0; i < 100; ++i) simulator_->step();
  const auto& states = simulator_->traffic().states();
  ASSERT_EQ(states.size(), 3u);
  EXPECT_NEAR(states[2].map_from_actor.translation.x, 7, 1e-9);
  EXPECT_NEAR(states[2].map_from_actor.translation.z, 0, 1e-6);  // put on the ground
}

TEST_F(Placing, PlacesInsideThingsAreRefused) {
  EXPECT_EQ(spawn(at(17, 0)), "invalid_data: at x=17.00 y=0.00 the actor would touch the static mesh");
  EXPECT_EQ(spawn(at(1, 0.5)), "invalid_data: at x=1.00 y=0.50 the actor would touch the ego vehicle");
  EXPECT_EQ(spawn(at(8, -4)), "invalid_data: at x=8.00 y=-4.00 the actor would touch actor a2");
  EXPECT_EQ(spawn(at(5, 5, 0, -0.7)), "invalid_data: z=-0.70 is 0.70 m below the ground at x=5.00 y=5.00");
  EXPECT_EQ(spawn(at(5, 5, 0, 3)), "invalid_data: z=3.00 is 3.00 m above the ground at x=5.00 y=5.00");
  EXPECT_EQ(spawn(at(15.9, 0)), "new");  // just before the wall
}

TEST_F(Placing, ValuesThatAreNoPlaceAreRefused) {
  const auto refused = [&](const WantedPlace& wanted) { return spawn(wanted).starts_with("invalid_data: "); };
  const double nan = std::nan("");
  EXPECT_TRUE(refused(at(nan, 0)));
  EXPECT_TRUE(refused(at(5, 5, 0, nan)));
  EXPECT_TRUE(refused(at(91, 0)));
  EXPECT_TRUE(refused({.map_from_actor = {{0, 0, 0, 0}, {5, 5, 0}}}));
  EXPECT_TRUE(refused({.map_from_actor = {{nan, 0, 0, 1}, {5, 5, 0}}}));
  EXPECT_TRUE(refused({.map_from_actor = at(5, 5).map_from_actor, .speed = 101}));
  EXPECT_TRUE(refused({.map_from_actor = at(5, 5).map_from_actor, .yaw_rate = nan}));
  EXPECT_FALSE(refused(at(-35, -35)));
}

TEST_F(Placing, NamesAreCheckedAndFound) {
  EXPECT_EQ(spawn(at(5, 5), "a1"), "already_exists: there is already an entity 'a1'");
  EXPECT_EQ(spawn(at(5, 5), "ego"), "already_exists: there is already an entity 'ego'");
  EXPECT_TRUE(spawn(at(5, 5), "").starts_with("invalid_argument: '' is no name"));
  EXPECT_TRUE(spawn(at(5, 5), "A/b").starts_with("invalid_argument: "));
  EXPECT_TRUE(spawn(at(5, 5), std::string(65, 'x'), true).starts_with("invalid_argument: "));
  EXPECT_EQ(spawn(at(5, 5), "new", false, "ghost"), "not_found: the world has no asset 'ghost'");
  EXPECT_EQ(spawn(at(5, 5), "a1", true), "a1_1");
  EXPECT_EQ(spawn(at(5, 9), "", true), "car_1");
  EXPECT_EQ(spawn(at(5, 13), std::string(64, 'x'), true), std::string(64, 'x'));
  EXPECT_EQ(spawn(at(-5, 13), std::string(64, 'x'), true), std::string(58, 'x') + "_1");
}

TEST_F(Placing, AReplayedActorCanBeMovedDeletedAndComesBack) {
  const auto moved = simulator_->place_actor("a1", at(-10.5, 6.2, 0.1));  // it may overlap its own old place
  EXPECT_TRUE(moved) << moved.error().message;
  for (int i = 0; i < 10; ++i) simulator_->step();
  EXPECT_NEAR(simulator_->traffic().states()[0].map_from_actor.translation.x, -10.5, 1e-9);
  EXPECT_FALSE(simulator_->place_actor("a1", at(1, 0)));
  EXPECT_NEAR(simulator_->traffic().states()[0].map_from_actor.translation.x, -10.5, 1e-9);
  EXPECT_TRUE(simulator_->delete_actor("a1"));
  ASSERT_EQ(simulator_->traffic().states().size(), 1u);
  EXPECT_EQ(simulator_->traffic().actors()[simulator_->traffic().states()[0].actor].name, "a2");
  EXPECT_EQ(simulator_->delete_actor("a1").error().code, ErrorCode::not_found);
  simulator_->reset_actors();
  ASSERT_EQ(simulator_->traffic().states().size(), 2u);
  EXPECT_NEAR(simulator_->traffic().states()[0].map_from_actor.translation.x, -9.5, 1e-6);  // 0.1 s at 5 m/s
}

TEST_F(Placing, SaveAndRestoreKeepSpawnedActors) {
  EXPECT_EQ(spawn({.map_from_actor = at(5, 5).map_from_actor, .speed = 1}), "new");
  const Snapshot snapshot = simulator_->save();
  const Observation wanted = simulator_->step();
  EXPECT_TRUE(simulator_->delete_actor("new"));
  simulator_->restore(snapshot);
  EXPECT_EQ(simulator_->step().actors, wanted.actors);
}

}  // namespace
}  // namespace gs::sim
