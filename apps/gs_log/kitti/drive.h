// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of a KITTI raw drive, synchronised and rectified (Geiger et al. 2013, "Vision meets Robotics").
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/core/time.h"

namespace gs::gs_log::kitti {

struct Frame {
  int number = 0;
  std::filesystem::path file;
  Timestamp time;
  double turn_s = 0.1;  // of a scan: how long the laser took for its turn
};

struct Drive {
  std::filesystem::path calibration;  // folder with calib_*.txt
  std::vector<Frame> left, right;     // image_02 and image_03
  std::vector<Frame> lidar;           // velodyne_points; the time is when the laser faces forward
  std::vector<Frame> oxts;
};

// folder: the drive itself ("..._sync"), its day, or a folder above with one drive in it. Frames are found by the
// numbers in their names, which also index the timestamp files: excerpts of a drive keep those whole. A LiDAR frame
// without a time takes that of the left image, with a warning.
Result<Drive> find_drive(const std::filesystem::path& folder, Problems& problems);

// "2011-09-26 13:08:24.967930880", taken as UTC.
Result<Timestamp> parse_time(std::string_view line);

}  // namespace gs::gs_log::kitti
