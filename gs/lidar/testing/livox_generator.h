// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes livox_ros_driver2/CustomMsg byte by byte from its definition, without any code of the decoder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/lidar/testing/spinning_wall.h"

namespace gs::lidar::testing {

// One message.
struct LivoxRecipe {
  uint64_t timebase_ns = 0;
  std::string frame_id = "livox_frame";
  uint32_t points = 100;
  uint32_t step_ns = 5000;          // between two points
  uint32_t announced = UINT32_MAX;  // point_num; UINT32_MAX: that of the points
};

// The payload and its points. Every tenth measurement is a zero: no return.
struct GeneratedLivox {
  std::vector<std::byte> bytes;
  std::vector<ExpectedPoint> points;  // laser is the line; time_s after timebase
};

// In CDR (little endian, elements aligned to 4 bytes) or in the encoding of ROS 1 (no padding).
GeneratedLivox generate_livox(const LivoxRecipe& recipe, bool cdr);

}  // namespace gs::lidar::testing
