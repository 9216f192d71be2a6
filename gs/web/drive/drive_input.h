// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Input of a person who drives by keyboard, gamepad or touch, as a client publishes it on /studio/drive.
#pragma once

#include <cstdint>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::web {

// Topics of the input and of the report about it.
inline constexpr std::string_view kDriveTopic = "/studio/drive", kDriverTopic = "/studio/driver";

// Direction of travel.
enum class DriveGear { drive, neutral, reverse };

// Positions of wheel and pedals that the person wants.
struct DriveInput {
  uint64_t seq = 0;                // number of the input, chosen by the client
  double steer = 0;                // -1 (right) to 1 (left)
  double throttle = 0, brake = 0;  // 0 to 1
  DriveGear gear = DriveGear::drive;
  bool brake_now = false;  // full brake, steering held
};

// Parses the JSON object {seq, steer, throttle, brake, gear, brake_now}; gear is "drive", "neutral" or "reverse". All
// members are required, others are refused. Errors: corrupt (no JSON object), limit_exceeded, invalid_data (a member is
// missing, unknown, of another type or out of range).
Result<DriveInput> parse_drive_input(Bytes json);

// "drive", "neutral" or "reverse".
std::string_view name_of(DriveGear gear);

}  // namespace gs::web
