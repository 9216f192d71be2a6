// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sim_error.h"

namespace gs::sim {

std::string_view to_string(SimErrorType type) {
  switch (type) {
    case SimErrorType::invalid_quaternion:
      return "INVALID_QUATERNION";
    case SimErrorType::invalid_transform:
      return "INVALID_TRANSFORM";
    case SimErrorType::invalid_timestamp:
      return "INVALID_TIMESTAMP";
    case SimErrorType::invalid_control_input:
      return "INVALID_CONTROL_INPUT";
    case SimErrorType::invalid_heightmap_size:
      return "INVALID_HEIGHTMAP_SIZE";
    case SimErrorType::invalid_image_size:
      return "INVALID_IMAGE_SIZE";
    case SimErrorType::invalid_pointcloud_size:
      return "INVALID_POINTCLOUD_SIZE";
  }
  return "INVALID_CONTROL_INPUT";
}

std::string to_string(const SimError& error) {
  return "[" + error.component + "] " + std::string(to_string(error.type)) + ": " + error.detail;
}

}  // namespace gs::sim
