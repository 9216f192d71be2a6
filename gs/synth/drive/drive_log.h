// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a synthetic drive as a ROS 2 log, as a vehicle would record it.
//
// Topics: /camera/<id>/image_raw/compressed (or image_raw), /camera/<id>/camera_info, /lidar/top/points, /tf,
// /tf_static, /odom, /imu, /gnss. Frames: odom -> base_link -> camera_<id>, lidar_top, imu_link, gnss_link. The stamp
// of an image is the time of its first row; the stamp of a cloud is the start of the sweep, and points carry their time
// after it.
#pragma once

#include <memory>

#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/core/time.h"
#include "gs/logio/api/sink.h"
#include "gs/synth/drive/options.h"

namespace gs::synth {

// Stamp of time 0 of every drive.
inline constexpr Timestamp kDriveStart{1'772'359'200'000'000'000};

// Contents of a written log.
struct DriveReport {
  uint64_t messages = 0, images = 0, sweeps = 0, points = 0;
  uint64_t rays = 0;  // rays of cameras and LiDAR, including shadow rays
  double distance_m = 0;
};

// Write a drive to a file, which appears only when complete, or to a sink. Equal options give equal bytes, whatever the
// number of threads. Errors: invalid_option, interrupted; those of the file system.
Result<DriveReport> write_drive(const fs::path& mcap, const DriveOptions& options, Progress& progress);
Result<DriveReport> write_drive(std::unique_ptr<logio::ByteSink> sink, const DriveOptions& options, Progress& progress);

// The same with the truth of the log in a folder beside it (log_truth.h); both appear together. With replace_truth, a
// truth folder of an earlier drive is replaced. Errors: also already_exists for anything else at that path.
Result<DriveReport> write_drive_with_truth(const fs::path& mcap, bool replace_truth, const DriveOptions& options,
                                           Progress& progress);

}  // namespace gs::synth
