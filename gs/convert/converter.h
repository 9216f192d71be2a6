// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS bag (or ROS 2 log) of a RealSense camera -> VRS (seed 004).
//
//   Problems problems;
//   NoProgress progress;
//   RosbagToVRSConverter converter("in.bag", "out.vrs", {.phase = "4B"});
//   const auto result = converter.convert(problems, progress);
//   if (!result) return report_error(result.error().named(), result.error().exit_code());
#pragma once

#include <filesystem>

#include "gs/convert/config.h"
#include "gs/convert/errors.h"
#include "gs/convert/result.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs {

class RosbagToVRSConverter {
 public:
  RosbagToVRSConverter(std::filesystem::path rosbag_path, std::filesystem::path vrs_path, ConverterConfig config);

  // The output appears whole or not at all. Survivable damage of the input, and choices a user should know about, go
  // to problems.
  Converted<ConversionResult> convert(Problems& problems, Progress& progress);

 private:
  std::filesystem::path rosbag_path_, vrs_path_;
  ConverterConfig config_;
};

}  // namespace gs
