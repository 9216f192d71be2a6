// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The QoS of a recorded topic's publishers, as rosbag2 writes it into a channel: YAML, with numbers until Humble and
// names from Iron on. Both are read; numbers are written, which every version reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/bridge/ros2/qos.h"
#include "gs/core/result.h"

namespace gs::bridge {

std::string offered_qos_text(const std::vector<ros2::Qos>& offered);
Result<std::vector<ros2::Qos>> parse_offered_qos(std::string_view yaml);

// The strongest a reader may ask for and still be matched by every writer.
ros2::Qos weakest(const std::vector<ros2::Qos>& offered);

}  // namespace gs::bridge
