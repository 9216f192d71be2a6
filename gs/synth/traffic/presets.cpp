// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/traffic/presets.h"

#include <algorithm>
#include <cmath>

#include "gs/core/numbers/random.h"
#include "gs/synth/traffic/planner.h"

namespace gs::synth {
namespace {

constexpr double kEpisode_s = 30;  // motions repeat after this time
constexpr double kEgoMiddle_m = 0.5 * (Planner::kVehicleFront_m - Planner::kVehicleBack_m);

// Cars in the lane of the vehicle are faster than it by this, so that they never meet each other.
constexpr double kFaster_mps = 4.5;

// A length that no vehicle of the class exceeds [m].
double room_of(TrafficClass type) { return type == TrafficClass::truck ? 8.6 : type == TrafficClass::van ? 5.4 : 4.75; }

// People walk on both sidewalks, in one row for each direction and at the same speed in a row.
void add_walkers(Planner& p) {
  constexpr double kSpacing = 22;
  const double lap = lap_length_m(p.road());
  const int count = static_cast<int>(lap / kSpacing);
  for (const double side : {1.0, -1.0}) {
    for (const bool away : {true, false}) {
      for (int i = 0; i < count; ++i) {
        Random r(p.seed(), purpose("walkers"), static_cast<uint64_t>(4 * i + (side > 0 ? 2 : 0) + (away ? 1 : 0)));
        p.add({.type = TrafficClass::pedestrian,
               .start = {p.road().first_s() + lap * (i + 0.6 * r.uniform()) / count,
                         side * (Road::kHalfWidth + (away ? 1.8 : 2.5))},
               .heading_rad = away ? 0 : kPi,
               .speed = {{0, away ? 1.25 : 1.1}},
               .repeats = true});
      }
    }
  }
}

// A queue of three oncoming vehicles stops 8 m ahead of where the vehicle will be at time t, and starts again 1.5 s
// before.
void add_queue(Planner& p, double t) {
  constexpr double kSpeed = 8, kBrake_s = 3, kGap = 3, kReaction_s = 0.7;
  double front = p.ego_s(t) + 8, late = 0;
  // A truck needs more than its lane in a sharp turn.
  const TrafficClass last = std::isfinite(p.road().turn_s()) ? TrafficClass::van : TrafficClass::truck;
  for (const TrafficClass type : {TrafficClass::car, TrafficClass::van, last}) {
    const double middle = front + 0.5 * room_of(type) + 0.5 * kSpeed * kBrake_s;
    p.add({.type = type,
           .start = {middle, Planner::kOncomingLane},
           .heading_rad = kPi,
           .speed = {{t - 10 + late, kSpeed}, {t - 7 + late, 0}, {t - 1.5 + late, 0}, {t + 2.5 + late, kSpeed}}});
    front += room_of(type) + kGap, late += kReaction_s;
  }
}

// A person crosses the road at s from a side (+1: left) from time t on, in about 9 s.
void add_crossing(Planner& p, double s, double t, double side) {
  constexpr double kSpeed = 1.45, kStart_s = 0.6;
  const double end = t + 2 * Planner::kKerbside / kSpeed + kStart_s;
  p.add({.type = TrafficClass::pedestrian,
         .start = {s, side * Planner::kKerbside},
         .heading_rad = -side * 0.5 * kPi,
         .speed = {{t, 0}, {t + kStart_s, kSpeed}, {end - kStart_s, kSpeed}, {end, 0}}});
}

// The crossing before the vehicle ends 3 s before it arrives.
void add_crossing_ahead(Planner& p, double t) { add_crossing(p, p.ego_s(t) + 6, t - 10.5, 1); }

// A car overtakes the vehicle, beside it at time t.
void add_overtaker(Planner& p, double t) {
  constexpr double kChange_s = 1.7, kOut_s = 4.1, kBack_s = 2.4;
  const double v = p.fastest_mps(t) + kFaster_mps;
  p.add({.start = {p.ego_s(t) + kEgoMiddle_m - kOut_s * v, Planner::kEgoLane},
         .speed = {{t - kOut_s, v}},
         .changes = {{0, kChange_s * v, Road::kLane}, {(kOut_s + kBack_s) * v, kChange_s * v, -Road::kLane}}});
}

// Two cyclists ride where nobody parks; the vehicle passes the first at time t.
void add_cyclists(Planner& p, double t) {
  constexpr double kSpeed = 4.5, kLaneOffset = -4.0, kDistance = 8, kBefore_s = 11, kAfter_s = 9, kRamp_s = 2;
  const double s = p.ego_s(t) + kEgoMiddle_m, begin = s - kSpeed * (kBefore_s + 0.5 * kRamp_s);
  for (const double behind : {0.0, kDistance}) {
    const bool rides = p.add({.type = TrafficClass::cyclist,
                              .start = {begin - behind, kLaneOffset},
                              .speed = {{t - kBefore_s - kRamp_s, 0},
                                        {t - kBefore_s, kSpeed},
                                        {t + kAfter_s, kSpeed},
                                        {t + kAfter_s + kRamp_s, 0}}});
    if (rides) p.keep_free(begin - behind - 3, s - behind + kSpeed * (kAfter_s + 0.5 * kRamp_s) + 3, -1);
  }
}

// An oncoming car parks beside the road before the vehicle passes it, at about time t.
void add_parker(Planner& p, double t) {
  constexpr double kSpeed = 8, kBrake_s = 5, kPath = 0.5 * kSpeed * kBrake_s;
  const double s = p.bay_after(p.ego_s(t) + 4), there = p.ego_time(s).value_or(t);
  const bool parks = p.add({.start = {s + kPath, Planner::kOncomingLane},
                            .heading_rad = kPi,
                            .speed = {{there - 7.5, kSpeed}, {there - 7.5 + kBrake_s, 0}},
                            .changes = {{2, 14, Planner::kOncomingLane - Planner::kParkingLane}}});
  if (parks) p.keep_free(s - 3, s + kPath, 1);
}

// A parked car drives off ahead of the vehicle, which would be beside it at about time t.
void add_leaver(Planner& p, double t) {
  const double s = p.bay_after(p.ego_s(t)), there = p.ego_time(s).value_or(t);
  const bool leaves = p.add({.start = {s, -Planner::kParkingLane},
                             .speed = {{there - 8.5, 0}, {there - 3.5, p.fastest_mps(there) + kFaster_mps}},
                             .changes = {{1, 15, Planner::kParkingLane + Planner::kEgoLane}}});
  if (leaves) p.keep_free(s - 3, s + 20, -1);
}

// A car turns right into the side street before the vehicle arrives at time t; another comes out of it on the left
// afterwards and turns right.
void add_turners(Planner& p, double t) {
  constexpr double kSlow = 4.5, kLength = 16, kWait_d = 22;
  const double mouth = p.road().intersection_s();
  const double bend = displacement_of({.length_m = kLength, .angle_rad = -0.5 * kPi}).x;
  const double begin = t - 5, before = 0.5 * (8 + kSlow) * 3 + kSlow;
  p.add({.start = {mouth - 1.5 - bend - before, Planner::kEgoLane},
         .speed =
             {{begin - 4, 8}, {begin - 1, kSlow}, {begin + 3.8, kSlow}, {begin + 5, 6}, {begin + 6, 6}, {begin + 9, 0}},
         .turn = Turn{before, kLength, -0.5 * kPi},
         .starts_at_axle = true});
  p.add({.start = {mouth - 2, kWait_d},
         .heading_rad = -0.5 * kPi,
         .speed = {{t - 6, 5}, {t - 3, 0}, {t + 1.5, 0}, {t + 4.5, 5}, {t + 8, 5}, {t + 12, 9}},
         .turn = Turn{kWait_d - Planner::kOncomingLane - bend, kLength, -0.5 * kPi},
         .starts_at_axle = true});
}

// An object keeps its distance from the vehicle's rear axle to its own middle all the way.
void add_companion(Planner& p, TrafficClass type, double ahead_m) {
  constexpr double kStep_s = 0.25;
  std::vector<SpeedKnot> speed;
  const double first = -2;
  for (int i = 0; i <= static_cast<int>((p.duration_s() + 4) / kStep_s); ++i) {
    speed.push_back({first + i * kStep_s, p.ego_mps(first + i * kStep_s)});
  }
  p.add({.type = type, .start = {p.ego_s(first) + ahead_m, Planner::kEgoLane}, .speed = std::move(speed)});
}

// Oncoming trucks, vans and cars, 5 m apart or a little more, along the whole street.
void add_convoy(Planner& p) {
  constexpr TrafficClass kPattern[] = {TrafficClass::truck, TrafficClass::van, TrafficClass::car, TrafficClass::van};
  constexpr double kGap = 5, kSpeed = 6.5;
  double pattern = 0;
  for (const TrafficClass type : kPattern) pattern += room_of(type) + kGap;
  const double lap = lap_length_m(p.road());
  const int count = static_cast<int>(lap / pattern);
  for (int i = 0; i < count; ++i) {
    double s = p.road().first_s() + lap * i / count;
    for (const TrafficClass type : kPattern) {
      p.add({.type = type,
             .start = {s + 0.5 * room_of(type), Planner::kOncomingLane},
             .heading_rad = kPi,
             .speed = {{0, kSpeed}},
             .repeats = true});
      s += room_of(type) + kGap;
    }
  }
}

void plan_van_ahead(Planner& p) {
  constexpr double kGap = 5;
  add_companion(p, TrafficClass::van, Planner::kVehicleFront_m + kGap + 0.5 * room_of(TrafficClass::van));
  add_companion(p, TrafficClass::car, -Planner::kVehicleBack_m - kGap - 0.5 * room_of(TrafficClass::car));
  add_convoy(p);
}

void plan_turning(Planner& p) {
  if (!p.road().has_intersection()) return;
  if (const std::optional<double> t = p.ego_time(p.road().intersection_s())) add_turners(p, *t);
}

// Calls add(planner, time) at a time of every episode.
template <class Add>
void every_episode(Planner& p, double at_s, const Add& add) {
  for (double t = at_s; t < std::max(p.duration_s(), kEpisode_s); t += kEpisode_s) add(p, t);
}

// The times of an episode keep its parts apart at usual speeds.
void plan_mixed(Planner& p) {
  plan_turning(p);
  every_episode(p, 0, [](Planner& to, double t) {
    add_overtaker(to, t + 5);
    add_crossing_ahead(to, t + 12);
    add_queue(to, t + 12);
    add_cyclists(to, t + 14.5);
    add_leaver(to, t + 15);
    add_parker(to, t + 16);
  });
}

}  // namespace

TrafficPlan make_traffic(const std::string& preset, const Road& road, const TrafficDrive& drive) {
  Planner p(road, drive);
  if (preset == "none") return {};
  if (preset == "mixed") plan_mixed(p);
  if (preset == "van_ahead") plan_van_ahead(p);
  if (preset == "turning") plan_turning(p);
  if (preset == "stop_and_go") every_episode(p, 10, add_queue);
  if (preset == "overtaking") every_episode(p, 5, add_overtaker), every_episode(p, 12, add_cyclists);
  if (preset == "parking") every_episode(p, 8, add_parker), every_episode(p, 15, add_leaver);
  if (preset == "crossing") {
    every_episode(p, 10, add_crossing_ahead);
    every_episode(p, 8, [](Planner& to, double t) { add_crossing(to, to.ego_s(t) - 3, t + 0.5, -1); });
  }
  add_walkers(p);
  return p.take();
}

}  // namespace gs::synth
