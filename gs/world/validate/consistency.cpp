// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "gs/core/format.h"
#include "gs/world/bundle_parts.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/query/drivable_query.h"
#include "gs/world/validate/actor_rules.h"

namespace gs::world {
namespace {

constexpr double kTransformTolerance = 1e-6;
constexpr double kRateTolerance = 1e-6;

// One function per rule; each returns early if one of its parts is missing.
class Checker {
 public:
  Checker(const BundleParts& parts, Problems& problems) : parts_(parts), problems_(problems) {}

  // world.yaml and metadata.json name the same scene.
  void scene_ids() {
    if (!parts_.metadata || parts_.metadata->scene_id == parts_.index->scene_id) return;
    error(parts_.index->metadata, "scene_id", format("is '{}'", parts_.metadata->scene_id),
          format("'{}', as in world.yaml", parts_.index->scene_id));
  }

  // metadata.json lists exactly the calibrated sensors.
  void sensors_of_metadata() {
    if (!parts_.metadata || !parts_.calibration) return;
    compare_ids("sensors.cameras", parts_.metadata->cameras, parts_.calibration->cameras);
    compare_ids("sensors.lidars", parts_.metadata->lidars, parts_.calibration->lidars);
  }

  // calibration.yaml has priority over tf_static.json.
  void transforms() {
    if (!parts_.calibration || !parts_.tf_static) return;
    const std::string base_link = parts_.metadata ? parts_.metadata->coordinate_system.base_link_frame : "base_link";
    std::set<std::string> sensors;
    for (const StaticTransform& wanted : tf_static_of(*parts_.calibration, base_link).transforms) {
      sensors.insert(wanted.child);
      compare_transform(wanted);
    }
    for (const StaticTransform& t : parts_.tf_static->transforms) {
      if (sensors.contains(t.child)) continue;
      add(Severity::notice, parts_.index->tf_static, t.child, "belongs to no sensor of calibration.yaml", "", "");
    }
  }

  // timebase.yaml has the highest rate per kind of sensor, and its time step is short enough for every sensor.
  void rates() {
    if (!parts_.calibration || !parts_.timebase) return;
    Timebase wanted;
    set_sensor_rates(wanted, *parts_.calibration);
    compare_rate("sensor_rates.camera", parts_.timebase->camera_rate, wanted.camera_rate);
    compare_rate("sensor_rates.lidar", parts_.timebase->lidar_rate, wanted.lidar_rate);
    for (const CameraCalibration& c : parts_.calibration->cameras) compare_step("cameras." + c.id, c.rate_hz);
    for (const LidarCalibration& l : parts_.calibration->lidars) compare_step("lidars." + l.id, l.rate_hz);
  }

  // A start outside of the drivable area or of the known ground is a warning.
  void initial_pose() {
    if (!parts_.timebase) return;
    const Vec3d p = parts_.timebase->initial_pose.value_or(InitialPose{}).map_from_base_link.translation;
    const std::string where = format("the vehicle starts at ({}, {})", p.x, p.y);
    if (parts_.drivable) {
      const auto query = DrivableQuery::create(*parts_.drivable);
      if (query && !query->contains({p.x, p.y})) {
        add(Severity::warning, parts_.index->timebase, "initial_pose.position", where + ", outside the drivable area",
            "", "the vehicle will start off-road");
      }
    }
    if (!parts_.heightmap) return;
    const HeightmapData& h = *parts_.heightmap;
    const bool inside = p.x >= h.origin_x && p.x <= h.origin_x + (h.width - 1) * h.resolution && p.y >= h.origin_y &&
                        p.y <= h.origin_y + (h.height - 1) * h.resolution;
    if (!inside || (!h.data.empty() && !ground_height(h, p.x, p.y))) {
      add(Severity::warning, parts_.index->timebase, "initial_pose.position", where + ", where the ground is unknown",
          "", "its height is unknown there");
    }
  }

 private:
  void add(Severity severity, const std::string& file, std::string place, std::string message, std::string allowed,
           std::string hint) {
    problems_.add({severity, ErrorCode::invalid_data, file, std::move(place), std::move(message), std::move(allowed),
                   std::move(hint)});
  }
  void error(const std::string& file, std::string place, std::string message, std::string allowed,
             std::string hint = {}) {
    add(Severity::error, file, std::move(place), std::move(message), std::move(allowed), std::move(hint));
  }

  // Compares the ids of metadata.json with those of calibration.yaml in both directions.
  template <class Sensor>
  void compare_ids(const std::string& place, const std::vector<std::string>& named,
                   const std::vector<Sensor>& sensors) {
    std::set<std::string> listed, calibrated;
    for (const std::string& id : named) {
      if (!listed.insert(id).second) error(parts_.index->metadata, place, format("lists '{}' twice", id), "once");
    }
    for (const Sensor& sensor : sensors) calibrated.insert(sensor.id);
    for (const std::string& id : listed) {
      if (calibrated.contains(id)) continue;
      error(parts_.index->metadata, place, format("'{}' has no calibration", id), "the sensors of calibration.yaml");
    }
    for (const std::string& id : calibrated) {
      if (listed.contains(id)) continue;
      error(parts_.index->metadata, place, format("'{}' of calibration.yaml is not listed", id), "all sensors");
    }
  }

  // Compares a transform of the file with the one derived from the calibration.
  void compare_transform(const StaticTransform& wanted) {
    const std::string place = wanted.parent + " -> " + wanted.child;
    const StaticTransform* found = parts_.tf_static->find(wanted.parent, wanted.child);
    if (found == nullptr) {
      return error(parts_.index->tf_static, place, "is missing", "one transform for each calibrated sensor",
                   "derive tf_static.json from calibration.yaml");
    }
    const auto& [qa, ta] = wanted.parent_from_child;
    const auto& [qb, tb] = found->parent_from_child;
    const double moved = std::max({std::abs(ta.x - tb.x), std::abs(ta.y - tb.y), std::abs(ta.z - tb.z)});
    // q and -q are the same rotation.
    const double sign = qa.x * qb.x + qa.y * qb.y + qa.z * qb.z + qa.w * qb.w < 0 ? -1.0 : 1.0;
    const double turned = std::max({std::abs(qa.x - sign * qb.x), std::abs(qa.y - sign * qb.y),
                                    std::abs(qa.z - sign * qb.z), std::abs(qa.w - sign * qb.w)});
    const std::string hint = "calibration.yaml has priority; derive tf_static.json from it";
    if (!(moved <= kTransformTolerance)) {
      error(parts_.index->tf_static, place, format("translation differs from calibration.yaml by {}", moved),
            "equal within 1e-6", hint);
    }
    if (!(turned <= kTransformTolerance)) {
      error(parts_.index->tf_static, place, format("rotation differs from calibration.yaml by {}", turned),
            "equal within 1e-6", hint);
    }
  }

  // Compares a rate of timebase.yaml with the one derived from the calibration.
  void compare_rate(const std::string& place, const std::optional<double>& found, const std::optional<double>& wanted) {
    if (!wanted) return;
    if (!found) {
      return error(parts_.index->timebase, place, "is missing", format("{}, the highest of calibration.yaml", *wanted));
    }
    if (std::abs(*found - *wanted) <= kRateTolerance) return;
    error(parts_.index->timebase, place, format("is {}", *found),
          format("{}, the highest of calibration.yaml, within 1e-6", *wanted));
  }
  // A sensor cannot fire more than once per time step.
  void compare_step(const std::string& place, double rate_hz) {
    if (rate_hz <= 1.0 / parts_.timebase->dt * (1 + 1e-9)) return;
    add(Severity::warning, parts_.index->timebase, "simulation.dt",
        format("{} s is longer than the period of {} at {} Hz", parts_.timebase->dt, place, rate_hz), "",
        "the sensor will fire at every step");
  }

  const BundleParts& parts_;
  Problems& problems_;
};

}  // namespace

void check_consistency(const BundleParts& parts, Problems& problems) {
  if (!parts.index) return;
  Checker checker(parts, problems);
  checker.scene_ids();
  checker.sensors_of_metadata();
  checker.transforms();
  checker.rates();
  checker.initial_pose();
  check_actor_consistency(parts, problems);
}

}  // namespace gs::world
