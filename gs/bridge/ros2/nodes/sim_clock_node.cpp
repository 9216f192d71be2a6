// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/ros2/nodes/sim_clock_node.h"

#include "gs/bridge/runner/pacer.h"
#include "gs/core/format.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kRepeat = 200ms;    // of a tick nobody has answered
constexpr auto kSlice = 20ms;      // how long a wait lasts before stop is asked
constexpr auto kStepLimit = 600s;  // for /sim/step

}  // namespace

Result<std::unique_ptr<SimClockNode>> SimClockNode::create(ros2::Node& node, const sim::SimClock& clock,
                                                           const SimClockOptions& options) {
  std::unique_ptr<SimClockNode> out(new SimClockNode(node, clock, options));
  GS_CHECK(out->start());
  return out;
}

Result<void> SimClockNode::start() {
  GS_TRY(auto ticks, node_.publish<rosgraph_msgs::Clock>(kClockTopic, ros2::qos::kClock));
  ticks_.emplace(std::move(ticks));
  GS_TRY(auto pauses, node_.publish<std_msgs::Bool>(kPausedTopic, ros2::qos::kLatched));
  pauses_.emplace(std::move(pauses));
  GS_CHECK(pauses_->publish({.data = paused_}));
  GS_CHECK(serve());
  GS_TRY(auto states,
         node_.subscribe<gs_sim_msgs::EgoCore>(
             kEgoCoreTopic, [this](const gs_sim_msgs::EgoCore& message) { take_state(message); }, ros2::qos::kLatched));
  const auto receive = [this](const ros2::Sample& sample) {
    const auto report = decode_cdr<std_msgs::Header>(sample.payload);
    if (!report) return node_.warn_sometimes("malformed message on " + std::string(kStepDoneTopic));
    const std::lock_guard lock(mutex_);
    barrier_.report(sample.id.writer, report->frame_id, report->stamp.timestamp());
    changed_.notify_all();
  };
  GS_TRY(auto reports, node_.subscribe_raw(kStepDoneTopic, type_of<std_msgs::Header>(), kStepDoneReader, receive));
  reports_ = reports.get();
  for (auto* subscription : {&states, &reports}) subscriptions_.push_back(std::move(*subscription));
  return {};
}

void SimClockNode::take_state(const gs_sim_msgs::EgoCore& message) {
  const std::lock_guard lock(mutex_);
  const Duration dt = message.dt.duration();
  if (dt.ns <= 0) return node_.warn_sometimes("[SimClock] INVALID_TRANSFORM: a state without a length of its step");
  clock_ = sim::SimClock(message.start_time.timestamp(), dt);
  present_ = step_of(message.motion);
  changed_.notify_all();
}

Result<void> SimClockNode::serve() {
  using std_srvs::Trigger;
  using Control = gs_sim_msgs::SimulationControl;
  const auto trigger = [&](const char* name, std::function<Outcome()> act) -> Result<void> {
    GS_TRY(auto service, node_.serve<Trigger>(name, [act = std::move(act)](const Trigger::Request&) {
      Outcome outcome = act();
      return Trigger::Response{outcome.success, std::move(outcome.message)};
    }));
    services_.push_back(std::move(service));
    return {};
  };
  GS_CHECK(trigger("/sim/pause", [this] { return set_paused(true); }));
  GS_CHECK(trigger("/sim/resume", [this] { return set_paused(false); }));
  GS_CHECK(trigger("/sim/step", [this] { return step(); }));
  GS_TRY(auto control, node_.serve<Control>("/sim/control", [this](const Control::Request& request) {
    Outcome outcome{false, "commands: pause 0, resume 1, step 2; /sim/reset_world resets"};
    if (request.command == Control::Request::CMD_PAUSE) outcome = set_paused(true);
    if (request.command == Control::Request::CMD_RESUME) outcome = set_paused(false);
    if (request.command == Control::Request::CMD_STEP) outcome = step();
    return Control::Response{outcome.success, std::move(outcome.message)};
  }));
  services_.push_back(std::move(control));
  return {};
}

SimClockNode::Outcome SimClockNode::set_paused(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    if (paused_ == paused) return {true, paused ? "was paused already" : "was running already"};
    paused_ = paused;
  }
  changed_.notify_all();
  [[maybe_unused]] const auto told = pauses_->publish({.data = paused});
  return {true, paused ? "paused" : "running"};
}

SimClockNode::Outcome SimClockNode::step() {
  std::unique_lock lock(mutex_);
  if (!paused_) return {false, "the simulation is running; pause it before stepping"};
  const uint64_t wanted = done_steps_ + 1;
  ++steps_asked_;
  changed_.notify_all();
  const bool done = changed_.wait_for(lock, kStepLimit, [&] { return done_steps_ >= wanted; });
  return done ? Outcome{true, "made 1 step(s)"} : Outcome{false, "the step did not end in time"};
}

void SimClockNode::tick(uint64_t step) {
  // A tick that cannot be sent is repeated.
  [[maybe_unused]] const auto sent = ticks_->publish({.clock = clock_.at(step)});
}

// True when everyone has done the present step.
bool SimClockNode::wait_for_others(std::unique_lock<std::mutex>& lock) {
  const auto missing = [&] {
    return present_ ? barrier_.missing(clock_.at(present_->step), reports_->reader().matched())
                    : std::vector<std::string>{"the state of the car"};
  };
  if (!waiting_since_) waiting_since_ = Clock::now();
  if (changed_.wait_for(lock, kSlice, [&] { return missing().empty(); })) {
    waiting_since_.reset();
    return true;
  }
  if (std::chrono::duration<double>(Clock::now() - *waiting_since_).count() < options_.step_limit_s) return false;
  waiting_since_.reset();
  std::string names;
  for (const std::string& name : missing()) names += (names.empty() ? "" : ", ") + name;
  if (present_) barrier_.give_up(clock_.at(present_->step));
  node_.warn_sometimes(format("[SimClock] STEP_LATE: no report from {} for {} s", names, options_.step_limit_s));
  return false;
}

void SimClockNode::wait_for_state(std::unique_lock<std::mutex>& lock, const StepId& before,
                                  const std::function<bool()>& stop) {
  const auto answered = [&] { return present_ != before; };
  while (!stop() && !changed_.wait_for(lock, kRepeat, answered)) tick(before.step + 1);
}

uint64_t SimClockNode::run(std::optional<uint64_t> last_step, const std::function<bool()>& stop) {
  std::unique_lock lock(mutex_);
  Pacer pacer(period_s());
  std::optional<StepId> done;
  auto last_repeat = Clock::now();
  while (!stop()) {
    if (!wait_for_others(lock)) {
      // Somebody may have missed the state, or the report of it.
      if (present_ && Clock::now() - last_repeat > kRepeat) tick(present_->step), last_repeat = Clock::now();
      continue;
    }
    if (done != present_) {
      if (!done || done->epoch != present_->epoch) tick(present_->step), pacer.restart(period_s());  // a run begins
      if (done && done->epoch == present_->epoch) ++done_steps_;
      done = present_;
      changed_.notify_all();
    }
    if (last_step && present_->step >= *last_step) break;
    if (paused_ && steps_asked_ == 0) {
      changed_.wait_for(lock, kSlice);
      pacer.restart(period_s());
      continue;
    }
    if (steps_asked_ > 0) --steps_asked_;
    const StepId before = *present_;
    lock.unlock();
    pacer.wait();
    lock.lock();
    tick(before.step + 1);
    wait_for_state(lock, before, stop);
  }
  return done ? done->step : 0;
}

}  // namespace gs::bridge
