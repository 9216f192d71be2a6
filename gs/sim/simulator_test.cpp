// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator through its public face: rates, commands, flags, worlds and invalid input.
#include "gs/sim/simulator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/sim/testing/small_world.h"

namespace gs::sim {
namespace {

world::ControlInput command(double steering, double speed) { return {.steering_angle = steering, .speed = speed}; }

Simulator make_simulator(SimulatorOptions options = {}, SimWorld world = small_world()) {
  auto simulator = Simulator::create(std::move(world), options, Backend::cpu);
  EXPECT_TRUE(simulator) << (simulator ? "" : simulator.error().message);
  return std::move(*simulator);
}

TEST(Simulator, SensorsFireAtTheirRatesWithTheStepsStamp) {
  Simulator simulator = make_simulator();
  std::size_t images = simulator.observe().images.size(), sweeps = 1;
  for (int i = 0; i < 100; ++i) {
    const Observation o = simulator.step();
    for (const world::RenderedImage& image : o.images) {
      EXPECT_EQ(image.stamp, o.stamp);
      EXPECT_EQ(image.data.size(), 64u * 48 * 3);
    }
    for (const LidarSweep& sweep : o.sweeps) EXPECT_EQ(sweep.cloud.stamp, o.stamp);
    images += o.images.size(), sweeps += o.sweeps.size();
  }
  EXPECT_EQ(images, 13u);  // k / 12 <= 1.005
  EXPECT_EQ(sweeps, 21u);
  EXPECT_EQ(simulator.clock().now(), Timestamp::from_seconds(1.0));
}

TEST(Simulator, ImagesShowTheWorld) {
  const Observation o = make_simulator().observe();
  ASSERT_EQ(o.images.size(), 1u);
  const auto& data = o.images[0].data;
  EXPECT_NE(std::count(data.begin(), data.end(), 0), static_cast<std::ptrdiff_t>(data.size()));
  ASSERT_EQ(o.sweeps.size(), 1u);
  EXPECT_GT(o.sweeps[0].cloud.points.size(), 500u);
}

TEST(Simulator, SplatsReturnLidarRaysIfEnabled) {
  SimulatorOptions options;
  options.sensors.camera.enable = false;
  options.sensors.lidar.raycast.use_heightmap = false;
  options.sensors.lidar.raycast.use_gaussians = true;
  const Observation o = make_simulator(options).observe();
  ASSERT_EQ(o.sweeps.size(), 1u);
  EXPECT_GT(o.sweeps[0].cloud.points.size(), 100u);  // the ring of splats at 15 m
  for (const Vec4f& p : o.sweeps[0].cloud.points) EXPECT_NEAR(std::hypot(p.x + 1.0, p.y), 15.0, 2.0);
}

TEST(Simulator, CommandsTakeEffectAtTheNextStepAndATimeoutStopsTheVehicle) {
  SimulatorOptions options;
  options.simulation.initial_velocity = 10.0;
  Simulator simulator = make_simulator(options);
  Observation o;
  bool warned = false;
  for (int i = 0; i < 150; ++i) {
    o = simulator.step();
    for (const Notice& notice : o.notices) warned |= notice.text.find("CONTROL_TIMEOUT") != std::string::npos;
    EXPECT_TRUE(i > 98 || o.ego.speed == 10.0) << i;
  }
  EXPECT_NEAR(o.ego.speed, 8.5, 0.05);
  EXPECT_TRUE(warned);
  EXPECT_FALSE(o.status.message.empty());
  simulator.submit(check_ackermann(command(0, 10), simulator.options().vehicle), {});
  EXPECT_NEAR(simulator.observe().ego.speed, 8.5, 0.05);  // not yet
  EXPECT_NEAR(simulator.step().ego.speed, 8.53, 0.05);
}

TEST(Simulator, BadCommandsAreReportedWhenTheyBegin) {
  Simulator simulator = make_simulator();
  const auto bad = check_ackermann(command(0.9, 5), simulator.options().vehicle);
  const auto good = check_ackermann(command(0.1, 5), simulator.options().vehicle);
  const auto reports_after = [&](const CheckedCommand& checked) {
    simulator.submit(checked, simulator.clock().now());
    return simulator.step().notices.size();
  };
  simulator.observe();
  EXPECT_EQ(reports_after(bad), 1u);
  EXPECT_EQ(reports_after(bad), 0u);
  EXPECT_EQ(reports_after(good), 0u);
  EXPECT_EQ(reports_after(bad), 1u);
}

TEST(Simulator, CommandsWithoutAStampAreMentionedOnce) {
  Simulator simulator = make_simulator();
  int mentioned = 0;
  for (int i = 0; i < 5; ++i) {
    simulator.submit(check_ackermann(command(0, 5), simulator.options().vehicle), {});
    for (const Notice& n : simulator.step().notices) mentioned += n.text.find("ZERO_STAMP") != std::string::npos;
  }
  EXPECT_EQ(mentioned, 1);
}

TEST(Simulator, OffRoadAndCollisionAreFlaggedOnEntering) {
  SimulatorOptions options;
  options.simulation.initial_velocity = 10.0;
  options.simulation.control_timeout_sec = 0;
  Simulator simulator = make_simulator(options);
  int off_road = 0, collisions = 0;
  Observation o;
  for (int i = 0; i < 250; ++i) {
    o = simulator.step();
    for (const Notice& n : o.notices) {
      off_road += n.text.find("OFF_ROAD") != std::string::npos;
      collisions += n.text.find("COLLISION") != std::string::npos;
    }
  }
  EXPECT_EQ(off_road, 1);    // left the rectangle at x = 20
  EXPECT_EQ(collisions, 1);  // through the wall at x = 18
  EXPECT_TRUE(o.status.is_offroad);
  EXPECT_FALSE(o.status.is_collision);  // past it by now
}

TEST(Simulator, DrivingOffTheHeightmapKeepsTheLastHeight) {
  SimulatorOptions options;
  options.simulation.initial_velocity = 20.0;
  options.simulation.control_timeout_sec = 0;
  Simulator simulator = make_simulator(options);
  Observation o;
  for (int i = 0; i < 400; ++i) o = simulator.step();
  EXPECT_GT(o.ego.pose.x, 60.0);
  EXPECT_TRUE(std::isfinite(o.ego.pose.z));
  EXPECT_EQ(o.status.message, "ground unknown under 4 of 4 wheels, last valid height kept");
}

TEST(Simulator, NanUnderOneWheelIsFlaggedAndTheCarStandsOnTheOthers) {
  SimWorld world = small_world();
  world::HeightmapData& map = world.bundle.heightmap;
  map.data.assign(map.data.size(), 1.0f);
  // A hole of one metre under the front left wheel, which is at (2.8, 0.8).
  for (int iy = 0; iy < map.height; ++iy) {
    for (int ix = 0; ix < map.width; ++ix) {
      const double x = map.origin_x + ix * map.resolution, y = map.origin_y + iy * map.resolution;
      if (std::abs(x - 2.8) < 0.6 && std::abs(y - 0.8) < 0.6)
        map.data[static_cast<std::size_t>(iy * map.width + ix)] = NAN;
    }
  }
  SimulatorOptions options;
  options.simulation.control_timeout_sec = 0;
  Simulator simulator = make_simulator(options, std::move(world));
  simulator.submit(check_ackermann(command(0, 2), simulator.options().vehicle), {});
  Observation o = simulator.step();
  EXPECT_NEAR(o.ego.pose.z, 1.0, 1e-6);
  EXPECT_EQ(o.status.message, "ground unknown under 1 of 4 wheels");
  for (int i = 0; i < 300; ++i) o = simulator.step();  // past the hole
  EXPECT_NEAR(o.ego.pose.z, 1.0, 1e-6);
  EXPECT_EQ(o.status.message, "");
}

TEST(Simulator, LoadWorldReplacesTheWorld) {
  Simulator simulator = make_simulator();
  for (int i = 0; i < 10; ++i) simulator.step();
  simulator.pause();
  SimWorld other = small_world();
  other.bundle.index.scene_id = "other";
  other.data.initial_pose.x = 5;
  ASSERT_TRUE(simulator.load_world(std::move(other)));
  EXPECT_EQ(simulator.world().bundle.index.scene_id, "other");
  EXPECT_EQ(simulator.clock().step(), 0u);
  EXPECT_TRUE(simulator.clock().paused());
  EXPECT_EQ(simulator.observe().ego.pose.x, 5.0);
  SimWorld unusable = small_world();
  unusable.data.dt = 0;
  EXPECT_FALSE(simulator.load_world(std::move(unusable)));
  EXPECT_EQ(simulator.world().bundle.index.scene_id, "other");
  EXPECT_EQ(simulator.step().step, 1u);
}

TEST(Simulator, RenderingIsTimedOnlyWithAStopwatch) {
  Simulator simulator = make_simulator();
  EXPECT_EQ(simulator.observe().render_s, 0.0);
  simulator.set_stopwatch([]() -> double {
    static double seconds = 0;
    return seconds += 0.25;
  });
  EXPECT_EQ(simulator.observe().render_s, 0.25);
  EXPECT_EQ(simulator.step().render_s, 0.0);  // no camera fired
}

TEST(Simulator, NanCommandsNeverReachTheState) {
  Simulator simulator = make_simulator();
  const auto error = simulator.submit(check_ackermann(command(NAN, NAN), simulator.options().vehicle), {});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->type, SimErrorType::invalid_control_input);
  for (int i = 0; i < 20; ++i) {
    const world::EgoState ego = simulator.step().ego;
    ASSERT_TRUE(std::isfinite(ego.pose.x) && std::isfinite(ego.speed) && std::isfinite(ego.pose.qw));
  }
}

TEST(Simulator, SetEgoPoseRefusesInvalidPoses) {
  Simulator simulator = make_simulator();
  EXPECT_FALSE(simulator.set_ego_pose({Quaterniond::from_rpy(0, 0, 1.0), {3, 4, 0}}, 2.0));
  EXPECT_NEAR(simulator.observe().ego.pose.x, 3.0, 1e-12);
  EXPECT_EQ(simulator.set_ego_pose({{0, 0, 0, 2}, {}}, 0)->type, SimErrorType::invalid_quaternion);
  EXPECT_EQ(simulator.set_ego_pose({{}, {NAN, 0, 0}}, 0)->type, SimErrorType::invalid_transform);
  EXPECT_NEAR(simulator.observe().ego.pose.x, 3.0, 1e-12);
}

TEST(Simulator, QuaternionsStayNormalised) {
  Simulator simulator = make_simulator();
  simulator.submit(check_ackermann(command(0.3, 5), simulator.options().vehicle), {});
  for (int i = 0; i < 90; ++i) {
    const world::EgoPose p = simulator.step().ego.pose;
    EXPECT_NEAR(std::sqrt(p.qx * p.qx + p.qy * p.qy + p.qz * p.qz + p.qw * p.qw), 1.0, 1e-6);
  }
}

TEST(Simulator, UnknownSensorNamesAreErrors) {
  SimulatorOptions options;
  options.sensors.camera.cameras = {"back"};
  const auto simulator = Simulator::create(small_world(), options, Backend::cpu);
  ASSERT_FALSE(simulator);
  EXPECT_EQ(simulator.error().code, ErrorCode::not_found);
}

TEST(Simulator, RatesAboveTheClockAreCappedAndReportedOnce) {
  SimulatorOptions options;
  options.sensors.lidar.rate_override = 500;
  options.sensors.camera.enable = false;
  Simulator simulator = make_simulator(options);
  const Observation first = simulator.observe();
  ASSERT_EQ(first.notices.size(), 1u);
  EXPECT_NE(first.notices[0].text.find("RATE_CAPPED"), std::string::npos);
  EXPECT_EQ(simulator.step().sweeps.size(), 1u);
  EXPECT_TRUE(simulator.step().notices.empty());
}

TEST(Simulator, PositionsAndSpeedsOutOfRangeAreRefused) {
  Simulator simulator = make_simulator();
  EXPECT_EQ(simulator.set_ego_pose({{}, {1e300, 0, 0}}, 0)->type, SimErrorType::invalid_transform);
  EXPECT_EQ(simulator.set_ego_pose({{}, {0, 0, 2e5}}, 0)->type, SimErrorType::invalid_transform);
  for (const double speed : {1e308, 30.1, -0.1, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(simulator.set_ego_pose({}, speed)->type, SimErrorType::invalid_control_input) << speed;
  EXPECT_FALSE(simulator.set_ego_pose({}, 30.0));
  SimulatorOptions reversing;
  reversing.vehicle.allow_reverse = true;
  Simulator other = make_simulator(reversing);
  EXPECT_FALSE(other.set_ego_pose({}, -5.0));
  EXPECT_TRUE(other.set_ego_pose({}, -5.1));
}

TEST(Simulator, ACommandWithANegativeStampIsRefusedAndReportedOnce) {
  Simulator simulator = make_simulator();
  simulator.observe();
  const CheckedCommand drive = check_ackermann(command(0, 5), simulator.options().vehicle);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(simulator.submit(drive, Timestamp{-1})->type, SimErrorType::invalid_timestamp);
  const Observation now = simulator.step();
  EXPECT_EQ(now.ego.speed, simulator.world().data.initial_velocity);
  ASSERT_EQ(now.notices.size(), 1u);
  EXPECT_TRUE(now.notices[0].text.starts_with("[VehicleDynamics] INVALID_TIMESTAMP: ")) << now.notices[0].text;
}

TEST(Simulator, AHeightmapOfAnotherSizeIsRefused) {
  SimWorld world = small_world();
  world.bundle.heightmap.data.pop_back();
  const auto made = Simulator::create(std::move(world), {}, Backend::cpu);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::invalid_data);
  EXPECT_TRUE(made.error().message.starts_with("[WorldLoader] INVALID_HEIGHTMAP_SIZE: ")) << made.error().message;
}

TEST(Simulator, ATwistThatStandsHoldsTheSteering) {
  SimulatorOptions options;
  options.vehicle.max_steering_rate = 100;
  Simulator simulator = make_simulator(options);
  simulator.submit(check_twist(2.0, 0.3, options.vehicle), {});
  const double turned = simulator.step().ego.steering_angle;
  EXPECT_GT(turned, 0.1);
  simulator.submit(check_twist(0.0, 0.0, options.vehicle), {});
  EXPECT_NEAR(simulator.step().ego.steering_angle, turned, 1e-12);
}

TEST(Simulator, AnEmergencyStopKeepsTheGear) {
  SimulatorOptions options;
  options.vehicle.allow_reverse = true;
  options.simulation.control_timeout_sec = 0.05;
  Simulator simulator = make_simulator(options);
  simulator.submit(check_custom({.target_velocity = 1, .gear = Gear::reverse}, options.vehicle), {});
  Observation now = simulator.observe();
  while (!now.status.message.starts_with("control timeout")) now = simulator.step();
  EXPECT_EQ(now.gear, Gear::reverse);
}

TEST(Simulator, TheInitialPoseOfTheOptionsIsForTheFirstWorldOnly) {
  SimulatorOptions options;
  options.simulation.initial_pose.x = 7;
  Simulator simulator = make_simulator(options);
  EXPECT_EQ(simulator.observe().ego.pose.x, 7.0);
  SimWorld other = small_world();
  other.data.initial_pose.x = 5;
  ASSERT_TRUE(simulator.load_world(std::move(other)));
  EXPECT_EQ(simulator.observe().ego.pose.x, 5.0);
}

// The paused flag is kept when a world is loaded; it is not set from the option start_paused again.
TEST(Simulator, ARunningSimulatorRunsOnInAnotherWorld) {
  SimulatorOptions options;
  options.simulation.start_paused = true;
  Simulator simulator = make_simulator(options);
  simulator.resume();
  ASSERT_TRUE(simulator.load_world(small_world()));
  EXPECT_FALSE(simulator.clock().paused());
}

// The stamp of an image is the time of its first row.
TEST(Simulator, AnImageOfARollingShutterIsStampedAtItsFirstRow) {
  SimWorld world = small_world();
  world.bundle.calibration.cameras[0].rolling_shutter = world::RollingShutter{.readout_sec = 0.025};  // 2.5 steps
  Simulator simulator = std::move(*Simulator::create(std::move(world), {}, Backend::cpu));
  Simulator global = make_simulator();
  simulator.submit(check_ackermann(command(0, 10), simulator.options().vehicle), {});
  std::vector<std::pair<uint64_t, int64_t>> seen;  // step and stamp [ms]
  Observation now = simulator.observe();
  for (int i = 0; i <= 20; ++i, now = simulator.step()) {
    for (const world::RenderedImage& image : now.images) seen.emplace_back(now.step, image.stamp.ns / 1'000'000);
  }
  // 12 Hz fires at 0, 80 and 170 ms; the last row is known three steps later.
  EXPECT_EQ(seen, (std::vector<std::pair<uint64_t, int64_t>>{{3, 0}, {11, 80}, {20, 170}}));
  EXPECT_EQ(global.observe().images.at(0).stamp, global.clock().now());
  // An image that began before the vehicle was placed is not output.
  Simulator placed = std::move(*Simulator::create(
      [] {
        SimWorld w = small_world();
        w.bundle.calibration.cameras[0].rolling_shutter = world::RollingShutter{.readout_sec = 0.025};
        return w;
      }(),
      {}, Backend::cpu));
  placed.step();
  placed.set_ego_pose({}, 0);
  EXPECT_TRUE(placed.step().images.empty());
  EXPECT_TRUE(placed.step().images.empty());
}

TEST(Simulator, AReadoutLongerThanThePosesAreKeptIsRefused) {
  SimWorld world = small_world();
  world.bundle.calibration.cameras[0].rolling_shutter = world::RollingShutter{.readout_sec = 1.6};
  const auto made = Simulator::create(std::move(world), {}, Backend::cpu);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::unsupported);
}

TEST(SimClock, PeriodsAndStepsDoNotOverflow) {
  EXPECT_EQ(wall_seconds_per_step(Duration::from_ms(10), 1e-300), kMaxWallSecondsPerStep);
  EXPECT_EQ(wall_seconds_per_step(Duration::from_ms(10), 0), 0.0);
  const SimClock clock({}, Duration::from_ms(10));
  EXPECT_EQ(clock.at(UINT64_MAX), clock.at(UINT64_MAX - 1));
  EXPECT_GT(clock.at(UINT64_MAX).ns, 0);
}

}  // namespace
}  // namespace gs::sim
