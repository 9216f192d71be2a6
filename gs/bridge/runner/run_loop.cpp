// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/runner/run_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "gs/bridge/messages/run_time.h"
#include "gs/bridge/runner/pacer.h"
#include "gs/bridge/runner/rate_meter.h"
#include "gs/core/format.h"

namespace gs::bridge {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }
double stopwatch() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

// Limits a kind of notice to one per second of wall-clock time.
class LateSteps {
 public:
  bool report(double wall_s) {
    if (wall_s - last_s_ < 1.0) return false;
    last_s_ = wall_s;
    return true;
  }

 private:
  double last_s_ = -1e9;
};

// One run of the loop, with its state.
class Run {
 public:
  Run(sim::Simulator& simulator, Driving driving, Recorder* recorder, const RunHooks& hooks)
      : simulator_(simulator), driving_(std::move(driving)), recorder_(recorder), hooks_(hooks) {}

  // Main loop: apply events, ask whether to step, step, wait for the wall clock.
  RunReport go(std::optional<double> duration_s) {
    const double dt = simulator_.clock().dt().seconds();
    const auto steps = duration_s ? static_cast<uint64_t>(std::llround(*duration_s / dt)) : UINT64_MAX;
    start_ = Clock::now();
    rate_.restart(0);
    Pacer pacer(period_s());
    begin_recording();
    see_again();
    while (report_.steps < steps && replay_events() && !ended()) {
      const bool may_step = !hooks_.may_step || hooks_.may_step();
      if (take_event()) continue;
      // Paused time counts neither for the schedule nor for the real-time factor.
      if (!may_step) {
        pacer.restart(period_s());
        rate_.restart(seconds_since(start_));
        continue;
      }
      if (const double period = period_s(); period != pacer.period_s()) pacer.restart(period);
      step(pacer);
    }
    report_.wall_s = seconds_since(start_);
    report_.simulated_s = simulated_.seconds();
    if (report_.steps > 0) report_.mean_step_ms = 1e3 * busy_s_ / static_cast<double>(report_.steps);
    return report_;
  }

 private:
  void begin_recording() {
    if (recorder_ == nullptr) return;
    keep_recording(recorder_->begin(simulator_));
    if (recorder_ != nullptr) keep_recording(recorder_->declare_commands(simulator_.options().simulation.control_mode));
  }

  // Submits the due commands, steps, reports the result, and waits until the step's time is over.
  void step(Pacer& pacer) {
    simulator_.set_stopwatch(stopwatch);  // set again because an event may have replaced the simulator
    const auto step_start = Clock::now();
    command();
    now_ = simulator_.step();
    const double step_s = seconds_since(step_start);
    count(now_, step_s, pacer.period_s());
    if (pacer.period_s() > 0) check_budget(now_);
    tell(step_s, true);
    pacer.count();
    pace(pacer);
  }

  // Waits for the wall clock. The wait ends early if the run is paused or stopped, an event arrives, or the real-time
  // factor changes.
  void pace(const Pacer& pacer) {
    wait_until_due(pacer, [&](std::chrono::nanoseconds limit) {
      const bool go_on = hooks_.wait ? hooks_.wait(limit) : (std::this_thread::sleep_for(limit), true);
      const bool changed = take_event();
      return go_on && !changed && !stopped() && period_s() == pacer.period_s();
    });
  }

  // Observes without stepping: at the start, and after an event changed the state.
  void see_again() {
    simulator_.set_stopwatch(stopwatch);
    now_ = simulator_.observe();
    speed_ = now_.ego.speed;
    tell(0, false);
  }

  // Fetches the event that a hook has applied, records it and reports its result. Returns whether there was one.
  bool take_event() {
    const auto event = hooks_.event ? hooks_.event() : std::nullopt;
    if (event) happened(*event);
    return event.has_value();
  }

  // Applies the recorded events that are due. False if one cannot be applied.
  bool replay_events() {
    if (!driving_.replay) return true;
    while (const auto event = driving_.replay->next_event(run_time())) {
      if (const auto applied = apply_event(*event, simulator_); !applied) {
        report_.replay_error = applied.error();
        return false;
      }
      happened(*event);
    }
    return true;
  }

  // Records an event and, if it changed the state, restarts driver and statistics and observes again.
  void happened(const rosmsg::gs_sim_msgs::SimulationEvent& event) {
    if (recorder_ != nullptr) keep_recording(recorder_->record_event(simulator_, event));
    if (!changes_state(event)) return;
    if (event.kind == rosmsg::gs_sim_msgs::SimulationEvent::KIND_LOAD_WORLD && recorder_ != nullptr)
      keep_recording(recorder_->begin(simulator_));
    if (driving_.driver && moves_vehicle(event)) driving_.driver->restart();
    rate_.restart(seconds_since(start_));
    see_again();
  }

  Timestamp run_time() { return run_time_.of(simulator_.clock().now(), simulator_.clock().dt()); }

  // Wall-clock seconds per step; 0: as fast as possible.
  double period_s() const {
    const double factor =
        hooks_.real_time_factor ? hooks_.real_time_factor() : simulator_.options().simulation.real_time_factor;
    return sim::wall_seconds_per_step(simulator_.clock().dt(), factor);
  }

  // stopped(): the user asked for the end. ended(): also at the end of the replay, or when the driver has arrived and
  // stands.
  bool stopped() const { return hooks_.stop && hooks_.stop(); }
  bool ended() {
    if (stopped()) return true;
    if (driving_.replay && driving_.ends_with_replay && run_time() >= driving_.replay->end()) return true;
    return driving_.driver && driving_.driver->finished() && std::abs(speed_) < 0.01 && report_.steps > 0;
  }

  // Submits the commands of this step and records them, those of the network first.
  void command() {
    sim::Notices notices;
    const auto driven = submit_driving(driving_, now_.ego, run_time(), simulator_, notices);
    for (const sim::Notice& notice : notices) notify(notice);
    if (hooks_.commands) record_commands(hooks_.commands());
    record_commands(driven);
  }

  void record_commands(const std::vector<std::vector<std::byte>>& commands) {
    for (const std::vector<std::byte>& cdr : commands) {
      if (recorder_ != nullptr) keep_recording(recorder_->record_command(simulator_, cdr));
    }
  }

  // Updates the statistics and reports a late step.
  void count(const sim::Observation& now, double step_s, double period) {
    ++report_.steps;
    simulated_ = simulated_ + simulator_.clock().dt();
    busy_s_ += step_s;
    report_.worst_step_ms = std::max(report_.worst_step_ms, 1e3 * step_s);
    report_.distance_m += std::abs(now.ego.speed) * simulator_.clock().dt().seconds();
    speed_ = now.ego.speed;
    // With period 0 (as fast as possible) no step is late.
    const double available = std::min(period, simulator_.options().simulation.max_step_time);
    if (period <= 0 || step_s <= available) return;
    ++report_.late_steps;
    if (late_.report(seconds_since(start_))) {
      about_time(format("[SimClock] STEP_LATE: a step took {:.1f} ms, {:.1f} ms are available", 1e3 * step_s,
                        1e3 * available));
    }
  }

  // Reports slow rendering. Default budget: 5 ms on a GPU; on the CPU the period of the fastest camera.
  void check_budget(const sim::Observation& now) {
    if (now.images.empty()) return;
    constexpr double kGpuBudget_ms = 5.0;
    const sim::CameraOptions& camera = simulator_.options().sensors.camera;
    double budget_ms = kGpuBudget_ms;
    if (simulator_.renderer_name().starts_with("cpu")) {
      double rate_hz = 0;
      for (const world::CameraCalibration* c : simulator_.cameras())
        rate_hz = std::max(rate_hz, camera.rate_override.value_or(c->rate_hz));
      budget_ms = rate_hz > 0 ? 1e3 / rate_hz : kGpuBudget_ms;
    }
    budget_ms = camera.render_budget_ms.value_or(budget_ms);
    if (1e3 * now.render_s <= budget_ms) return;
    ++report_.slow_renders;
    if (slow_.report(seconds_since(start_))) {
      about_time(format("[CameraRenderer] RENDER_SLOW: {} image{} took {:.1f} ms, the budget is {:.1f} ms",
                        now.images.size(), now.images.size() == 1 ? "" : "s", 1e3 * now.render_s, budget_ms));
    }
  }

  // Reports an observation to recorder and hooks.
  void tell(double step_s, bool is_step) {
    const sim::Observation& now = now_;
    report_.images += now.images.size();
    report_.sweeps += now.sweeps.size();
    report_.render_s += now.render_s;
    report_.cast_s += now.cast_s;
    if (is_step) rate_.add(seconds_since(start_), simulator_.clock().dt().seconds());
    RunStatus status{.real_time_factor = rate_.rate(),
                     .step_duration_ms = 1e3 * step_s,
                     .is_paused = simulator_.clock().paused(),
                     .is_step = is_step};
    for (const sim::Notice& notice : now.notices) {
      if (notice.level == sim::NoticeLevel::error) status.errors.push_back(notice.text);
      if (notice.level == sim::NoticeLevel::warning) status.warnings.push_back(notice.text);
      notify(notice);
    }
    if (recorder_ != nullptr) {
      // Measured times are not recorded: they would make two recordings of the same run differ.
      RunStatus recorded = status;
      recorded.real_time_factor = recorded.step_duration_ms = 0;
      keep_recording(recorder_->record(simulator_, now, recorded));
    }
    status.warnings.insert(status.warnings.end(), about_time_.begin(), about_time_.end());
    about_time_.clear();
    if (hooks_.observed) hooks_.observed(now, status);
  }

  // Stops recording on the first error; the run goes on.
  void keep_recording(const Result<void>& result) {
    if (result) return;
    notify({sim::NoticeLevel::error, "[Recorder] RECORDING_STOPPED: " + result.error().message +
                                         "; the run goes on; the data recorded so far stays in the .partial file"});
    recorder_ = nullptr;
    report_.recording_failed = true;
  }

  // Issues a warning that depends on the wall clock; it is reported but never recorded.
  void about_time(std::string text) {
    notify({sim::NoticeLevel::warning, text});
    about_time_.push_back(std::move(text));
  }

  void notify(const sim::Notice& notice) {
    if (hooks_.notice) hooks_.notice(notice);
  }

  sim::Simulator& simulator_;
  Driving driving_;
  Recorder* recorder_;
  const RunHooks& hooks_;
  RunReport report_;
  sim::Observation now_;
  RunTime run_time_;
  RateMeter rate_;
  LateSteps late_, slow_;
  std::vector<std::string> about_time_;  // warnings that depend on the wall clock, for the next status
  Clock::time_point start_{};
  double busy_s_ = 0, speed_ = 0;
  Duration simulated_{};
};

}  // namespace

RunReport run_loop(sim::Simulator& simulator, Driving driving, Recorder* recorder, std::optional<double> duration_s,
                   const RunHooks& hooks) {
  return Run(simulator, std::move(driving), recorder, hooks).go(duration_s);
}

}  // namespace gs::bridge
