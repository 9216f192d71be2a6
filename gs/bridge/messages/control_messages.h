// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Commands of /vehicle/control_cmd in the three control modes: ROS messages to checked simulator commands, and back.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/sim/vehicle/control.h"

namespace gs::bridge {

// A received command after the checks of gs/sim/vehicle/control.h.
struct ArrivedCommand {
  sim::CheckedCommand command;
  Timestamp stamp;  // stamp of the message header; zero means "now"
};

// ROS type of /vehicle/control_cmd in a control mode: "ackermann_msgs/msg/AckermannDriveStamped" for `ackermann`, and
// so on.
std::string_view control_type(std::string_view control_mode);

// Decodes a CDR payload of the type of `control_mode` and checks it against the vehicle's limits. Errors: those of
// decode_cdr. A refused or clamped command is not an error; it is described in ArrivedCommand::command.
Result<ArrivedCommand> read_control(std::string_view control_mode, Bytes cdr, const sim::VehicleOptions& vehicle);

// Ackermann message with the values of `input`, in single precision.
rosmsg::ackermann_msgs::AckermannDriveStamped ackermann_message(const world::ControlInput& input,
                                                                std::string_view frame_id);

// Encodes a command of a built-in driver as CDR of the type of `control_mode`, so that the submitted command is exactly
// the recorded one. Acceleration and steering velocity are sent in mode ackermann only.
std::vector<std::byte> encode_control(std::string_view control_mode, const world::ControlInput& input,
                                      const sim::VehicleOptions& vehicle);

}  // namespace gs::bridge
