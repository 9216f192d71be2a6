// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Places scripted objects around the recording vehicle, where nothing collides; private to this folder.
#pragma once

#include <optional>
#include <vector>

#include "gs/synth/traffic/presets.h"

namespace gs::synth {

// What an object does. Times are those of the drive.
struct Role {
  TrafficClass type = TrafficClass::car;
  RoadCoordinates start;            // of its middle at the first knot of the speed
  double heading_rad = 0;           // against the road; pi: oncoming
  std::vector<SpeedKnot> speed;     // at least one knot
  std::vector<LaneChange> changes;  // of lane
  std::optional<Turn> turn;
  bool starts_at_axle = false;  // start is that of the carried point instead
  bool repeats = false;
};

// Collects the objects of a plan.
class Planner {
 public:
  // Middle of the driving lanes and of the parking lane, and behind the kerb [m].
  static constexpr double kEgoLane = -0.5 * Road::kLane, kOncomingLane = 0.5 * Road::kLane;
  static constexpr double kParkingLane = Road::kLane + 1.12, kKerbside = Road::kHalfWidth + 0.85;
  // The recording vehicle, from its rear axle to its bumpers [m].
  static constexpr double kVehicleFront_m = 3.65, kVehicleBack_m = 0.9;

  Planner(const Road& road, const TrafficDrive& drive) : road_(road), drive_(drive) {}

  // The road, length and seed of the drive.
  const Road& road() const { return road_; }
  double duration_s() const { return drive_.duration_s; }
  uint64_t seed() const { return drive_.seed; }
  // Position of the vehicle's rear axle and its speed; the largest speed within 10 s of a time.
  double ego_s(double time_s) const { return drive_.ego_s(time_s); }
  double ego_mps(double time_s) const { return (ego_s(time_s + 0.01) - ego_s(time_s - 0.01)) / 0.02; }
  double fastest_mps(double time_s) const;
  // Time at which the vehicle's rear axle is at s; none if that is not within a minute of the drive.
  std::optional<double> ego_time(double s) const;
  // The nearest s, not smaller, where cars may park: away from the intersection, the bridge and a sharp turn.
  double bay_after(double s) const;

  // Keeps a stretch of a parking lane (+1: left) free of parked cars.
  void keep_free(double from_s, double to_s, double side);
  // Adds an object, unless it would collide with the vehicle or an earlier object. It exists while it is within 200 m
  // of the vehicle; if that never happens it is not added. Returns whether it was added.
  bool add(Role role);
  // The plan so far.
  TrafficPlan take() { return std::move(plan_); }

 private:
  bool is_near(const Script& script, double time_s) const;
  bool limit_to_drive(Script& script) const;
  bool hits_vehicle(const TrafficObject& object, const ObjectBox& box) const;
  bool hits(const TrafficObject& object, const ObjectBox& box, std::size_t other) const;

  const Road& road_;
  const TrafficDrive& drive_;
  TrafficPlan plan_;
  std::vector<ObjectBox> boxes_;  // of the objects of the plan
  uint64_t next_ = 0;             // number of the next object, which decides its colours
};

}  // namespace gs::synth
