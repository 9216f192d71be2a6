// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/services/run_services.h"

#include <algorithm>

#include "gs/bridge/services/run_services_impl.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxCommands = 64;  // commands that may wait for a step; the oldest is dropped
constexpr auto kIdle = 10ms;              // how long a paused simulator waits for requests per call
constexpr auto kSlice = 20ms;             // longest wait between two calls of `stop`

}  // namespace

RunServices::RunServices(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunServices::~RunServices() { close(); }

std::unique_ptr<RunServices> RunServices::create(sim::Simulator& simulator, RunServicesOptions options, Load load) {
  return std::unique_ptr<RunServices>(
      new RunServices(std::make_unique<Impl>(simulator, std::move(options), std::move(load))));
}

Result<void> RunServices::serve(const std::function<Result<void>(ServiceDescription)>& add) {
  impl_->add = add;
  GS_CHECK(impl_->serve_simulation());
  GS_CHECK(impl_->serve_standard());
  impl_->add = nullptr;
  return {};
}

void RunServices::close() {
  impl_->queue.close();
  impl_->finish_steps(false, "the simulator is shutting down");
}

Result<void> RunServices::receive_command(Bytes cdr) {
  GS_TRY(auto command, read_control(impl_->control_mode, cdr, impl_->vehicle));
  {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->commands.size() == kMaxCommands) impl_->commands.pop_front();
    impl_->commands.push_back({std::move(command), {cdr.begin(), cdr.end()}});
  }
  impl_->queue.poke();
  return {};
}

// Submits the queued commands in their order of arrival.
void RunServices::Impl::submit_commands() {
  std::deque<Received> arrived;
  {
    const std::lock_guard lock(mutex);
    arrived.swap(commands);
  }
  submitted.clear();
  for (Received& received : arrived) {
    simulator.submit(received.command.command, received.command.stamp);
    submitted.push_back(std::move(received.cdr));
  }
}

bool RunServices::Impl::wait_for_command() {
  using Clock = std::chrono::steady_clock;
  // True also after the time limit: the simulation then goes on with the command it has. False if it must stop, is
  // paused, or a request changed the run.
  if (options.lockstep_timeout_s <= 0) return true;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.lockstep_timeout_s));
  const auto has_command = [&] {
    const std::lock_guard lock(mutex);
    return !commands.empty();
  };
  while (!has_command()) {
    const auto left = end - Clock::now();
    if (left <= Clock::duration::zero()) return true;
    if (options.stop && options.stop()) return false;
    attend(std::min<Clock::duration>(left, kSlice));
    if (event || is_held()) return false;
  }
  return true;
}

void RunServices::Impl::attend(std::chrono::nanoseconds limit) {
  queue.drain(limit, [&] { return event.has_value(); });
  if (steps && std::chrono::steady_clock::now() > steps->until) finish_steps(false, "time limit of 600 s reached");
}

void RunServices::Impl::tell_paused() {
  if (options.paused_or_resumed) options.paused_or_resumed();
}

// Requests are served first; a request that changed the run makes the caller observe before it steps.
bool RunServices::may_step() {
  Impl& b = *impl_;
  b.event.reset();
  b.attend({});
  if (!b.event && b.is_held()) b.attend(kIdle);
  if (b.event || b.is_held() || !b.wait_for_command()) return false;
  b.submit_commands();
  return true;
}

bool RunServices::wait(std::chrono::nanoseconds limit) {
  impl_->event.reset();
  if (impl_->is_held()) return false;  // a requested single step begins without waiting
  impl_->attend(limit);
  return !impl_->is_held();
}

std::optional<rosmsg::gs_sim_msgs::SimulationEvent> RunServices::take_event() {
  return std::exchange(impl_->event, {});
}

void RunServices::observed(const sim::Observation& now, const RunStatus& status) {
  Impl& b = *impl_;
  b.last_status = status;
  b.last_status.warnings.clear();
  b.last_status.errors.clear();
  b.last_seen = {
      .step = now.step, .stamp = now.stamp, .ego = now.ego, .acceleration = now.acceleration, .status = now.status};
  if (status.is_step && b.steps && --b.steps->left == 0) b.finish_steps(true, "");
}

std::vector<std::vector<std::byte>> RunServices::take_commands() { return std::exchange(impl_->submitted, {}); }
const sim::Observation& RunServices::last_seen() const { return impl_->last_seen; }

RunStatus RunServices::last_status() const {
  RunStatus out = impl_->last_status;
  out.is_paused = impl_->simulator.clock().paused();
  return out;
}

double RunServices::real_time_factor() const { return impl_->real_time_factor; }
void RunServices::set_real_time_factor(double factor) { impl_->real_time_factor = factor; }

}  // namespace gs::bridge
