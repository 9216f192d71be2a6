// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A replay has the same digest as the recorded run: for every driver and control mode, on a curve, with pauses, resets,
// placements, and actors that are spawned, moved and deleted.
#include <gtest/gtest.h>

#include <map>

#include "gs/bridge/runner/run_loop.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/writer.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

using Event = rosmsg::gs_sim_msgs::SimulationEvent;

// An arc with a radius of 12 m.
Trajectory curve() {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 30; ++i) {
    const double a = 0.04 * i;
    poses.push_back({Timestamp::from_seconds(0.1 * i),
                     {Quaterniond::from_rpy(0, 0, a), {12 * std::sin(a), 12 * (1 - std::cos(a)), 0}}});
  }
  return *Trajectory::from_poses(std::move(poses));
}

// Digests of a run, comparable and printable.
struct Digests {
  std::string state, images, clouds;
  uint64_t steps = 0;
  friend bool operator==(const Digests&, const Digests&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Digests& d) {
    return out << d.steps << " steps, state " << d.state << " images " << d.images << " clouds " << d.clouds;
  }
};

// A recorded run, set up as gs-simulator does.
class Replays : public ::testing::Test {
 protected:
  sim::SimulatorOptions options_ = [] {
    sim::SimulatorOptions o;
    o.simulation.real_time_factor = 0;
    o.simulation.initial_velocity = 3;
    o.simulation.control_timeout_sec = 0.3;  // expires in the runs without a driver
    return o;
  }();

  // Runs and records; returns the digests.
  Digests run(Driving driving, const fs::path& as, std::optional<double> duration_s, RunHooks hooks = {}) {
    sim::Simulator own = std::move(
        *sim::Simulator::create(actors_ ? sim::world_with_actors() : sim::small_world(), options_, Backend::cpu));
    sim::Simulator& simulator = simulator_ ? *simulator_ : own;
    auto recorder = Recorder::create(as, {});
    EXPECT_TRUE(recorder);
    sim::RunDigest digest;
    hooks.observed = [&](const sim::Observation& now, const RunStatus&) { digest.add(now); };
    const RunReport report = run_loop(simulator, std::move(driving), &*recorder, duration_s, hooks);
    EXPECT_FALSE(report.replay_error) << report.replay_error->message;
    EXPECT_TRUE(recorder->close());
    return {digest.state(), digest.images(), digest.clouds(), report.steps};
  }
  // Replays a recorded log in a new simulator.
  Digests replay(const fs::path& log, const fs::path& as) {
    Problems problems;
    auto opened = ControlReplay::open(log, options_.simulation.control_mode, {}, problems);
    EXPECT_TRUE(opened) << opened.error().message;
    if (!opened) return {};
    simulator_ = nullptr;
    return run(
        {.driver = nullptr, .replay = std::make_unique<ControlReplay>(std::move(*opened)), .ends_with_replay = true},
        as, std::nullopt);
  }
  Driving driver(const std::string& name) {
    if (name == "hold") return {.hold_speed = 3.0};
    if (name == "none") return {};
    return {.driver = std::make_unique<sim::PathDriver>(curve(), sim::PathDriverOptions{}, options_.vehicle)};
  }

  const TemporaryFolder folder_;
  bool actors_ = false;                  // in the worlds of new simulators
  sim::Simulator* simulator_ = nullptr;  // simulator of the run; null: create a new one
};

// Applies events after given numbers of steps, as the services of the bridge do.
class Script {
 public:
  explicit Script(sim::Simulator& simulator) : simulator_(simulator) {}
  void at(uint64_t steps, Event event) { events_.emplace(steps, event); }
  RunHooks hooks() {
    RunHooks out;
    out.may_step = [this] {
      const auto due = events_.find(steps_);
      if (due == events_.end()) return ++steps_, true;
      Event event = due->second;
      events_.erase(due);
      const Event now = event_now(simulator_, event.kind);
      event.header = now.header, event.step = now.step;
      if (event.kind == Event::KIND_PAUSE) simulator_.pause();
      if (event.kind == Event::KIND_RESUME) simulator_.resume();
      EXPECT_TRUE(apply_event(event, simulator_));
      happened_ = event;
      return false;
    };
    out.event = [this] { return std::exchange(happened_, std::nullopt); };
    return out;
  }

 private:
  sim::Simulator& simulator_;
  std::multimap<uint64_t, Event> events_;
  std::optional<Event> happened_;
  uint64_t steps_ = 0;
};

// Events as the services create them.
Event placement(double x, double y, double yaw, double speed) {
  Event event{.kind = Event::KIND_SET_EGO_POSE, .has_pose = true};
  event.pose = {{x, y, 0}, {0, 0, std::sin(yaw / 2), std::cos(yaw / 2)}};
  event.twist.linear.x = speed;
  return event;
}

Event reset(bool time, std::optional<double> x = std::nullopt) {
  Event event = placement(x.value_or(0), 0, 0, 0);
  event.kind = Event::KIND_RESET;
  event.has_pose = x.has_value();
  event.reset_time = time;
  return event;
}

TEST_F(Replays, EveryDriverAndModeGivesTheSameRunAgain) {
  for (const char* name : {"path", "hold", "none"}) {
    for (const char* mode : {"ackermann", "twist", "custom"}) {
      options_.simulation.control_mode = mode;
      const Digests first = run(driver(name), folder_ / "run.mcap", 1.0);
      const Digests again = replay(folder_ / "run.mcap", folder_ / "again.mcap");
      EXPECT_EQ(first, again) << name << " " << mode;
      EXPECT_EQ(first.steps, 100u);
      EXPECT_EQ(again, replay(folder_ / "again.mcap", folder_ / "third.mcap")) << name << " " << mode;
    }
  }
}

TEST_F(Replays, RunsWithPausesResetsAndPlacementsToo) {
  for (const char* name : {"path", "hold", "none"}) {
    for (const char* mode : {"ackermann", "twist", "custom"}) {
      options_.simulation.control_mode = mode;
      sim::Simulator live = std::move(*sim::Simulator::create(sim::small_world(), options_, Backend::cpu));
      Script script(live);
      script.at(0, reset(true));  // before the first step
      script.at(10, {.kind = Event::KIND_PAUSE});
      script.at(10, {.kind = Event::KIND_RESUME});
      script.at(20, placement(1, 2, 0.4, 2));
      script.at(30, reset(true));
      script.at(30, reset(true, 2.5));  // a second reset at the same step
      script.at(45, reset(false));
      script.at(46, placement(-3, 0, -0.2, 1));
      script.at(60, reset(true));
      simulator_ = &live;
      const Digests first = run(driver(name), folder_ / "run.mcap", 0.8, script.hooks());
      EXPECT_EQ(first.steps, 80u);
      const Digests again = replay(folder_ / "run.mcap", folder_ / "again.mcap");
      EXPECT_EQ(first, again) << name << " " << mode;
      EXPECT_EQ(again, replay(folder_ / "again.mcap", folder_ / "third.mcap")) << name << " " << mode;
    }
  }
}

TEST_F(Replays, RunsWithEntitiesToo) {
  actors_ = true;
  sim::Simulator live = std::move(*sim::Simulator::create(sim::world_with_actors(), options_, Backend::cpu));
  Script script(live);
  Event spawn = placement(6, 9, 0.3, 0), move = placement(7, 9, 0.4, 4);
  spawn.kind = Event::KIND_SPAWN_ENTITY, spawn.entity = "van", spawn.resource = "car";
  move.kind = Event::KIND_SET_ENTITY_STATE, move.entity = "van", move.twist.angular.z = 0.5;
  script.at(10, spawn);
  script.at(20, move);
  script.at(30, {.kind = Event::KIND_DELETE_ENTITY, .entity = "a1"});
  script.at(60, {.kind = Event::KIND_RESET_ENTITIES});
  simulator_ = &live;
  const Digests first = run(driver("path"), folder_ / "run.mcap", 0.8, script.hooks());
  const Digests again = replay(folder_ / "run.mcap", folder_ / "again.mcap");
  EXPECT_EQ(first, again);
  EXPECT_EQ(again, replay(folder_ / "again.mcap", folder_ / "third.mcap"));
  EXPECT_NE(first.state, run(driver("path"), folder_ / "plain.mcap", 0.8).state);  // the events did something
}

// A recording of an earlier version: its events end before the fields `entity` and `resource`.
TEST_F(Replays, EventsOfEarlierVersionsAreRead) {
  const auto recorded = [&](bool old_layout) {
    const fs::path path = folder_ / (old_layout ? "old.mcap" : "new.mcap");
    auto file = logio::McapWriter::create(path, {.profile = "ros2"});
    EXPECT_TRUE(file);
    const auto& type = rosmsg::type_of<Event>();
    std::string schema = rosmsg::ros2msg_text(type);
    Event event = placement(1, 2, 0.4, 2);
    event.world_bundle_path = "odd";  // its length decides about the padding
    auto cdr = rosmsg::encode_cdr(event);
    if (old_layout) {
      schema.erase(schema.find("string entity"), std::string("string entity\nstring resource\n").size());
      cdr.resize(cdr.size() - 13);  // padding, two empty strings
    }
    const auto* command = rosmsg::find_message_type(control_type("ackermann"));
    const auto commands = (*file)->add_channel({.topic = "/vehicle/control_cmd",
                                                .message_encoding = "cdr",
                                                .schema = {command->name, "ros2msg", rosmsg::ros2msg_text(*command)}});
    const auto events = (*file)->add_channel(
        {.topic = kEventsTopic, .message_encoding = "cdr", .schema = {type.name, "ros2msg", schema}});
    EXPECT_TRUE(commands && events);
    EXPECT_TRUE((*file)->write(*events, {}, {}, 0, cdr));
    EXPECT_TRUE((*file)->close());
    Problems problems;
    auto replay = ControlReplay::open(path, "ackermann", {}, problems);
    EXPECT_TRUE(replay) << replay.error().message;
    return replay ? replay->next_event(Timestamp::from_seconds(100)) : std::nullopt;
  };
  const auto wanted = recorded(false);
  ASSERT_TRUE(wanted);
  EXPECT_EQ(recorded(true), wanted);
}

TEST_F(Replays, TheTimesOfARecordingNeverRunBackwards) {
  sim::Simulator live = std::move(*sim::Simulator::create(sim::small_world(), options_, Backend::cpu));
  Script script(live);
  script.at(20, reset(true));
  simulator_ = &live;
  run(driver("path"), folder_ / "run.mcap", 0.5, script.hooks());
  Problems problems;
  const auto log = logio::open_log(folder_ / "run.mcap", problems);
  ASSERT_TRUE(log);
  const auto clocks = (*log)->read({.topics = {"/clock"}, .order = logio::Order::file}, problems);
  ASSERT_TRUE(clocks);
  std::vector<int64_t> log_ms, sim_ms;
  while (true) {
    const auto batch = (*clocks)->next_batch();
    ASSERT_TRUE(batch);
    if (batch->empty()) break;
    for (const logio::MessageView& m : *batch) {
      log_ms.push_back(m.log_time.ns / 1'000'000);
      sim_ms.push_back(rosmsg::decode_cdr<rosmsg::rosgraph_msgs::Clock>(m.data)->clock.timestamp().ns / 1'000'000);
    }
  }
  // Log times increase by one step each, also where the simulation time jumps back.
  ASSERT_EQ(log_ms.size(), 52u);  // 51 states and the state after the reset
  for (std::size_t i = 1; i < log_ms.size(); ++i) EXPECT_EQ(log_ms[i], log_ms[i - 1] + 10) << i;
  EXPECT_EQ(sim_ms[20], 200);
  EXPECT_EQ(sim_ms[21], 0);
}

TEST_F(Replays, ARunThatLoadedAWorldIsRefused) {
  sim::Simulator live = std::move(*sim::Simulator::create(sim::small_world(), options_, Backend::cpu));
  auto recorder = Recorder::create(folder_ / "run.mcap", {});
  ASSERT_TRUE(recorder);
  int asked = 0;
  RunHooks hooks;
  hooks.event = [&]() -> std::optional<Event> {
    if (++asked != 5) return std::nullopt;
    Event loaded = event_now(live, Event::KIND_LOAD_WORLD);
    loaded.world_bundle_path = "/worlds/other";
    return loaded;
  };
  run_loop(live, {}, &*recorder, 0.2, hooks);
  ASSERT_TRUE(recorder->close());
  Problems problems;
  const auto refused = ControlReplay::open(folder_ / "run.mcap", "ackermann", {}, problems);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  // Latched topics are recorded for both worlds.
  const auto log = logio::open_log(folder_ / "run.mcap", problems);
  for (const logio::LogChannel& channel : (*log)->channels()) {
    if (channel.topic == "/tf_static" || channel.topic == "/sim/world_info") {
      EXPECT_EQ((*log)->info().channels[channel.id].message_count, 2u) << channel.topic;
    }
  }
}

TEST_F(Replays, ALogWithoutTheTopicIsRefused) {
  sim::Simulator live = std::move(*sim::Simulator::create(sim::small_world(), options_, Backend::cpu));
  auto recorder = Recorder::create(folder_ / "run.mcap", {});
  ASSERT_TRUE(recorder->begin(live) && recorder->close());
  Problems problems;
  EXPECT_EQ(ControlReplay::open(folder_ / "run.mcap", "ackermann", {}, problems).error().code,
            ErrorCode::topic_not_found);
}

}  // namespace
}  // namespace gs::bridge
