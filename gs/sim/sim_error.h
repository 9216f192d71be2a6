// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The seven data errors of the simulator's interfaces, as values with one printed form:
//   [VehicleDynamics] INVALID_CONTROL_INPUT: steering_angle=0.6 exceeds max_steering_angle=0.52
#pragma once

#include <string>
#include <string_view>

namespace gs::sim {

// Kind of error. The printed name is the upper-case identifier of the interface.
enum class SimErrorType {
  invalid_quaternion,
  invalid_transform,
  invalid_timestamp,
  invalid_control_input,
  invalid_heightmap_size,
  invalid_image_size,
  invalid_pointcloud_size,
};
std::string_view to_string(SimErrorType type);  // "INVALID_QUATERNION"

// A data error with the component that found it.
struct SimError {
  std::string component;  // "VehicleDynamics"
  SimErrorType type = SimErrorType::invalid_control_input;
  std::string detail;  // offending values and limits
};
// "[component] TYPE: detail"
std::string to_string(const SimError& error);

}  // namespace gs::sim
