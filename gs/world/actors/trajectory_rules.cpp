// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/trajectory_rules.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"
#include "gs/core/numbers/math.h"
#include "gs/world/actors/actor_pose.h"

namespace gs::world {
namespace {

constexpr std::size_t kMinSamples = 2;
constexpr double kMinStep = 1e-6;    // [s] keeps slopes finite
constexpr double kLongStep = 0.5;    // [s] in a moving phase
constexpr double kHighSpeed = 60;    // [m/s]
constexpr double kJump = 0.3;        // [m] between the step and speed * time
constexpr double kHeadingSpeed = 3;  // [m/s] slower motion has no clear direction
constexpr double kMaxHeadingError = kPi / 6;

// Samples that break a rule: how many, and the first.
struct Offenders {
  std::size_t count = 0, first = 0;
  void add(std::size_t sample) {
    if (count++ == 0) first = sample;
  }
};

class TrajectoryRules {
 public:
  TrajectoryRules(const ActorTrajectory& actor, const std::string& place, std::string_view file, Problems& problems)
      : a_(actor), place_(place), file_(file), problems_(problems) {}

  void check() {
    // Rules between samples need valid columns.
    if (!columns()) return;
    if (!times()) return;
    phases();
    motion();
  }

 private:
  void report(Severity severity, const std::string& key, std::string message, std::string allowed,
              std::string hint = {}) {
    problems_.add({severity, ErrorCode::invalid_data, std::string(file_), place_ + "." + key, std::move(message),
                   std::move(allowed), std::move(hint)});
  }
  void error(const std::string& key, std::string message, std::string allowed) {
    report(Severity::error, key, std::move(message), std::move(allowed));
  }
  // One warning for all samples of an actor that break a rule.
  void warn(const Offenders& offenders, const std::string& key, std::string_view what, std::string allowed) {
    if (offenders.count == 0) return;
    report(Severity::warning, format("{}[{}]", key, offenders.first),
           format("{} ({} samples, this one first)", what, offenders.count), std::move(allowed));
  }

  // Lengths and ranges; true if all columns can be used.
  bool columns() {
    bool good = true;
    if (a_.t.size() < kMinSamples) {
      error("t", format("has {} values", a_.t.size()), "at least 2 samples");
      good = false;
    }
    for (const ActorColumn& column : kActorColumns) {
      const std::vector<double>& values = a_.*column.values;
      if (values.empty() && column.optional) continue;
      const std::string name(column.name);
      if (values.size() != a_.t.size()) {
        error(name, format("has {} values", values.size()), format("{} values, as many as t", a_.t.size()));
        good = false;
      }
      const auto bad = std::find_if(values.begin(), values.end(), [&](double value) {
        return !(value >= column.bounds.min && value <= column.bounds.max);
      });
      if (bad == values.end()) continue;
      error(format("{}[{}]", name, bad - values.begin()), format("is {}", *bad), to_string(column.bounds));
      good = false;
    }
    return good;
  }

  bool times() {
    for (std::size_t i = 1; i < a_.t.size(); ++i) {
      if (a_.t[i] - a_.t[i - 1] >= kMinStep) continue;
      error(format("t[{}]", i), format("is {} after {}", a_.t[i], a_.t[i - 1]),
            "strictly increasing, by at least 1e-6 s");
      return false;
    }
    return true;
  }

  // Sorted, without overlap, inside the time of the samples.
  void phases() {
    double earliest = a_.t.front();
    for (std::size_t i = 0; i < a_.phases.size(); ++i) {
      const auto& [from, to, kind] = a_.phases[i];
      const std::string key = format("phases[{}]", i);
      if (!(from < to)) return error(key, format("lasts from {} to {}", from, to), "from < to");
      if (from < earliest) {
        return error(key, format("begins at {}", from),
                     i == 0 ? format("not before the first sample at {}", earliest)
                            : format("not before the end of the previous phase at {}", earliest));
      }
      if (to > a_.t.back()) {
        return error(key, format("ends at {}", to), format("not after the last sample at {}", a_.t.back()));
      }
      earliest = to;
    }
  }

  void motion() {
    Offenders fast, long_steps, jumps, headings;
    const bool is_vehicle = a_.actor_class == ActorClass::car || a_.actor_class == ActorClass::large_vehicle;
    for (std::size_t i = 0; i < a_.t.size(); ++i) {
      if (std::abs(a_.v[i]) > kHighSpeed) fast.add(i);
      if (i == 0) continue;
      const double dt = a_.t[i] - a_.t[i - 1], mean_v = (a_.v[i] + a_.v[i - 1]) / 2;
      if (dt > kLongStep && phase_at(a_, a_.t[i - 1]) == PhaseKind::moving) long_steps.add(i);
      const Vec2d step{a_.x[i] - a_.x[i - 1], a_.y[i] - a_.y[i - 1]};
      if (std::abs(norm(step) - std::abs(mean_v) * dt) > kJump) jumps.add(i);
      if (is_vehicle && std::abs(mean_v) > kHeadingSpeed && heading_error(step, i) > kMaxHeadingError) headings.add(i);
    }
    warn(fast, "v", "is a high speed", "at most 60 m/s are expected");
    warn(long_steps, "t", "follows after a long step of a moving actor", "steps of at most 0.5 s");
    warn(jumps, "x", "jumps: the distance to the sample before differs from its speed times the step",
         "a difference of at most 0.3 m");
    warn(headings, "yaw", "differs from the direction of motion", "a difference of at most 30 deg for vehicles");
  }

  // Angle between the mean heading of two samples and the step between them, which reversing actors make backwards.
  double heading_error(Vec2d step, std::size_t i) const {
    const double turned = std::remainder(a_.yaw[i] - a_.yaw[i - 1], 2 * kPi);
    const double yaw = a_.yaw[i - 1] + turned / 2;
    const double direction = std::atan2(step.y, step.x) + (a_.v[i] + a_.v[i - 1] < 0 ? kPi : 0);
    return std::abs(std::remainder(direction - yaw, 2 * kPi));
  }

  const ActorTrajectory& a_;
  const std::string& place_;
  std::string_view file_;
  Problems& problems_;
};

}  // namespace

void check_trajectory(const ActorTrajectory& actor, const std::string& place, std::string_view file,
                      Problems& problems) {
  TrajectoryRules(actor, place, file, problems).check();
}

}  // namespace gs::world
