// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/sim_clock_node.h"

#include "gs/core/format.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kRepeat = 200ms;    // period for repeating an unanswered tick
constexpr auto kSlice = 20ms;      // longest wait between two calls of `stop`
constexpr auto kStepLimit = 600s;  // for /sim/step
constexpr auto kResetLimit = 60s;  // for /sim/reset_world, which reads the bundle
constexpr std::size_t kMaxStepCalls = 64;

}  // namespace

Result<std::unique_ptr<SimClockNode>> SimClockNode::create(ros2::Node& node, const sim::SimClock& clock,
                                                           const SimClockOptions& options) {
  std::unique_ptr<SimClockNode> out(new SimClockNode(node, clock, options));
  GS_CHECK(out->start());
  return out;
}

SimClockNode::~SimClockNode() {
  ending_ = true;
  {
    const std::lock_guard lock(mutex_);
    cancel_steps("the clock is shutting down");
  }
  services_.clear();
  if (resetter_.joinable()) resetter_.join();
}

Result<void> SimClockNode::start() {
  // Publishers and services first, subscriptions last: a message that arrives early finds everything in place.
  GS_TRY(auto ticks, node_.publish<rosmsg::rosgraph_msgs::Clock>(kClockTopic, ros2::qos::kClock));
  ticks_.emplace(std::move(ticks));
  GS_TRY(auto pauses, node_.publish<rosmsg::std_msgs::Bool>(kPausedTopic, ros2::qos::kLatched));
  pauses_.emplace(std::move(pauses));
  GS_CHECK(pauses_->publish({.data = paused_}));
  GS_CHECK(serve());
  GS_TRY(auto states, node_.subscribe<rosmsg::gs_sim_msgs::EgoCore>(
                          kEgoCoreTopic, [this](const rosmsg::gs_sim_msgs::EgoCore& message) { take_state(message); },
                          ros2::qos::kLatched));
  const auto receive = [this](const ros2::Sample& sample) {
    const auto report = rosmsg::decode_cdr<rosmsg::std_msgs::Header>(sample.payload);
    if (!report) return node_.warn_sometimes("malformed message on " + std::string(kStepDoneTopic));
    const std::lock_guard lock(mutex_);
    barrier_.report(sample.id.writer, report->frame_id, report->stamp.timestamp());
    changed_.notify_all();
  };
  GS_TRY(auto reports,
         node_.subscribe_raw(kStepDoneTopic, rosmsg::type_of<rosmsg::std_msgs::Header>(), kStepDoneReader, receive));
  reports_ = reports.get();
  for (auto* subscription : {&states, &reports}) subscriptions_.push_back(std::move(*subscription));
  return {};
}

void SimClockNode::take_state(const rosmsg::gs_sim_msgs::EgoCore& message) {
  const std::lock_guard lock(mutex_);
  if (const auto error = check_ego_core(message)) return node_.warn_sometimes(to_string(*error), kEgoCoreTopic);
  clock_ = sim::SimClock(message.start_time.timestamp(), message.dt.duration());
  present_ = step_of(message.motion);
  changed_.notify_all();
}

// /sim/pause, /sim/resume, /sim/step and /sim/control.
Result<void> SimClockNode::serve() {
  using rosmsg::std_srvs::Trigger;
  using Control = rosmsg::gs_sim_msgs::SimulationControl;
  // Adds a Trigger service that calls `act`.
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
  GS_TRY(auto single, node_.serve_later<Trigger>("/sim/step", [this](const auto&, const auto& respond) {
    step([respond](const Outcome& o) { respond({o.success, o.message}); });
  }));
  services_.push_back(std::move(single));
  const auto act = [this](const Control::Request& request, const auto& respond) {
    const auto done = [respond](const Outcome& o) { respond({o.success, o.message}); };
    const bool once = request.step_once && request.command == Control::Request::CMD_PAUSE;
    if (request.command == Control::Request::CMD_STEP) return step(done);
    if (request.command == Control::Request::CMD_RESET) return reset(done);
    Outcome outcome{false,
                    format("unknown command {}; use 0 (pause), 1 (resume), 2 (step) or 3 (reset)", request.command)};
    if (request.command == Control::Request::CMD_PAUSE) outcome = set_paused(true);
    if (request.command == Control::Request::CMD_RESUME) outcome = set_paused(false);
    outcome.success&& once ? step(done) : done(outcome);
  };
  GS_TRY(auto control, node_.serve_later<Control>("/sim/control", act));
  services_.push_back(std::move(control));
  return {};
}

// Pausing and resuming cancels single steps that are still waiting.
SimClockNode::Outcome SimClockNode::set_paused(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    cancel_steps(paused ? "paused" : "resumed");
    if (paused_ == paused) return {true, paused ? "already paused" : "already running"};
    paused_ = paused;
  }
  changed_.notify_all();
  [[maybe_unused]] const auto told = pauses_->publish({.data = paused});
  return {true, paused ? "paused" : "running"};
}

// Queues a single step; it is answered when all nodes have done it.
void SimClockNode::step(const Respond& respond) {
  const std::lock_guard lock(mutex_);
  if (!paused_) return respond({false, "the simulation is running; pause it before stepping"});
  if (step_calls_.size() >= kMaxStepCalls)
    return respond({false, "too many steps are pending; /sim/pause cancels them"});
  // Calls that wait are answered in order, each by one more finished step than the call before.
  const uint64_t before = step_calls_.empty() ? done_steps_ : step_calls_.back().wanted;
  step_calls_.push_back({before + 1, Clock::now() + kStepLimit, respond});
  ++steps_asked_;
  changed_.notify_all();
}

// Answers finished step calls, and cancels all if the oldest is past its time limit.
void SimClockNode::answer_steps() {
  while (!step_calls_.empty() && step_calls_.front().wanted <= done_steps_) {
    step_calls_.front().respond({true, "made 1 step(s)"});
    step_calls_.pop_front();
  }
  if (!step_calls_.empty() && Clock::now() > step_calls_.front().until) cancel_steps("time limit of 600 s reached");
}

void SimClockNode::cancel_steps(const std::string& reason) {
  steps_asked_ = 0;
  for (const StepCall& call : std::exchange(step_calls_, {}))
    call.respond({false, "the step was cancelled: " + reason});
}

// Runs on a thread of its own, because world_state reads the bundle; this node answers other calls meanwhile.
void SimClockNode::reset(const Respond& respond) {
  {
    const std::lock_guard lock(mutex_);
    if (resetting_) return respond({false, "a reset is in progress"});
    resetting_ = true;
  }
  if (resetter_.joinable()) resetter_.join();
  resetter_ = std::thread([this, respond] {
    using Reset = rosmsg::gs_sim_msgs::ResetWorld;
    auto client = node_.client<Reset>("/sim/reset_world");
    const Reset::Request request{.initial_pose = {.orientation = {0, 0, 0, 0}}, .reset_time = true};
    const auto response =
        client ? client->call(request, kResetLimit, [this] { return ending_.load(); }) : client.error();
    {
      const std::lock_guard lock(mutex_);
      resetting_ = false;
    }
    response ? respond({response->success, response->message}) : respond({false, response.error().message});
  });
}

// Waits until the step is due. False if the run was paused or stopped meanwhile.
bool SimClockNode::wait_for_wall_clock(std::unique_lock<std::mutex>& lock, const Pacer& pacer,
                                       const std::function<bool()>& stop) {
  return wait_until_due(pacer, [&](std::chrono::nanoseconds limit) {
    changed_.wait_for(lock, limit, [&] { return paused_; });
    return !paused_ && !stop();
  });
}

void SimClockNode::tick(uint64_t step) {
  // A lost tick is repeated.
  [[maybe_unused]] const auto sent = ticks_->publish({.clock = clock_.at(step)});
}

// Waits a short time for the reports of the current step; true if all have arrived. After step_limit_s, nodes that are
// not needed are given up with a warning.
bool SimClockNode::wait_for_others(std::unique_lock<std::mutex>& lock) {
  const auto missing = [&] {
    return present_ ? barrier_.missing(clock_.at(present_->step), reports_->reader().matched())
                    : std::vector<std::string>{"the vehicle state"};
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

// Waits for the vehicle state after `before`, repeating the tick.
void SimClockNode::wait_for_state(std::unique_lock<std::mutex>& lock, const StepId& before,
                                  const std::function<bool()>& stop) {
  const auto answered = [&] { return present_ != before; };
  while (!stop() && !changed_.wait_for(lock, kRepeat, answered)) {
    tick(before.step + 1);
    answer_steps();
  }
}

uint64_t SimClockNode::run(std::optional<uint64_t> last_step, const std::function<bool()>& stop) {
  std::unique_lock lock(mutex_);
  Pacer pacer(period_s());
  std::optional<StepId> done;
  auto last_repeat = Clock::now();
  while (!stop()) {
    answer_steps();
    if (!wait_for_others(lock)) {
      // A node may have missed the state, or its report may be lost: repeat the tick.
      if (present_ && Clock::now() - last_repeat > kRepeat) tick(present_->step), last_repeat = Clock::now();
      continue;
    }
    // All nodes have done the current step. A new epoch starts a new schedule; a single step that it interrupted is
    // made in the new run. Its caller may have reset the world before, and the call arrived first.
    if (done != present_) {
      if (!done || done->epoch != present_->epoch)
        tick(present_->step), pacer.restart(period_s());  // first step of a run
      if (done && done->epoch == present_->epoch) ++done_steps_;
      if (done && done->epoch != present_->epoch) steps_asked_ = step_calls_.size();
      done = present_;
      answer_steps();
    }
    if (last_step && present_->step >= *last_step) break;
    if (paused_ && steps_asked_ == 0) {
      changed_.wait_for(lock, kSlice);
      pacer.restart(period_s());
      continue;
    }
    const StepId before = *present_;
    if (paused_) {
      --steps_asked_;  // single steps are not paced
    } else {
      pacer.count();
      if (!wait_for_wall_clock(lock, pacer, stop) || present_ != before) continue;
    }
    tick(before.step + 1);
    wait_for_state(lock, before, stop);
  }
  return done ? done->step : 0;
}

}  // namespace gs::bridge
