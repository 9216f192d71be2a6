// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sim_error.h"

#include "gs/core/text/enum_names.h"

namespace gs::sim {
namespace {

constexpr EnumNames<SimErrorType::invalid_pointcloud_size> kNames("INVALID_QUATERNION", "INVALID_TRANSFORM",
                                                                  "INVALID_TIMESTAMP", "INVALID_CONTROL_INPUT",
                                                                  "INVALID_HEIGHTMAP_SIZE", "INVALID_IMAGE_SIZE",
                                                                  "INVALID_POINTCLOUD_SIZE");

}  // namespace

std::string_view to_string(SimErrorType type) { return kNames[type]; }

std::string to_string(const SimError& error) {
  return "[" + error.component + "] " + std::string(to_string(error.type)) + ": " + error.detail;
}

}  // namespace gs::sim
