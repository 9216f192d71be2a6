// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/traffic/planner.h"

#include <algorithm>
#include <cmath>

#include "gs/synth/traffic/models.h"

namespace gs::synth {
namespace {

constexpr double kSpare_s = 1;  // objects exist from this long before the drive until this long after it
constexpr double kFar_m = 200;  // and not farther than this from the vehicle
constexpr double kScanStep_s = 0.25;

}  // namespace

double Planner::fastest_mps(double time_s) const {
  double fastest = 0;
  for (double t = time_s - 10; t <= time_s + 10; t += 0.5) fastest = std::max(fastest, ego_mps(t));
  return fastest;
}

// Bisection: the vehicle never drives backwards.
std::optional<double> Planner::ego_time(double s) const {
  double early = -60, late = drive_.duration_s + 60;
  if (ego_s(early) >= s || ego_s(late) <= s) return std::nullopt;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (early + late);
    (ego_s(middle) < s ? early : late) = middle;
  }
  return early;
}

double Planner::bay_after(double s) const {
  const auto is_free = [&](double at) {
    const double in_lap = road_.centreline().within_lap(at);
    return std::fabs(in_lap - road_.intersection_s()) > 26 && std::fabs(in_lap - road_.bridge_s()) > 20 &&
           std::fabs(in_lap - road_.turn_s()) > road_.turn_half_length_m() + 24;
  };
  for (double at = s; at < s + 200; at += 1) {
    if (is_free(at)) return at;
  }
  return s;
}

// On a loop the stretch may reach over the end of the lap.
void Planner::keep_free(double from_s, double to_s, double side) {
  if (!road_.is_closed()) {
    plan_.parking_gaps.push_back({from_s, to_s, side});
    return;
  }
  const double lap = road_.length_m(), from = road_.centreline().within_lap(from_s), to = from + to_s - from_s;
  plan_.parking_gaps.push_back({from, to, side});
  if (to > lap) plan_.parking_gaps.push_back({from - lap, to - lap, side});
}

bool Planner::is_near(const Script& script, double time_s) const {
  const double far = road_.is_closed() ? std::min(kFar_m, 0.45 * road_.length_m()) : kFar_m;
  return std::fabs(state_of(script, road_, time_s).at.s - ego_s(time_s)) <= far && exists(script, road_, time_s);
}

// Sets the times between which the object is near without interruption, around the begin of its script. False if that
// is not during the drive.
bool Planner::limit_to_drive(Script& script) const {
  const double first = -kSpare_s, last = drive_.duration_s + kSpare_s;
  const double middle = std::clamp(script.speed.start_s(), first, last);
  double from = middle, to = middle;
  if (!is_near(script, middle)) return false;
  while (from > first && is_near(script, from - kScanStep_s)) from -= kScanStep_s;
  while (to < last && is_near(script, to + kScanStep_s)) to += kScanStep_s;
  script.from_s = from > first ? from : -std::numeric_limits<double>::infinity();
  script.to_s = to < last ? to : std::numeric_limits<double>::infinity();
  return true;
}

void Planner::add(Role role) {
  TrafficObject object = make_object(role.type, Random(drive_.seed, purpose("scripted_traffic"), next_++));
  const double x = role.starts_at_axle ? 0 : object.carried_x_m;
  object.script = {
      .start = {role.start.s + x * std::cos(role.heading_rad), role.start.d + x * std::sin(role.heading_rad)},
      .heading_rad = role.heading_rad,
      .speed = SpeedProfile(std::move(role.speed)),
      .lane_changes = std::move(role.changes),
      .turn = role.turn,
      .repeats = role.repeats};
  if (!role.repeats && !limit_to_drive(object.script)) return;
  plan_.objects.push_back(std::move(object));
}

}  // namespace gs::synth
