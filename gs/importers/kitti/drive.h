// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of a KITTI raw drive (Geiger et al. 2013, "Vision meets Robotics"): synchronised and rectified ("sync"), or
// as extracted from the recording ("extract": text sweeps, images with distortion, every sensor at its own rate).
//
// clang-format off
//   2011_09_26/                         day: calib_cam_to_cam.txt, calib_imu_to_velo.txt, calib_velo_to_cam.txt
//     2011_09_26_drive_0009_sync/       drive
//       image_02/, image_03/            left and right colour camera: timestamps.txt, data/0000000000.png ...
//       velodyne_points/                timestamps.txt, timestamps_start/end.txt, data/0000000000.bin ... (.txt)
//       oxts/                           timestamps.txt, data/0000000000.txt ...
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/core/time.h"

namespace gs::importers::kitti {

// One file of a sensor.
struct Frame {
  int number = 0;
  std::filesystem::path file;
  Timestamp time;
  double turn_s = 0.1;  // duration of the LiDAR revolution [s]
};

// All files of a drive, by frame number.
struct Drive {
  std::filesystem::path calibration;  // folder with calib_*.txt
  std::vector<Frame> left, right;     // image_02 and image_03
  std::vector<Frame> lidar;           // velodyne_points; time at which the laser faces forward
  std::vector<Frame> oxts;
  bool extracted = false;           // images are not rectified, sweeps are text
  std::filesystem::path tracklets;  // labelled boxes; empty if the drive has none
};

// Folders of drives in `folder`, at most two levels below it, or the folder itself.
std::vector<std::filesystem::path> drive_folders(const std::filesystem::path& folder);

// Finds the files of a drive. `folder` is the drive ("..._sync"), its day, or a folder that contains one drive or the
// one named `scene`. The numbers in the file names index the lines of the timestamp files; excerpts of a drive keep
// whole timestamp files. LiDAR and OXTS frames without a time take that of the left image, with a warning. Without any
// timestamp file, frames are 0.1 s apart (extracted OXTS packets 0.01 s), with a notice. Errors: not_found,
// invalid_data.
Result<Drive> find_drive(const std::filesystem::path& folder, Problems& problems, const std::string& scene = {});

// Parses "2011-09-26 13:08:24.967930880" as UTC. Errors: invalid_data.
Result<Timestamp> parse_time(std::string_view line);

// Reads a timestamp file: line n (from 0) belongs to frame n; lines may be empty. Errors: invalid_data with the line;
// those of read_text_file().
Result<std::vector<std::optional<Timestamp>>> read_times(const std::filesystem::path& path);

// Midnight of the date in front of the name of a drive ("2011_09_26_drive_0009_sync"); kUnknownStart without a date.
Timestamp start_of(const std::filesystem::path& drive);

}  // namespace gs::importers::kitti
