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
constexpr double kScanStep_s = 0.25, kMeetingStep_s = 0.2;
constexpr double kClearance_m = 0.05;  // on every side of an object

// Outline of an object on the ground.
struct Outline {
  Vec2d middle, forward;  // unit vector
  double half_length = 0, half_width = 0;
};

Outline outline_of(const Rigid3d& pose, const ObjectBox& box) {
  const Vec3d middle = pose * ((box.low + box.high) * 0.5), forward = pose.rotation * Vec3d{1, 0, 0};
  return {{middle.x, middle.y},
          Vec2d{forward.x, forward.y} * (1 / std::hypot(forward.x, forward.y)),
          0.5 * box.size().x + kClearance_m,
          0.5 * box.size().y + kClearance_m};
}

// Whether a line along `axis` separates two outlines.
bool is_between(const Outline& a, const Outline& b, Vec2d axis) {
  const auto reach = [&](const Outline& o) {
    return o.half_length * std::fabs(dot(o.forward, axis)) + o.half_width * std::fabs(cross(o.forward, axis));
  };
  return std::fabs(dot(a.middle - b.middle, axis)) > reach(a) + reach(b);
}

// Two rectangles are apart if one of their four directions separates them (separating axis theorem).
bool do_meet(const Outline& a, const Outline& b) {
  const auto left = [](Vec2d v) { return Vec2d{-v.y, v.x}; };
  return !is_between(a, b, a.forward) && !is_between(a, b, left(a.forward)) && !is_between(a, b, b.forward) &&
         !is_between(a, b, left(b.forward));
}

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

// The vehicle sways by some decimetres about the middle of its lane.
bool Planner::hits_vehicle(const TrafficObject& object, const ObjectBox& box) const {
  const ObjectBox vehicle{{-kVehicleBack_m, -1.2, 0}, {kVehicleFront_m, 1.2, 1.5}};
  const double last = std::min(object.script.to_s, drive_.duration_s + kSpare_s);
  for (double t = std::max(object.script.from_s, -kSpare_s); t <= last; t += kMeetingStep_s) {
    const double s = ego_s(t);
    const Rigid3d pose{Quaterniond::from_axis_angle({0, 0, 1}, road_.at(s).heading_rad), road_.ground(s, kEgoLane)};
    if (!exists(object.script, road_, t)) continue;
    if (do_meet(outline_of(map_from_object(object, road_, t), box), outline_of(pose, vehicle))) return true;
  }
  return false;
}

// Objects that repeat keep to their rows and never meet each other.
bool Planner::hits(const TrafficObject& object, const ObjectBox& box, std::size_t other_index) const {
  constexpr double kApart_m = 15;
  const TrafficObject& other = plan_.objects[other_index];
  const Script &a = object.script, &b = other.script;
  if (a.repeats && b.repeats) return false;
  const double last = std::min({a.to_s, b.to_s, drive_.duration_s + kSpare_s});
  for (double t = std::max({a.from_s, b.from_s, -kSpare_s}); t <= last; t += kMeetingStep_s) {
    const RoadCoordinates at = state_of(a, road_, t).at, other_at = state_of(b, road_, t).at;
    if (norm(road_.plan(at.s, at.d) - road_.plan(other_at.s, other_at.d)) > kApart_m) continue;
    if (!exists(a, road_, t) || !exists(b, road_, t)) continue;
    const Outline one = outline_of(map_from_object(object, road_, t), box);
    if (do_meet(one, outline_of(map_from_object(other, road_, t), boxes_[other_index]))) return true;
  }
  return false;
}

bool Planner::add(Role role) {
  TrafficObject object = make_object(role.type, Random(drive_.seed, purpose("scripted_traffic"), next_++));
  const double x = role.starts_at_axle ? 0 : object.carried_x_m;
  object.script = {
      .start = {role.start.s + x * std::cos(role.heading_rad), role.start.d + x * std::sin(role.heading_rad)},
      .heading_rad = role.heading_rad,
      .speed = SpeedProfile(std::move(role.speed)),
      .lane_changes = std::move(role.changes),
      .turn = role.turn,
      .repeats = role.repeats};
  if (!role.repeats && !limit_to_drive(object.script)) return false;
  const ObjectBox box = largest_box_of(object);
  if (hits_vehicle(object, box)) return false;
  for (std::size_t other = 0; other < plan_.objects.size(); ++other) {
    if (hits(object, box, other)) return false;
  }
  plan_.objects.push_back(std::move(object));
  boxes_.push_back(box);
  return true;
}

}  // namespace gs::synth
