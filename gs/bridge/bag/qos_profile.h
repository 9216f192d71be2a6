// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// QoS of the publishers of a recorded topic, in the YAML form that rosbag2 stores with a channel. It uses numbers up to
// Humble and names from Iron on. Both are read; numbers are written, because every version reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/ros2/wire/qos.h"

namespace gs::bridge {

// YAML text of the profiles.
std::string offered_qos_text(const std::vector<ros2::Qos>& offered);
// Profiles of a YAML text; an empty text has none. Errors: invalid_data; those of the YAML parser.
Result<std::vector<ros2::Qos>> parse_offered_qos(std::string_view yaml);

// Strictest QoS of a subscription that is compatible with all publishers; the default QoS without publishers.
ros2::Qos weakest(const std::vector<ros2::Qos>& offered);

}  // namespace gs::bridge
