// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shadows of actors: their polygons, the ground they fall on, and images with and without them.
#include "gs/sim/traffic/actor_shadows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "gs/core/parallel.h"
#include "gs/sim/simulator.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/world/files/heightmap.h"

namespace gs::sim {
namespace {

constexpr world::SunLight kSun{.azimuth_deg = 90, .elevation_deg = 45, .strength = 0.4};

// A car of 4 x 2 x 1.5 m that stands 8 m ahead on painted ground, in the sun from the left.
SimWorld painted_world() {
  SimWorld world = flat_world_with_actors();
  world.bundle.actor_trajectories.reset();
  add_actor(world, {.id = "parked", .asset = "car", .t1 = 60, .x = 8});
  paint_actors_and_ground(world);
  world.bundle.actor_trajectories->sun = kSun;
  return world;
}

std::vector<splat::GroundShadow> shadows_of(const char* option) {
  SimWorld world = painted_world();
  const GroundContact ground(world.bundle.heightmap, nullptr, {});
  const ActorClouds clouds = std::move(*ActorClouds::take(world.actor_models));
  const Traffic traffic = std::move(*Traffic::create(world, ground, true));
  std::vector<splat::GroundShadow> out;
  ActorShadows::of(option, world.bundle).in_image(traffic, clouds, Timestamp{}, Timestamp{}, out);
  return out;
}

TEST(ActorShadows, AreTheFloorOfTheBoxAndItsWayToTheShadowOfTheRoof) {
  EXPECT_TRUE(shadows_of("none").empty());
  ASSERT_EQ(shadows_of("contact").size(), 1u);
  const auto both = shadows_of("sun");
  ASSERT_EQ(both.size(), 2u);
  const splat::GroundShadow &contact = both[0], &sun = both[1];
  EXPECT_EQ(contact.kind, splat::ShadowKind::contact);
  EXPECT_FLOAT_EQ(contact.strength, 0.55f);
  EXPECT_EQ(splat::distance_outside(contact, {6.01f, 0.99f}), 0);
  EXPECT_NEAR(splat::distance_outside(contact, {6, 1.5f}), 0.5, 1e-5);
  EXPECT_EQ(sun.kind, splat::ShadowKind::sun);
  EXPECT_FLOAT_EQ(sun.strength, 0.4f);
  EXPECT_EQ(splat::distance_outside(sun, {6.01f, -2.49f}), 0) << "1.5 m to the right of the floor";
  EXPECT_NEAR(splat::distance_outside(sun, {8, -3.0f}), 0.5, 1e-5);
  EXPECT_NEAR(splat::distance_outside(sun, {8, 1.5f}), 0.5, 1e-5) << "no shadow towards the sun";
}

TEST(ActorShadows, AreCastOnlyByActorsWithGaussians) {
  SimWorld world = painted_world();
  for (world::ActorModel& model : world.actor_models) model.cloud = {};
  const GroundContact ground(world.bundle.heightmap, nullptr, {});
  const ActorClouds clouds = std::move(*ActorClouds::take(world.actor_models));
  const Traffic traffic = std::move(*Traffic::create(world, ground, true));
  std::vector<splat::GroundShadow> out;
  ActorShadows::of("sun", world.bundle).in_image(traffic, clouds, Timestamp{}, Timestamp{}, out);
  EXPECT_TRUE(out.empty());
}

TEST(ActorShadows, TheGroundLayerIsWhatLiesOnTheHeightmap) {
  const SimWorld world = flat_world_with_actors();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Vec3f> places{{1, 2, 0},      {1, 2, 0.09f}, {1, 2, 0.11f}, {1, 2, -0.29f},
                                  {1, 2, -0.31f}, {500, 0, 0},   {kNan, 0, 0},  {0, 0, kNan}};
  auto cloud = splat::GaussianCloud::create(places.size(), 0);
  for (std::size_t i = 0; i < places.size(); ++i) cloud->view().set_position(i, places[i]);
  EXPECT_EQ(ground_layer(*cloud, world.bundle.heightmap), (std::vector<uint8_t>{1, 1, 0, 1, 0, 0, 0, 0}));
}

world::RenderedImage image_with(SimWorld world, const char* shadows, const char* traffic = "replay") {
  SimulatorOptions options;
  options.sensors.lidar.enable = false;
  options.simulation.shadows = shadows, options.simulation.traffic = traffic;
  Simulator simulator = std::move(*Simulator::create(std::move(world), options, Backend::cpu));
  return std::move(simulator.observe().images.at(0));
}
int64_t sum_of(const world::RenderedImage& image) {
  return std::accumulate(image.data.begin(), image.data.end(), int64_t{0});
}

TEST(ActorShadows, DarkenTheGroundBesideActorsInImages) {
  const auto none = image_with(painted_world(), "none"), contact = image_with(painted_world(), "contact"),
             sun = image_with(painted_world(), "sun");
  EXPECT_LT(sum_of(contact), sum_of(none) - 300);
  EXPECT_LT(sum_of(sun), sum_of(contact) - 300);
  for (std::size_t i = 0; i < none.data.size(); ++i) ASSERT_LE(contact.data[i], none.data[i]) << i;
  // Without a sun in the world the options sun and contact are the same.
  SimWorld overcast = painted_world();
  overcast.bundle.actor_trajectories->sun.reset();
  EXPECT_EQ(image_with(std::move(overcast), "sun").data, contact.data);
}

TEST(ActorShadows, WithoutActorsOrWithoutShadowsNoByteChanges) {
  SimWorld without = painted_world();
  without.bundle.actor_trajectories.reset();
  without.actor_models.clear();
  const auto background = image_with(std::move(without), "none").data;
  EXPECT_EQ(image_with(painted_world(), "sun", "none").data, background);
  EXPECT_EQ(image_with(painted_world(), "none", "none").data, background);
  // A car behind the camera, with its shadow.
  SimWorld behind = painted_world();
  for (double& x : behind.bundle.actor_trajectories->actors[0].x) x = -12;
  EXPECT_EQ(image_with(std::move(behind), "sun").data, background);
}

TEST(ActorShadows, OfAMovingActorLieBelowItInTheMiddleOfTheReadout) {
  SimWorld world = painted_world();
  world.bundle.actor_trajectories->actors.clear();
  add_actor(world, {.id = "driving", .asset = "car", .t1 = 4, .x = 0, .speed = 10});
  const GroundContact ground(world.bundle.heightmap, nullptr, {});
  const ActorClouds clouds = std::move(*ActorClouds::take(world.actor_models));
  const Traffic traffic = std::move(*Traffic::create(world, ground, true));
  std::vector<splat::GroundShadow> out;
  ActorShadows::of("contact", world.bundle)
      .in_image(traffic, clouds, Timestamp::from_seconds(1), Timestamp::from_seconds(1.04), out);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_NEAR(splat::distance_outside(out[0], {12.7f, 0}), 0.5, 1e-3);  // the front is at 10.2 m + 2 m
}

TEST(ActorShadows, DoNotDependOnTheThreads) {
  const auto expected = image_with(painted_world(), "sun").data;
  for (const int threads : {1, 16}) {
    const ScopedThreadCount scope(threads);
    EXPECT_EQ(image_with(painted_world(), "sun").data, expected) << threads;
  }
}

}  // namespace
}  // namespace gs::sim
