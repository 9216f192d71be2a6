// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes livox_ros_driver2/CustomMsg and livox_ros_driver/CustomMsg.
#pragma once

#include <optional>

#include "gs/lidar/lidar_decoder.h"

namespace gs::lidar {

// Drivers publish at 10, 20, 50 or 100 Hz; messages are collected to sweeps of a tenth of a second, because fewer
// points of these scanners do not cover their field of view. Points have no ring: a line of a Livox is no line of
// constant elevation. Measurements at the origin are no returns.
class LivoxDecoder final : public LidarDecoder {
 public:
  Result<std::vector<DecodedSweep>> take(const LidarMessage& message) override;
  std::vector<DecodedSweep> finish() override;

 private:
  std::optional<DecodedSweep> open_;
};

}  // namespace gs::lidar
