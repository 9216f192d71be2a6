// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The loop around the simulator: duration, wall clock, holds, full disks, recording and replay.
#include "gs/bridge/runner/run_loop.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/testing/small_disk.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/api/log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

// As fast as possible, starting at 5 m/s.
sim::SimulatorOptions fast() {
  sim::SimulatorOptions options;
  options.simulation.real_time_factor = 0;
  options.simulation.initial_velocity = 5;
  return options;
}

sim::Simulator simulator(const sim::SimulatorOptions& options = fast()) {
  return std::move(*sim::Simulator::create(sim::small_world(), options, Backend::cpu));
}

// Collects notices.
struct Heard {
  std::vector<std::string> texts;
  RunHooks hooks() {
    return {.notice = [this](const sim::Notice& n) { texts.push_back(n.text); }};
  }
  bool about(std::string_view what) const {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& t) { return t.find(what) != t.npos; });
  }
};

TEST(RunLoop, RunsAsLongAsAskedAndCountsWhatItSaw) {
  sim::Simulator s = simulator();
  const RunReport report = run_loop(s, {}, nullptr, 1.0, {});
  EXPECT_EQ(report.steps, 100u);
  // 12 Hz and 20 Hz over one second, both ends included.
  EXPECT_EQ(report.images, 13u);
  EXPECT_EQ(report.sweeps, 21u);
  EXPECT_NEAR(report.distance_m, 5.0, 0.05);
  EXPECT_DOUBLE_EQ(report.simulated_s, 1.0);
  EXPECT_FALSE(report.recording_failed);
}

TEST(RunLoop, KeepsTheWallClockAtAnyFactor) {
  for (const double factor : {2.0, 10.0}) {
    sim::SimulatorOptions options = fast();
    options.simulation.real_time_factor = factor;
    options.sensors.camera.enable = options.sensors.lidar.enable = false;
    sim::Simulator s = simulator(options);
    const RunReport report = run_loop(s, {}, nullptr, 0.5, {});
    EXPECT_GE(report.wall_s, 0.5 / factor - 1e-3);  // never faster; slower only where the machine is busy
  }
}

TEST(RunLoop, StopsWhenAskedAndWaitsWhileHeld) {
  sim::Simulator s = simulator();
  int asked = 0, held = 0;
  RunHooks hooks;
  hooks.stop = [&] { return ++asked > 30; };
  hooks.may_step = [&] { return ++held > 10; };
  const RunReport report = run_loop(s, {}, nullptr, std::nullopt, hooks);
  EXPECT_EQ(report.steps, 20u);
}

TEST(RunLoop, AFactorThatChangesIsFollowed) {
  sim::Simulator s = simulator();
  RunHooks hooks;
  int steps = 0;
  hooks.observed = [&](const sim::Observation&, const RunStatus&) { ++steps; };
  hooks.real_time_factor = [&] { return steps < 5 ? 1.0 : 0.0; };
  EXPECT_EQ(run_loop(s, {}, nullptr, 0.5, hooks).steps, 50u);
}

// A step of ten thousand seconds ends at once when the run is stopped, and when the factor is set back.
TEST(RunLoop, AWaitForTheWallClockEndsWhenAsked) {
  sim::Simulator s = simulator();
  bool stop = false;
  RunHooks hooks;
  hooks.real_time_factor = [] { return 1e-6; };
  hooks.stop = [&] { return stop; };
  hooks.wait = [&](std::chrono::nanoseconds limit) {
    EXPECT_LE(limit, std::chrono::milliseconds(20));
    stop = true;
    return true;
  };
  EXPECT_EQ(run_loop(s, {}, nullptr, std::nullopt, hooks).steps, 1u);
}

TEST(RunLoop, AWaitForTheWallClockEndsWhenTheFactorChanges) {
  sim::Simulator s = simulator();
  double factor = 1e-6;
  int waits = 0;
  RunHooks hooks;
  hooks.real_time_factor = [&] { return factor; };
  hooks.wait = [&](std::chrono::nanoseconds) {
    if (++waits == 3) factor = 0;
    return true;
  };
  EXPECT_EQ(run_loop(s, {}, nullptr, 0.1, hooks).steps, 10u);
  EXPECT_EQ(waits, 3);
}

TEST(RunLoop, SlowStepsAndSlowImagesAreReportedRarelyAndNeverRecorded) {
  const TemporaryFolder folder;
  sim::SimulatorOptions options = fast();
  options.simulation.real_time_factor = 1000;
  options.simulation.max_step_time = 0;  // every step exceeds it
  options.sensors.camera.render_budget_ms = 0;
  // A run that violates every time limit and one that violates none must give equal recordings.
  sim::Simulator s = simulator(options), calm = simulator();
  Heard heard;
  RunHooks hooks = heard.hooks();
  std::vector<std::string> warnings;
  hooks.observed = [&](const sim::Observation&, const RunStatus& status) {
    warnings.insert(warnings.end(), status.warnings.begin(), status.warnings.end());
  };
  auto recorder = Recorder::create(folder / "a.mcap", {}), other = Recorder::create(folder / "b.mcap", {});
  ASSERT_TRUE(recorder && other);
  const RunReport report = run_loop(s, {}, &*recorder, 0.5, hooks);
  run_loop(calm, {}, &*other, 0.5, {});
  ASSERT_TRUE(recorder->close() && other->close());
  EXPECT_EQ(report.late_steps, 50u);
  EXPECT_EQ(report.slow_renders, 6u);
  EXPECT_TRUE(heard.about("[SimClock] STEP_LATE: "));
  EXPECT_TRUE(heard.about("[CameraRenderer] RENDER_SLOW: 1 image took "));
  EXPECT_LT(heard.texts.size(), 20u);
  EXPECT_EQ(warnings.size(), heard.texts.size());
  EXPECT_EQ(*read_binary_file(folder / "a.mcap", 1 << 30), *read_binary_file(folder / "b.mcap", 1 << 30));
}

TEST(RunLoop, AFullDiskEndsTheRecordingAndNotTheRun) {
  const TemporaryFolder folder;
  {
    // Files cannot grow beyond 200 kB.
    const SmallDisk disk(200'000);
    sim::Simulator s = simulator();
    auto recorder = Recorder::create(folder / "run.mcap", {.images = "raw", .compression = "none"});
    ASSERT_TRUE(recorder);
    Heard heard;
    const RunReport report = run_loop(s, {}, &*recorder, 4.0, heard.hooks());
    EXPECT_EQ(report.steps, 400u);
    EXPECT_TRUE(report.recording_failed);
    EXPECT_TRUE(heard.about("[Recorder] RECORDING_STOPPED"));
  }
  EXPECT_FALSE(fs::exists(folder / "run.mcap"));
  Problems problems;
  const auto log = logio::open_log(folder / "run.mcap.partial", problems);
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_GT((*log)->info().message_count, 20u);
}

TEST(RunLoop, TheDriverEndsTheRunWhereThePathEnds) {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 24; ++i)
    poses.push_back({Timestamp::from_seconds(0.1 * i), {{}, {0.5 * i, 0, 0}}});  // 12 m at 5 m/s
  const Trajectory path = *Trajectory::from_poses(std::move(poses));
  sim::Simulator s = simulator();
  Driving driving{.driver = std::make_unique<sim::PathDriver>(path, sim::PathDriverOptions{}, s.options().vehicle),
                  .replay = nullptr};
  const RunReport report = run_loop(s, std::move(driving), nullptr, std::nullopt, {});
  EXPECT_NEAR(s.observe().ego.pose.x, 12.0, 3.0);
  EXPECT_NEAR(s.observe().ego.speed, 0.0, 0.02);
  EXPECT_LT(report.simulated_s, 10.0);
}

// Path of a recorded run that replays the commands of a log.
fs::path replayed(const fs::path& log, const fs::path& as, sim::Simulator& simulator) {
  Problems problems;
  auto replay = ControlReplay::open(log, simulator.options().simulation.control_mode, {}, problems);
  auto recorder = Recorder::create(as, {});
  EXPECT_TRUE(replay && recorder);
  run_loop(simulator, {.driver = nullptr, .replay = std::make_unique<ControlReplay>(std::move(*replay))}, &*recorder,
           1.5, {});
  EXPECT_TRUE(recorder->close());
  return as;
}

TEST(RunLoop, ARecordedRunReplaysItself) {
  const TemporaryFolder folder;
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 30; ++i) {
    const double a = 0.03 * i;
    poses.push_back({Timestamp::from_seconds(0.1 * i),
                     {Quaterniond::from_rpy(0, 0, a), {15 * std::sin(a), 15 * (1 - std::cos(a)), 0}}});
  }
  const Trajectory path = *Trajectory::from_poses(std::move(poses));
  sim::Simulator first = simulator(), second = simulator(), third = simulator();
  auto recorder = Recorder::create(folder / "run.mcap", {});
  ASSERT_TRUE(recorder);
  Driving driving{.driver = std::make_unique<sim::PathDriver>(path, sim::PathDriverOptions{}, first.options().vehicle),
                  .replay = nullptr};
  run_loop(first, std::move(driving), &*recorder, 1.5, {});
  ASSERT_TRUE(recorder->close());
  const fs::path again = replayed(folder / "run.mcap", folder / "again.mcap", second);
  EXPECT_EQ(*read_binary_file(folder / "run.mcap", 1 << 30), *read_binary_file(again, 1 << 30));
  // The recording contains the replayed commands, bit for bit.
  const fs::path once_more = replayed(again, folder / "once_more.mcap", third);
  EXPECT_EQ(*read_binary_file(again, 1 << 30), *read_binary_file(once_more, 1 << 30));
}

TEST(RunLoop, CommandsOfTheNetworkAreRecordedAsTheyCame) {
  const TemporaryFolder folder;
  sim::SimulatorOptions options = fast();
  options.simulation.control_mode = "twist";
  rosmsg::geometry_msgs::TwistStamped turn;
  // A constant command, submitted and reported as the ROS 2 bridge does.
  turn.twist.linear.x = 4, turn.twist.angular.z = 0.3;
  const std::vector<std::byte> cdr = rosmsg::encode_cdr(turn);
  sim::Simulator s = simulator(options), again = simulator(options);
  RunHooks hooks;
  hooks.may_step = [&] {
    const auto arrived = read_control("twist", cdr, s.options().vehicle);
    return s.submit(arrived->command, arrived->stamp), true;
  };
  hooks.commands = [&] { return std::vector<std::vector<std::byte>>(1, cdr); };
  auto recorder = Recorder::create(folder / "run.mcap", {});
  ASSERT_TRUE(recorder);
  run_loop(s, {}, &*recorder, 1.5, hooks);
  ASSERT_TRUE(recorder->close());
  replayed(folder / "run.mcap", folder / "again.mcap", again);
  EXPECT_EQ(*read_binary_file(folder / "run.mcap", 1 << 30), *read_binary_file(folder / "again.mcap", 1 << 30));
}

}  // namespace
}  // namespace gs::bridge
