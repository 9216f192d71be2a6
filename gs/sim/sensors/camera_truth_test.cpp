// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground-truth images of runs: numbers and classes of actors, depth, and motion since the previous image.
#include "gs/sim/sensors/camera_truth.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/simulator.h"
#include "gs/sim/testing/actor_worlds.h"

namespace gs::sim {
namespace {

// An opaque box of Gaussians with its floor at z = 0.
splat::GaussianCloud solid_box(Vec3d size) {
  constexpr int kSide = 9;
  splat::GaussianCloud cloud = splat::GaussianCloud::create(kSide * kSide * kSide, 0).value();
  const splat::MutableCloudView view = cloud.view();
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const auto k = static_cast<std::size_t>(i);
    splat::clear_gaussian(view, k);
    const auto share = [](int n) { return (n % kSide + 0.5) / kSide; };
    view.set_position(k, cast<float>(Vec3d{(share(i) - 0.5) * size.x, (share(i / kSide) - 0.5) * size.y,
                                           share(i / kSide / kSide) * size.z}));
    view.set_log_scale(k, {-2.0f, -2.0f, -2.0f});
    view.set_rotation(k, {0, 0, 0, 1});
    view.opacity_logit[k] = 6;
  }
  return cloud;
}

// A pedestrian that crosses 8 m ahead with 1 m/s to the left, and a car that stands behind it.
SimWorld crossing() {
  SimWorld world = flat_world_with_actors();
  world.bundle.actor_trajectories.reset();
  world.actor_models[0].cloud = solid_box({4, 2, 1.5});
  world.actor_models[1].cloud = solid_box({0.6, 0.6, 1.7});
  add_actor(world, {.id = "car", .asset = "car", .t1 = 60, .x = 13, .y = 2});
  add_actor(world, {.id = "gone", .asset = "car", .t1 = 0.3, .x = 9, .y = -4});
  add_actor(world, {.id = "walker", .asset = "walker", .t1 = 20, .x = 8, .y = -1, .yaw = kPi / 2, .speed = 1});
  world.bundle.calibration.cameras[0].rate_hz = 10;
  return world;
}

SimulatorOptions with_truth(double speed = 0) {
  SimulatorOptions options;
  options.sensors.lidar.enable = false;
  options.sensors.camera.ground_truth = {true, true, true, true};
  options.simulation.initial_velocity = speed;
  options.simulation.control_timeout_sec = 0;
  return options;
}
Simulator start(SimWorld world, const SimulatorOptions& options) {
  return std::move(Simulator::create(std::move(world), options, Backend::cpu)).value();
}
// The next observation with an image.
Observation next_image(Simulator& simulator) {
  Observation now = simulator.step();
  while (now.images.empty()) now = simulator.step();
  return now;
}

TEST(CameraTruth, NumbersAreThePlacesInTheBundleAndClassesThoseOfTheTable) {
  Simulator simulator = start(crossing(), with_truth());
  Observation now = simulator.observe();
  for (int i = 0; i < 8; ++i) now = next_image(simulator);  // 0.8 s: "gone" has left
  ASSERT_EQ(now.truth.size(), 1u);
  const TruthImages& truth = now.truth[0];
  EXPECT_EQ(truth.camera_id, "front");
  EXPECT_EQ(truth.stamp, now.images[0].stamp);
  ASSERT_EQ(truth.instance.size(), 64u * 48u);
  std::array<std::size_t, 4> pixels{};
  for (std::size_t i = 0; i < truth.instance.size(); ++i) {
    ASSERT_LE(truth.instance[i], 3);
    ++pixels[truth.instance[i]];
    const std::array<int, 4> code{0, 3, 3, 1};  // car 3, pedestrian 1
    EXPECT_EQ(truth.class_code[i], code[truth.instance[i]]);
    EXPECT_EQ(std::isnan(truth.depth_m[i]), std::isnan(truth.motion_px[2 * i]));
    // The camera is 1.5 m ahead of base_link.
    const std::array<double, 4> middle{0, 13 - 1.5, 0, 8 - 1.5}, half{0, 2, 0, 0.3};
    if (truth.instance[i] > 0) {
      EXPECT_NEAR(truth.depth_m[i], middle[truth.instance[i]], half[truth.instance[i]]);
    }
  }
  EXPECT_GT(pixels[1], 60u);
  EXPECT_EQ(pixels[2], 0u);
  EXPECT_GT(pixels[3], 40u);
}

// The pedestrian moves to the left by 0.1 m between images: 50 px * 0.1 m / depth.
TEST(CameraTruth, FlowIsTheMotionSinceThePreviousImage) {
  Simulator simulator = start(crossing(), with_truth());
  const Observation first = simulator.observe();
  for (const float value : first.truth.at(0).motion_px) ASSERT_TRUE(std::isnan(value));  // no previous image
  const Observation now = next_image(simulator);
  const TruthImages& truth = now.truth.at(0);
  std::size_t moving = 0;
  for (std::size_t i = 0; i < truth.instance.size(); ++i) {
    if (std::isnan(truth.depth_m[i])) continue;
    const bool walks = truth.instance[i] == 3;
    moving += walks;
    EXPECT_NEAR(truth.motion_px[2 * i], walks ? -50 * 0.1 / truth.depth_m[i] : 0.0, 2e-3);
    EXPECT_NEAR(truth.motion_px[2 * i + 1], 0, 2e-3);
  }
  EXPECT_GT(moving, 40u);
}

// At 5 m/s, standing pixels move away from the centre by 0.5 m / (depth + 0.5 m) of their distance from it.
TEST(CameraTruth, FlowHasTheMotionOfTheVehicle) {
  Simulator simulator = start(crossing(), with_truth(5));
  simulator.observe();
  const Observation now = next_image(simulator);
  const TruthImages& truth = now.truth.at(0);
  std::size_t standing = 0;
  for (std::size_t i = 0; i < truth.instance.size(); ++i) {
    if (std::isnan(truth.depth_m[i]) || truth.instance[i] == 3) continue;
    ++standing;
    const double x = static_cast<double>(i % 64) - 31.5, share = 0.5 / (truth.depth_m[i] + 0.5);
    EXPECT_NEAR(truth.motion_px[2 * i], x * share, 5e-3);
  }
  EXPECT_GT(standing, 200u);
}

TEST(CameraTruth, ASpawnedActorGetsTheNextNumberAndHasNoFlowAtFirst) {
  Simulator simulator = start(crossing(), with_truth());
  for (int i = 0; i < 4; ++i) next_image(simulator);  // "gone" stood there
  simulator.step();                                   // behind the last image
  ASSERT_TRUE(simulator.spawn_actor("car", "extra", false, {.map_from_actor = {{}, {9, -4, 0}}}));
  ASSERT_TRUE(simulator.delete_actor("car"));
  const Observation now = next_image(simulator);
  const TruthImages& truth = now.truth.at(0);
  std::size_t spawned = 0;
  for (std::size_t i = 0; i < truth.instance.size(); ++i) {
    EXPECT_NE(truth.instance[i], 1) << "the number of a deleted actor";
    if (truth.instance[i] != 4) continue;
    ++spawned;
    EXPECT_TRUE(std::isnan(truth.motion_px[2 * i]));
  }
  EXPECT_GT(spawned, 60u);
  // Numbers of the bundle are not given again, those of spawned actors are.
  ASSERT_TRUE(simulator.delete_actor("extra"));
  ASSERT_TRUE(simulator.spawn_actor("car", "again", false, {.map_from_actor = {{}, {-9, -4, 0}}}));
  EXPECT_EQ(simulator.traffic().actors().back().number, 4);
}

TEST(CameraTruth, ImagesKeepTheirBytesAndWithoutItThereIsNone) {
  SimulatorOptions plain = with_truth(5);
  plain.sensors.camera.ground_truth = {};
  Simulator with = start(crossing(), with_truth(5)), without = start(crossing(), plain);
  for (int i = 0; i < 3; ++i) {
    const Observation a = next_image(with), b = next_image(without);
    EXPECT_EQ(a.images.at(0).data, b.images.at(0).data);
    EXPECT_EQ(a.truth.size(), 1u);
    EXPECT_TRUE(b.truth.empty());
  }
}

TEST(CameraTruth, EachOptionGivesOneImage) {
  for (int k = 0; k < 4; ++k) {
    SimulatorOptions options = with_truth();
    options.sensors.camera.ground_truth = {k == 0, k == 1, k == 2, k == 3};
    const TruthImages truth = start(crossing(), options).observe().truth.at(0);
    EXPECT_EQ(truth.depth_m.size(), k == 0 ? 64u * 48 : 0u);
    EXPECT_EQ(truth.instance.size(), k == 1 ? 64u * 48 : 0u);
    EXPECT_EQ(truth.class_code.size(), k == 2 ? 64u * 48 : 0u);
    EXPECT_EQ(truth.motion_px.size(), k == 3 ? 2 * 64u * 48 : 0u);
  }
}

// Saved and restored, and with any number of threads, a run has the same ground truth.
TEST(CameraTruth, IsRepeatable) {
  std::vector<std::string> digests;
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount count(threads);
    SimWorld world = crossing();
    world.bundle.calibration.cameras[0].rolling_shutter = world::RollingShutter{.readout_sec = 0.03};
    Simulator simulator = start(std::move(world), with_truth(5));
    for (int i = 0; i < 25; ++i) simulator.step();
    const Snapshot middle = simulator.save();
    for (int run = 0; run < 2; ++run) {
      RunDigest digest;
      std::size_t images = 0;
      for (int i = 0; i < 30; ++i) {
        const Observation now = simulator.step();
        images += now.truth.size();
        digest.add(now);
      }
      EXPECT_EQ(images, 3u);
      digests.push_back(digest.images());
      simulator.restore(middle);
    }
  }
  for (const std::string& digest : digests) EXPECT_EQ(digest, digests[0]);
}

TEST(CameraTruth, FlowOfACameraThatIsTooSlowIsRefused) {
  SimWorld world = crossing();
  world.bundle.calibration.cameras[0].rate_hz = 0.5;
  const auto refused = Simulator::create(std::move(world), with_truth(), Backend::cpu);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_NE(refused.error().message.find("camera front takes an image every 2 s"), std::string::npos)
      << refused.error().message;
}

}  // namespace
}  // namespace gs::sim
