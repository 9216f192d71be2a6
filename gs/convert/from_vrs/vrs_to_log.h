// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts a VRS file to a ROS 2 log. Files of this project give back every image, camera_info, IMU sample, metadata
// key and device message with its pixels, stamps and times. Of other files, raw images are written to /vrs/<stream>.
//
//   GS_TRY(const auto reader, vrs::Reader::open("in.vrs", problems));
//   GS_TRY(const auto log, McapWriter::create("out.mcap", {.profile = "ros2"}));
//   GS_TRY(const VrsToLogReport report, write_vrs_to_log(reader, *log, problems, progress));
//   GS_CHECK(log->close());
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/api/log.h"
#include "gs/logio/vrs/reader.h"

namespace gs::convert {

// Counts of a conversion.
struct VrsToLogReport {
  std::map<std::string, uint64_t> messages;  // by topic
  std::map<std::string, uint64_t> left_out;  // records without a ROS message, by stream
};

// Writes all records to `log`, which is not closed. Messages are written as CDR; device messages of unknown types keep
// their encoding. Unreadable records go to problems. Errors: those of writing; interrupted.
Result<VrsToLogReport> write_vrs_to_log(const logio::vrs::Reader& vrs, logio::LogWriter& log, Problems& problems,
                                        Progress& progress);

}  // namespace gs::convert
