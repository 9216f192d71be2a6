// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The way back: a VRS file as a ROS 2 log. Files of this project return every image, camera_info, IMU sample, metadata
// key and device message with its pixels, stamps and times; of others, raw images return under /vrs/<stream>.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/log.h"
#include "gs/logio/vrs/reader.h"

namespace gs {

struct VrsToLogReport {
  std::map<std::string, uint64_t> messages;  // by topic
  std::map<std::string, uint64_t> left_out;  // records that have no place in a ROS log, by stream
};

// Does not close the log. Messages are written as CDR; device messages of types we do not know stay as they were.
Result<VrsToLogReport> write_vrs_to_log(const vrs::Reader& vrs, LogWriter& log, Problems& problems, Progress& progress);

}  // namespace gs
