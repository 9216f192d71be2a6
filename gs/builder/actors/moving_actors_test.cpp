// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/moving_actors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/builder/masks/moving_masks.h"

namespace gs::builder {
namespace {

// Drives along y for a second at 10 m/s from (5, 0), then stands until t = 3 s.
world::ActorTrajectory stopping_car() {
  world::ActorTrajectory car{.id = "a0001", .asset = "car_a0001", .size = {4, 2, 1.5}};
  for (int i = 0; i <= 10; ++i) {
    car.t.push_back(0.1 * i), car.y.push_back(0.1 * i * 10), car.v.push_back(i < 10 ? 10 : 0);
  }
  car.t.push_back(3), car.y.push_back(10), car.v.push_back(0);
  car.x.assign(12, 5), car.z.assign(12, 0.5), car.yaw.assign(12, kPi / 2), car.yaw_rate.assign(12, 0);
  car.phases = {{0, 1, world::PhaseKind::moving}, {1, 3, world::PhaseKind::parked}};
  return car;
}

TEST(MovingActors, CoverTheBoxAtEveryTimeOfTheActor) {
  world::ActorTrajectories trajectories{.zero = Timestamp::from_seconds(100)};
  trajectories.actors = {stopping_car(), stopping_car()};
  const std::vector<MovingObject> objects = moving_objects_of(trajectories);
  ASSERT_EQ(objects.size(), 62u);  // 31 times, two actors
  EXPECT_TRUE(std::ranges::is_sorted(objects, {}, &MovingObject::stamp));
  EXPECT_EQ(objects.back().stamp, Timestamp::from_seconds(103));
  const MovingObject& at_half = objects[10];
  EXPECT_NEAR((at_half.stamp - trajectories.zero).seconds(), 0.5, 1e-9);
  EXPECT_NEAR(at_half.velocity->y, 10, 1e-6);
  EXPECT_NEAR(at_half.velocity->x, 0, 1e-6);
  // The box lies along y: 2 m wide in x, 4 m long in y, and 0.1 m of it is left to the margin of the masks.
  EXPECT_NEAR(at_half.place.low.x, 4.1, 1e-5);
  EXPECT_NEAR(at_half.place.high.x, 5.9, 1e-5);
  EXPECT_NEAR(at_half.place.low.y, 3.1, 1e-5);
  EXPECT_NEAR(at_half.place.high.y, 6.9, 1e-5);
  EXPECT_NEAR(at_half.place.low.z, 0.5, 1e-5);
  EXPECT_NEAR(at_half.place.high.z, 1.9, 1e-5);
  EXPECT_NEAR(objects.back().place.middle.y, 10, 1e-5);  // parked
}

TEST(MovingActors, AreMaskedWhereTheImageShowsThem) {
  world::ActorTrajectories trajectories{.zero = Timestamp::from_seconds(100)};
  trajectories.actors = {stopping_car()};
  const MovingMasks masks(moving_objects_of(trajectories), {});
  // Looks along x of map from 10 m before the car, at the time and height of its middle.
  CameraD lens;
  lens.width = 160, lens.height = 120, lens.fx = lens.fy = 100, lens.cx = 80, lens.cy = 60;
  RecordedView view;
  view.stamp = Timestamp::from_seconds(100.55);
  view.map_from_camera = {Quaterniond::from_rpy(-kPi / 2, 0.0, -kPi / 2), {-5, 5.5, 1.25}};
  const assets::Image mask = masks.mask_of(view, lens);
  ASSERT_FALSE(mask.empty());
  EXPECT_EQ(mask.data[60 * 160 + 80], 0);     // its middle
  EXPECT_EQ(mask.data[60 * 160 + 95], 0);     // 1.5 m beside it
  EXPECT_EQ(mask.data[60 * 160 + 120], 255);  // 4 m beside it
  EXPECT_EQ(mask.data[20 * 160 + 80], 255);   // 4 m above it
}

// The sun stands to the left of the camera, so the shadow lies to the right of the car.
TEST(MovingActors, TheGroundInTheirShadowIsMaskedWithASun) {
  world::ActorTrajectories trajectories{.zero = Timestamp::from_seconds(100)};
  trajectories.actors = {stopping_car()};
  CameraD lens;
  lens.width = 160, lens.height = 120, lens.fx = lens.fy = 100, lens.cx = 80, lens.cy = 60;
  RecordedView view;
  view.stamp = Timestamp::from_seconds(102);  // it stands at (5, 10)
  view.map_from_camera = {Quaterniond::from_rpy(-kPi / 2, 0.0, -kPi / 2), {-5, 10, 2.5}};
  const auto masked = [&](const assets::Image& mask, Vec3d at) {
    const Vec2d pixel = project(lens, view.map_from_camera.inverse() * at);
    return mask.data[static_cast<std::size_t>(std::lround(pixel.y) * 160 + std::lround(pixel.x))] == 0;
  };
  const assets::Image without = MovingMasks(moving_objects_of(trajectories), {}).mask_of(view, lens);
  // A sun from +y, 15 deg high: the shadow of the roof lies 5.6 m towards -y.
  trajectories.sun = world::SunLight{.azimuth_deg = 90, .elevation_deg = 15, .strength = 0.4};
  const assets::Image with = MovingMasks(moving_objects_of(trajectories), {}).mask_of(view, lens);
  for (const double y : {7.5, 6.0, 4.0, 2.8}) {
    EXPECT_TRUE(masked(with, {5, y, 0.5})) << y;
    EXPECT_EQ(masked(without, {5, y, 0.5}), false) << y;
  }
  EXPECT_FALSE(masked(with, {5, 1.8, 0.5})) << "beyond the shadow";
  EXPECT_FALSE(masked(with, {5, 13, 0.5})) << "towards the sun";
  EXPECT_FALSE(masked(with, {3, 4, 0.5})) << "before the shadow";
  EXPECT_TRUE(masked(with, {4, 10, 1.2})) << "the car";
}

}  // namespace
}  // namespace gs::builder
