// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors in images: where they are, which key shape they show, and images without them.
#include "gs/sim/traffic/actor_clouds.h"

#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/sim/simulator.h"
#include "gs/sim/testing/actor_worlds.h"

namespace gs::sim {
namespace {

Timestamp when(double seconds) { return Timestamp::from_seconds(seconds); }

// Gaussians of one colour over a box.
splat::GaussianCloud painted(std::size_t count, Vec3d size, Vec3f color) {
  splat::GaussianCloud cloud = splat::GaussianCloud::create(count, 0).value();
  const splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    splat::clear_gaussian(view, i);
    const double u = static_cast<double>(i % 7) / 6 - 0.5, v = static_cast<double>(i / 7 % 7) / 6 - 0.5,
                 w = static_cast<double>(i / 49) / (static_cast<double>(count) / 49);
    view.set_position(i, cast<float>(Vec3d{u * size.x, v * size.y, w * size.z}));
    view.set_log_scale(i, {-1.5f, -1.5f, -1.5f});
    view.set_rotation(i, {0, 0, 0, 1});
    view.opacity_logit[i] = 4;
    view.sh_of(i)[0] = (color.x - 0.5f) / 0.282f, view.sh_of(i)[1] = (color.y - 0.5f) / 0.282f;
    view.sh_of(i)[2] = (color.z - 0.5f) / 0.282f;
  }
  return cloud;
}

// A pure red car that stands 8 m ahead, and a pedestrian of four shapes.
SimWorld world_of(double x = 8) {
  SimWorld world = flat_world_with_actors();
  world.bundle.actor_trajectories.reset();
  world.actor_models[0].cloud = painted(343, {4, 2, 1.5}, {1, 0, 0});
  world.actor_models[1].cloud = painted(40, {0.6, 0.6, 1.7}, {0, 1, 0});
  world.actor_models[1].asset.shapes = {{0, 0, 10}, {0.25, 10, 10}, {0.5, 20, 10}, {0.75, 30, 10}};
  world.actor_models[1].asset.stride_m = 2;
  add_actor(world, {.id = "parked", .asset = "car", .t1 = 60, .x = x});
  return world;
}

Observation look(SimWorld world, const char* traffic = "replay") {
  SimulatorOptions options;
  options.sensors.lidar.enable = false;
  options.simulation.traffic = traffic;
  return std::move(*Simulator::create(std::move(world), options, Backend::cpu)).observe();
}

// Number of pixels that are much more red than green.
std::size_t red_pixels(const world::RenderedImage& image) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 < image.data.size(); i += 3) count += image.data[i] > image.data[i + 1] + 60;
  return count;
}

TEST(ActorClouds, TheCarIsInTheImageAndWithoutTrafficTheImageIsThatOfTheBackground) {
  const auto with = look(world_of()).images.at(0), far = look(world_of(16)).images.at(0);
  const auto none = look(world_of(), "none").images.at(0);
  SimWorld empty = world_of();
  empty.bundle.actor_trajectories.reset();
  empty.actor_models.clear();
  EXPECT_EQ(none.data, look(std::move(empty)).images.at(0).data);  // byte by byte
  EXPECT_GT(red_pixels(with), red_pixels(none) + 100);
  EXPECT_GT(red_pixels(with), red_pixels(far) + 50);
  EXPECT_GT(red_pixels(far), red_pixels(none));
}

TEST(ActorClouds, AnActorThatIsMovedAndMovedBackLeavesTheSameImage) {
  SimulatorOptions options;
  options.sensors.lidar.enable = false;
  Simulator simulator = std::move(*Simulator::create(world_of(), options, Backend::cpu));
  const auto before = simulator.observe().images.at(0).data;
  const Rigid3d home = simulator.traffic().states()[0].map_from_actor;
  ASSERT_TRUE(simulator.place_actor("parked", {.map_from_actor = {{}, {12, 3, 0}}}));
  EXPECT_NE(simulator.observe().images.at(0).data, before);
  ASSERT_TRUE(simulator.place_actor("parked", {.map_from_actor = home}));
  EXPECT_EQ(simulator.observe().images.at(0).data, before);
}

TEST(ActorClouds, InstancesHaveShapesAndPoses) {
  SimWorld world = world_of();
  add_actor(world, {.id = "walker", .asset = "walker", .t0 = 1, .t1 = 5, .x = 0, .y = 5, .speed = 1});
  const GroundContact ground(world.bundle.heightmap, nullptr, {});
  ActorClouds clouds = std::move(*ActorClouds::take(world.actor_models));
  EXPECT_EQ(clouds.take_clouds().size(), 5u);  // one of the car, four of the pedestrian
  EXPECT_TRUE(world.actor_models[0].cloud.empty());
  const Traffic traffic = std::move(*Traffic::create(world, ground, true));
  std::vector<splat::SplatInstance> out;
  clouds.instances(traffic, when(0.5), when(0.5), out);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].asset, 0u);
  EXPECT_FALSE(out[0].motion);  // a global shutter
  // With a stride of 2 m at 1 m/s, the shape changes every half second.
  for (const auto& [t, shape] : {std::pair{1.2, 0u}, {1.7, 1u}, {2.2, 2u}, {2.7, 3u}, {3.2, 0u}}) {
    clouds.instances(traffic, when(t), when(t + 0.04), out);
    ASSERT_EQ(out.size(), 2u);
    EXPECT_EQ(out[1].asset, 1 + shape) << t;
    EXPECT_NEAR(out[1].map_from_asset.translation.x, t - 1, 1e-6);
    ASSERT_TRUE(out[1].motion);
    EXPECT_NEAR(out[1].motion->map_from_asset_first.translation.x, t - 1, 1e-6);
    EXPECT_NEAR(out[1].motion->map_from_asset_last.translation.x, t - 0.96, 1e-6);
  }
}

// A rolling shutter of 0.5 s sees a car that crosses the view at 8 m/s leaning: its lower rows are read later. The car
// is 8 rows high, so 4 rows, 0.04 s and 0.3 m or 1.9 pixels lie between the centres of its halves.
TEST(ActorClouds, RowsOfARollingShutterSeeTheActorAtTheirTime) {
  const auto lean_of = [](double speed, double readout_s, double from_y) {
    SimWorld world = world_of();
    world.bundle.actor_trajectories.reset();
    add_actor(world, {.id = "crossing", .asset = "car", .t1 = 3, .x = 9, .y = from_y, .yaw = kPi / 2, .speed = speed});
    world::CameraCalibration& camera = world.bundle.calibration.cameras[0];
    if (readout_s > 0) camera.rolling_shutter = world::RollingShutter{.readout_sec = readout_s};
    SimulatorOptions options;
    options.sensors.lidar.enable = false;
    options.simulation.control_timeout_sec = 0;
    Simulator simulator = std::move(*Simulator::create(std::move(world), options, Backend::cpu));
    Observation now = simulator.observe();
    while (now.images.empty() || now.images[0].stamp < when(0.5)) now = simulator.step();
    const world::RenderedImage& image = now.images[0];
    // Mean column of the red pixels of the upper and of the lower half of the car.
    double sum[2] = {}, count[2] = {};
    int top = image.height, bottom = 0;
    const auto red = [&](int x, int y) {
      const uint8_t* p = image.data.data() + 3 * (y * image.width + x);
      return p[0] > p[1] + 60 && p[0] > 150;
    };
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        if (red(x, y)) top = std::min(top, y), bottom = std::max(bottom, y);
      }
    }
    for (int y = top; y <= bottom; ++y) {
      for (int x = 0; x < image.width; ++x) {
        if (red(x, y)) sum[2 * y > top + bottom] += x, count[2 * y > top + bottom] += 1;
      }
    }
    EXPECT_GT(count[0], 20);
    EXPECT_GT(count[1], 20);
    return sum[1] / count[1] - sum[0] / count[0];
  };
  const double straight = lean_of(8, 0, -4), standing = lean_of(0, 0.5, 0), leaning = lean_of(8, 0.5, -6);
  EXPECT_NEAR(straight, standing, 0.3);
  EXPECT_LT(leaning, standing - 1.2);  // it moves to the left, so its lower half is farther to the left
}

TEST(ActorClouds, ImagesDoNotDependOnTheThreads) {
  std::vector<std::vector<uint8_t>> images;
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount scope(threads);
    images.push_back(look(world_of()).images.at(0).data);
  }
  EXPECT_EQ(images[0], images[1]);
  EXPECT_EQ(images[0], images[2]);
}

TEST(ActorClouds, KeyShapesOutsideOfTheirCloudAreAnError) {
  SimWorld world = world_of();
  world.actor_models[1].asset.shapes = {{0, 0, 41}};
  EXPECT_FALSE(ActorClouds::take(world.actor_models));
  world = world_of();
  world.actor_models[1].asset.shapes = {{0, -1, 10}};
  EXPECT_FALSE(ActorClouds::take(world.actor_models));
  world = world_of();
  world.actor_models[1].asset.shapes = {{0, INT64_MAX, INT64_MAX}};
  EXPECT_FALSE(ActorClouds::take(world.actor_models));
}

}  // namespace
}  // namespace gs::sim
