// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/timebase.h"

#include <algorithm>

#include "gs/config/yaml.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

// A shorter step would need billions of steps per hour; the simulator would appear to hang.
constexpr double kMinDt_s = 1e-6;

// Group `initial_pose`.
void pose_fields(Fields& f, InitialPose& p) {
  f("position", p.map_from_base_link.translation);
  f.quaternion("orientation", p.map_from_base_link.rotation);
  f("velocity", p.velocity_in_map, kAny, Need::optional);
}

// The whole file. Rates are compared with the calibration in consistency.cpp.
void timebase_fields(Fields& f, Timebase& t) {
  f.version(t.version);
  f.group("simulation", [&](Fields& g) {
    g("dt", t.dt, {.min = kMinDt_s});
    g("start_time", t.start_time);
  });
  f.group("sensor_rates", [&](Fields& g) {
    g("camera", t.camera_rate, kPositive);
    g("lidar", t.lidar_rate, kPositive);
  });
  f.optional_group("initial_pose", t.initial_pose, pose_fields);
}

// Empty without sensors of this kind.
template <class Sensor>
std::optional<double> highest_rate(const std::vector<Sensor>& sensors) {
  if (sensors.empty()) return std::nullopt;
  const auto slower = [](const Sensor& a, const Sensor& b) { return a.rate_hz < b.rate_hz; };
  return std::max_element(sensors.begin(), sensors.end(), slower)->rate_hz;
}

}  // namespace

void set_sensor_rates(Timebase& timebase, const Calibration& calibration) {
  timebase.camera_rate = highest_rate(calibration.cameras);
  timebase.lidar_rate = highest_rate(calibration.lidars);
}

double initial_speed(const Timebase& timebase) {
  if (!timebase.initial_pose) return 0;
  const auto& [pose, velocity] = *timebase.initial_pose;
  return dot(pose.rotation * Vec3d{1, 0, 0}, velocity);
}

Timebase parse_timebase(std::string_view yaml, std::string_view file, Problems& problems) {
  return read_fields<Timebase>(config::parse_yaml(yaml), file, problems, timebase_fields);
}

Result<Timebase> load_timebase(const std::filesystem::path& path) { return load_checked(path, parse_timebase); }

std::string write_timebase(const Timebase& timebase) {
  return config::write_yaml(write_fields(timebase, timebase_fields));
}

}  // namespace gs::world
