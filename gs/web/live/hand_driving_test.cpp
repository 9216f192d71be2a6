// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A person drives over the network: commands reach the vehicle and the recording, and its replay is the same run.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gs/bridge/player/control_replay.h"
#include "gs/bridge/recorder/recorder.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/web/testing/viewer.h"

namespace gs::web {
namespace {

using Event = rosmsg::gs_sim_msgs::SimulationEvent;
using Reset = rosmsg::gs_sim_msgs::ResetWorld;

sim::Simulator hand_driven_simulator(const sim::SimulatorOptions& options) {
  return std::move(*sim::Simulator::create(sim::flat_world_with_actors(), options, Backend::cpu));
}

// A person at a keyboard.
class Driver : public Viewer {
 public:
  explicit Driver(uint16_t port) : Viewer(port) {
    const Node announced = read_text("advertiseServices");
    for (const Node& service : announced["services"].items)
      services_[service["name"].text] = static_cast<uint32_t>(service["id"].integer);
    send(R"({"op":"advertise","channels":[{"id":5,"topic":"/studio/drive","encoding":"json","schemaName":""}]})");
  }
  void press(double steer, double throttle, double brake, bool brake_now = false) {
    ByteWriter frame;
    frame.u8(1), frame.u32(5);
    frame.bytes(as_bytes(format(R"({{"seq":{},"steer":{},"throttle":{},"brake":{},"gear":"drive","brake_now":{}}})",
                                ++seq_, steer, throttle, brake, brake_now)));
    send_binary(frame);
    synchronise();
  }
  // Calls a service; its answer is not awaited.
  void request(const std::string& name, const std::vector<std::byte>& cdr) {
    ByteWriter frame;
    frame.u8(2), frame.u32(services_.at(name)), frame.u32(1), frame.string32("cdr"), frame.bytes(cdr);
    send_binary(frame);
    synchronise();
  }

 private:
  std::map<std::string, uint32_t> services_;
  uint64_t seq_ = 0;
};

class HandDriving : public ::testing::TestWithParam<const char*> {
 protected:
  HandDriving() {
    options_.simulation.real_time_factor = 0;
    options_.simulation.control_mode = GetParam();
    options_.sensors.camera.enable = options_.sensors.lidar.enable = false;
  }
  std::unique_ptr<LiveServer> serve(sim::Simulator& simulator) {
    LiveOptions options;
    options.server.guard.token = "secret";
    options.now_s = [this] { return now_s_.load(); };
    auto server = LiveServer::start(simulator, std::move(options), [this](const std::filesystem::path&) {
      return Result<sim::Simulator>(hand_driven_simulator(options_));
    });
    EXPECT_TRUE(server) << server.error().message;
    return std::move(*server);
  }
  // Digest of the states of a run, and its last state.
  struct Ran {
    std::string digest;
    uint64_t steps = 0;
    double speed = 0, steering = 0;
  };
  Ran run(sim::Simulator& simulator, bridge::Driving driving, const std::filesystem::path& as,
          std::optional<double> duration_s, bridge::RunHooks hooks) {
    auto recorder = bridge::Recorder::create(as, {});
    EXPECT_TRUE(recorder);
    sim::RunDigest digest;
    Ran out;
    hooks.observed = [&, also = hooks.observed](const sim::Observation& now, const bridge::RunStatus& status) {
      digest.add(now);
      out.speed = now.ego.speed, out.steering = now.ego.steering_angle;
      if (also) also(now, status);
    };
    const bridge::RunReport report = bridge::run_loop(simulator, std::move(driving), &*recorder, duration_s, hooks);
    EXPECT_FALSE(report.replay_error) << report.replay_error->message;
    EXPECT_TRUE(recorder->close());
    out.digest = digest.state(), out.steps = report.steps;
    return out;
  }
  Ran replay(const std::filesystem::path& log) {
    Problems problems;
    auto opened = bridge::ControlReplay::open(log, options_.simulation.control_mode, {}, problems);
    EXPECT_TRUE(opened) << opened.error().message;
    sim::Simulator again = hand_driven_simulator(options_);
    return run(again,
               {.driver = nullptr,
                .replay = std::make_unique<bridge::ControlReplay>(std::move(*opened)),
                .ends_with_replay = true},
               folder_ / "again.mcap", std::nullopt, {});
  }

  sim::SimulatorOptions options_;
  std::atomic<double> now_s_{0};  // clock of the server
  const TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(ControlModes, HandDriving, ::testing::Values("ackermann", "twist", "custom"));

TEST_P(HandDriving, ARunWithAPauseAndAResetReplaysBitForBit) {
  sim::Simulator simulator = hand_driven_simulator(options_);
  auto server = serve(simulator);
  Driver driver(server->port());
  bridge::RunHooks hooks = server->hooks();
  // Inputs and calls after given numbers of steps. The loop waits until a call has changed the run.
  uint64_t steps = 0;
  double fastest = 0, leftmost = 0;
  std::vector<uint8_t> happened;
  bool awaits_event = false;
  const auto request = [&](const std::string& name, const std::vector<std::byte>& cdr) {
    driver.request(name, cdr);
    awaits_event = true;
  };
  const std::vector<std::byte> nothing = rosmsg::encode_cdr(rosmsg::std_srvs::Trigger::Request{});
  hooks.observed = [&, also = hooks.observed](const sim::Observation& now, const bridge::RunStatus& status) {
    also(now, status);
    fastest = std::max(fastest, now.ego.speed), leftmost = std::max(leftmost, now.ego.steering_angle);
    if (!status.is_step) return;
    ++steps;
    if (steps % 5 == 0) driver.press(steps < 100 ? 1 : -0.5, steps < 250 ? 1 : 0, steps < 250 ? 0 : 1);
    if (steps == 120) request("/sim/pause", nothing);
    if (steps == 180) request("/sim/reset_world", rosmsg::encode_cdr(Reset::Request{.reset_time = true}));
  };
  hooks.may_step = [&, also = hooks.may_step, wait = hooks.wait] {
    if (!awaits_event) return also();
    simulator.clock().paused() ? also() : wait(std::chrono::milliseconds(10));
    return false;
  };
  hooks.event = [&, also = hooks.event] {
    const auto event = also();
    if (!event) return event;
    awaits_event = false;
    happened.push_back(event->kind);
    if (event->kind != Event::KIND_PAUSE) return event;
    driver.press(1, 1, 0);
    request("/sim/resume", nothing);
    return event;
  };
  const Ran first = run(simulator, {}, folder_ / "run.mcap", 3.0, hooks);
  EXPECT_EQ(first.steps, 300u);
  EXPECT_EQ(happened, (std::vector<uint8_t>{Event::KIND_PAUSE, Event::KIND_RESUME, Event::KIND_RESET}));
  EXPECT_GT(fastest, 2.0);
  EXPECT_GT(leftmost, 0.1);
  EXPECT_LT(first.speed, fastest - 0.5);
  const Ran again = replay(folder_ / "run.mcap");
  EXPECT_EQ(again.digest, first.digest);
  EXPECT_EQ(again.steps, first.steps);
}

TEST_P(HandDriving, TheVehicleBrakesWhenTheDriverLeaves) {
  sim::Simulator simulator = hand_driven_simulator(options_);
  auto server = serve(simulator);
  auto driver = std::make_unique<Driver>(server->port());
  Viewer viewer(server->port());
  bridge::RunHooks hooks = server->hooks();
  uint64_t steps = 0;
  std::vector<double> speeds;
  hooks.observed = [&, also = hooks.observed](const sim::Observation& now, const bridge::RunStatus& status) {
    also(now, status);
    if (!status.is_step) return;
    ++steps;
    if (steps < 150 && steps % 5 == 0) driver->press(0, 1, 0);
    if (steps == 150) {
      driver.reset();
      viewer.send(R"({"op":"subscribeConnectionGraph"})");
      // The server has noticed when the client is in the graph no longer.
      for (Node graph = viewer.read_text("connectionGraphUpdate"); true;
           graph = viewer.read_text("connectionGraphUpdate")) {
        bool present = false;
        for (const Node& topic : graph["publishedTopics"].items) present |= topic["name"].text == "/studio/drive";
        if (!present) break;
      }
    }
    if (steps >= 150) speeds.push_back(now.ego.speed);
  };
  run(simulator, {}, folder_ / "run.mcap", 3.0, hooks);
  ASSERT_GT(speeds.front(), 1.0);
  for (std::size_t i = 1; i < speeds.size(); ++i) EXPECT_LE(speeds[i], speeds[i - 1]) << i;
  EXPECT_EQ(speeds.back(), 0);
  // Full brake from the first step on: much more than the 3 m/s^2 of the control timeout.
  EXPECT_LT(speeds.at(20), speeds.front() - 0.2 * 0.9 * options_.vehicle.max_deceleration);
}

TEST_P(HandDriving, TheVehicleBrakesWhenInputsStayAway) {
  sim::Simulator simulator = hand_driven_simulator(options_);
  auto server = serve(simulator);
  Driver driver(server->port());
  bridge::RunHooks hooks = server->hooks();
  uint64_t steps = 0;
  double fastest = 0;
  hooks.observed = [&, also = hooks.observed](const sim::Observation& now, const bridge::RunStatus& status) {
    also(now, status);
    if (status.is_step && ++steps == 10) driver.press(0, 1, 0);
    if (steps == 150) now_s_ = 0.4, fastest = now.ego.speed;
  };
  const Ran ran = run(simulator, {}, folder_ / "run.mcap", 3.0, hooks);
  EXPECT_GT(fastest, 1.0);
  EXPECT_EQ(ran.speed, 0);
  EXPECT_EQ(replay(folder_ / "run.mcap").digest, ran.digest);
}

TEST_P(HandDriving, TheReportNamesTheDriverAndTheInput) {
  sim::Simulator simulator = hand_driven_simulator(options_);
  auto server = serve(simulator);
  Driver driver(server->port());
  driver.subscribe("/studio/driver");
  driver.press(0, 1, 0);
  driver.press(0.5, 1, 0);
  const Running running(simulator, *server);
  Node report;
  while (report["seq"].integer != 2) {
    const auto read = parse_json(driver.read_message("/studio/driver"));
    ASSERT_TRUE(read) << read.error().message;
    report = *read;
  }
  EXPECT_EQ(report["driver"].text, "client-1");
  EXPECT_GT(report["step"].integer, 0);
}

}  // namespace
}  // namespace gs::web
