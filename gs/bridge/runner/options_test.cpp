// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every option of the simulator and of its built-in driver changes the recording or a notice of a run.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "gs/bridge/runner/run_loop.h"
#include "gs/core/hash/sha256.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/sim/testing/actor_worlds.h"

namespace gs::bridge {
namespace {

// A bend of radius 12 m, driven at 6 m/s, with a stop on the way.
Trajectory bend() {
  std::vector<StampedPose> poses;
  for (int i = 0; i < 60; ++i) {
    const double along = i < 30 ? 0.6 * i : 0.6 * (i < 35 ? 30 : i - 5), angle = along / 12;
    const Quaterniond heading{0, 0, std::sin(angle / 2), std::cos(angle / 2)};
    poses.push_back({Timestamp{i * 100'000'000LL}, {heading, {12 * std::sin(angle), 12 * (1 - std::cos(angle)), 0}}});
  }
  return std::move(*Trajectory::from_poses(std::move(poses)));
}

// Codes of the notices without their numbers: numbers that depend on the wall clock differ from run to run.
std::string kind_of(const sim::Notice& notice) { return notice.text.substr(0, notice.text.find(": ")) + "\n"; }

// Runs with a recorder; returns the notice codes and the SHA-256 of the recording.
std::string run(const sim::SimulatorOptions& options, const sim::PathDriverOptions& driver, double duration_s) {
  const TemporaryFolder folder;
  sim::SimWorld world = sim::world_with_actors();
  sim::paint_actors_and_ground(world);
  auto simulator = sim::Simulator::create(std::move(world), options, Backend::cpu);
  if (!simulator) return to_string(simulator.error());
  auto recorder = Recorder::create(folder / "run.mcap", {});
  EXPECT_TRUE(recorder);
  Driving driving;
  driving.driver = std::make_unique<sim::PathDriver>(bend(), driver, options.vehicle);
  std::string seen;
  RunHooks hooks;
  hooks.notice = [&](const sim::Notice& notice) { seen += kind_of(notice); };
  const double speed = options.simulation.initial_velocity.value_or(0);
  hooks.may_step = [&] {  // the built-in driver never reverses, so an extra command does
    if (speed < 0) simulator->submit(sim::check_ackermann({.speed = speed}, options.vehicle), {});
    return true;
  };
  run_loop(*simulator, std::move(driving), &*recorder, duration_s, hooks);
  EXPECT_TRUE(recorder->close());
  const auto bytes = read_binary_file(folder / "run.mcap", 1 << 30);
  EXPECT_TRUE(bytes);
  return seen + (bytes ? sha256_hex(*bytes) : std::string());
}

// Base options: without notices that depend on the speed of the machine, and with low sensor rates to save time.
sim::SimulatorOptions base() {
  sim::SimulatorOptions options;
  options.simulation.real_time_factor = 0;
  options.simulation.max_step_time = 1000;  // notices of a busy machine would hide the difference
  options.sensors.camera.render_budget_ms = 1e6;
  options.sensors.camera.rate_override = 5;
  options.sensors.lidar.rate_override = 5;
  return options;
}

TEST(SimulatorOptions, EachOneChangesTheRecordingOrANotice) {
  using Given = std::vector<std::string>;
  const Given dynamic{"vehicle.dynamics_model=dynamic_bicycle", "simulation.initial_velocity=6"};
  const Given fast{"simulation.initial_velocity=6"};
  const Given backwards{"simulation.initial_velocity=-4", "vehicle.allow_reverse=true"};
  const Given at_wall{"simulation.initial_pose.x=13.5", "simulation.initial_pose.y=0", "simulation.initial_velocity=6"};
  const Given off_the_ground{"simulation.initial_pose.x=500", "simulation.initial_pose.y=0"};
  const std::vector<ShortChange> probes{
      {"vehicle.wheelbase=3.4"},
      {"vehicle.track_width=1.2"},
      {"vehicle.mass=3000", dynamic},
      {"vehicle.inertia_z=9000", dynamic},
      {"vehicle.cg_to_rear_axle=1.0", dynamic},
      {"vehicle.max_steering_angle=0.05", fast},
      {"vehicle.max_steering_rate=0.05", fast},
      {"vehicle.max_speed=1"},
      {"vehicle.max_acceleration=1"},
      {"vehicle.max_deceleration=0.1", {"simulation.initial_velocity=20"}},
      {"vehicle.dynamics_model=dynamic_bicycle", fast},
      {"vehicle.allow_reverse=true", {"simulation.initial_velocity=-4"}},
      {"vehicle.max_reverse_speed=1", backwards},
      {"vehicle.wheel_radius=0.4", fast},
      {"vehicle.front_overhang=3", at_wall},
      {"vehicle.rear_overhang=9", {"simulation.initial_pose.x=20", "simulation.initial_pose.y=0"}},
      {"vehicle.width=9", {"simulation.initial_pose.x=17", "simulation.initial_pose.y=7"}},
      {"vehicle.height=0.4", at_wall},
      {"vehicle.ground_clearance=2.9", at_wall},
      {"vehicle.tire.cornering_stiffness_front=20000", dynamic},
      {"vehicle.tire.cornering_stiffness_rear=20000", dynamic},
      {"vehicle.tire.friction=0.05", dynamic},
      {"vehicle.actuator.steering_delay=0.2", fast},
      {"vehicle.actuator.steering_time_constant=0.5", fast},
      {"vehicle.actuator.acceleration_delay=0.2"},
      {"vehicle.actuator.acceleration_time_constant=0.5"},
      {"simulation.dt=0.02"},
      {"simulation.initial_pose.x=1"},
      {"simulation.initial_pose.y=1"},
      {"simulation.initial_pose.z=1", off_the_ground},
      {"simulation.initial_pose.roll=0.1", off_the_ground},
      {"simulation.initial_pose.pitch=0.1", off_the_ground},
      {"simulation.initial_pose.yaw=0.1"},
      {"simulation.initial_velocity=3"},
      {"simulation.control_timeout_sec=0.005"},
      {"simulation.control_mode=twist"},
      {"simulation.start_paused=true"},
      {"simulation.seed=7", {"sensors.lidar.raycast.add_noise=true"}},
      {"simulation.traffic=none"},
      {"simulation.shadows=none"},
      {"simulation.ground_truth_rate=5"},
      {"sensors.camera.enable=false"},
      {"sensors.camera.rate_override=10"},
      {"sensors.camera.cameras=rear"},
      {"sensors.camera.ground_truth.depth=true"},
      {"sensors.camera.ground_truth.instance=true"},
      {"sensors.camera.ground_truth.class=true"},
      {"sensors.camera.ground_truth.flow=true"},
      {"sensors.lidar.enable=false"},
      {"sensors.lidar.rate_override=10"},
      {"sensors.lidar.lidars=rear"},
      {"sensors.lidar.raycast.use_heightmap=false"},
      {"sensors.lidar.raycast.use_static_mesh=true"},
      {"sensors.lidar.raycast.use_gaussians=true"},
      {"sensors.lidar.raycast.add_noise=true"},
      {"sensors.lidar.raycast.noise_std=0.5", {"sensors.lidar.raycast.add_noise=true"}},
      {"sensors.lidar.raycast.drop_probability=0.5"},
      {"sensors.lidar.raycast.motion_distortion=true", fast},
      {"frames.map=world"},
      {"frames.odom=start"},
      {"frames.base_link=car"},
  };
  const std::map<std::string, std::string> elsewhere{
      {"frames.best_effort_tf", "BridgeServices.AParameterGivesBestEffortTf"},
      {"simulation.real_time_factor", "RunLoop.KeepsTheWallClockAtAnyFactor"},
      {"simulation.max_step_time", "RunLoop.SlowStepsAndSlowImagesAreReportedRarelyAndNeverRecorded"},
      {"sensors.camera.render_budget_ms", "RunLoop.SlowStepsAndSlowImagesAreReportedRarelyAndNeverRecorded"},
  };
  expect_every_option_is_read<sim::SimulatorOptions>(
      base(), option_changes(probes, elsewhere),
      [](const sim::SimulatorOptions& options) { return run(options, {}, 0.5); });
}

TEST(PathDriverOptions, EachOneChangesTheRecording) {
  const std::vector<ShortChange> probes{
      {"lookahead_s=2"}, {"min_lookahead_m=6"}, {"max_lookahead_m=1"}, {"max_lateral_acceleration=0.5"},
      {"braking=0.3"},   {"min_speed=0.5"},     {"max_speed=1"},
  };
  sim::SimulatorOptions options = base();
  options.simulation.initial_velocity = 5;
  options.sensors.camera.enable = options.sensors.lidar.enable = false;
  expect_every_option_is_read<sim::PathDriverOptions>(
      {}, option_changes(probes), [&](const sim::PathDriverOptions& driver) { return run(options, driver, 8.0); });
}

}  // namespace
}  // namespace gs::bridge
