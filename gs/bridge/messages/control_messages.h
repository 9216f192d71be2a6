// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Commands as they arrive on /vehicle/control_cmd, in the three control modes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/sim/control.h"

namespace gs::bridge {

struct ArrivedCommand {
  sim::CheckedCommand command;
  Timestamp stamp;  // of the header; zero means "now"
};

// "ackermann_msgs/msg/AckermannDriveStamped" for `ackermann`, and so on; the type of the topic.
std::string_view control_type(std::string_view control_mode);

// Decodes and checks a CDR payload of that mode's type.
Result<ArrivedCommand> read_control(std::string_view control_mode, Bytes cdr, const sim::VehicleOptions& vehicle);

ackermann_msgs::AckermannDriveStamped ackermann_message(const ControlInput& input, std::string_view frame_id);

// A command of a built-in driver as the CDR payload of that mode's type, so that what is driven is what is recorded.
// Acceleration and steering velocity exist in mode ackermann only.
std::vector<std::byte> encode_control(std::string_view control_mode, const ControlInput& input,
                                      const sim::VehicleOptions& vehicle);

}  // namespace gs::bridge
