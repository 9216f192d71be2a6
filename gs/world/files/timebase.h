// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sim/timebase.yaml: time step, start time, sensor rates and the initial state of the ego vehicle.
// Example (without the version):
// clang-format off
//   simulation: {dt: 0.01, start_time: 0.0}
//   sensor_rates: {camera: 12.0, lidar: 20.0}
//   initial_pose: {position: [0, 0, 0], orientation: [0, 0, 0, 1], velocity: [5, 0, 0]}
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/world/files/calibration.h"
#include "gs/world/version.h"

namespace gs::world {

// State of the ego vehicle at the start.
struct InitialPose {
  Rigid3d map_from_base_link;
  Vec3d velocity_in_map{};  // [m/s]
};

// The whole file.
struct Timebase {
  std::string version{kFileVersion};
  double dt = 0.01;       // [s] time step
  double start_time = 0;  // [s]
  // Highest rate of that kind of sensor in calibration.yaml [Hz]; each sensor runs at its own rate.
  std::optional<double> camera_rate{}, lidar_rate{};
  std::optional<InitialPose> initial_pose{};  // empty: at the origin, standing still
};

// Sets camera_rate and lidar_rate from a calibration.
void set_sensor_rates(Timebase& timebase, const Calibration& calibration);
// Component of the initial velocity along base_link x [m/s].
double initial_speed(const Timebase& timebase);

// Parse, load and write timebase.yaml. parse reports all problems, load gives the first error.
Timebase parse_timebase(std::string_view yaml, std::string_view file, Problems& problems);
Result<Timebase> load_timebase(const std::filesystem::path& path);
std::string write_timebase(const Timebase& timebase);

}  // namespace gs::world
