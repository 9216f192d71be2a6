// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts a recording of a RealSense camera (ROS 1 bag, rosbag2 or MCAP) to a VRS file; see docs/rosbag-to-vrs.md.
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

namespace gs::convert {

// One conversion from a log to a VRS file.
class RosbagToVRSConverter {
 public:
  RosbagToVRSConverter(std::filesystem::path rosbag_path, std::filesystem::path vrs_path, ConverterConfig config);

  // Runs the conversion. The output file appears complete or not at all. Damage of the input that can be skipped, and
  // choices that a user should know, are added to problems. Errors: see errors.h.
  Converted<ConversionResult> convert(Problems& problems, Progress& progress);

 private:
  std::filesystem::path rosbag_path_, vrs_path_;
  ConverterConfig config_;
};

}  // namespace gs::convert
