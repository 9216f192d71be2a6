// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Importer of KITTI-360 (Liao et al. 2022).
//
// clang-format off
//   calibration/                                  calibration.h lists its files
//   data_poses/2013_05_28_drive_0000_sync/        poses.txt: frame, 12 numbers; only frames in which the car moved
//   data_3d_raw/2013_05_28_drive_0000_sync/
//     velodyne_points/                            timestamps.txt, data/0000000000.bin ...: float32 x y z reflectance
//   data_2d_raw/2013_05_28_drive_0000_sync/
//     image_00/, image_01/                        timestamps.txt, data_rect/0000000000.png ...: rectified
//     image_02/, image_03/                        timestamps.txt, data_rgb/0000000000.png ...: fisheyes
// clang-format on
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/importers/common/import_options.h"
#include "gs/logio/api/log.h"

namespace gs::importers::kitti_360 {

// Why the folder is of this kind; empty if not.
std::optional<std::string> detect(const std::filesystem::path& folder);

// Parses poses.txt: world from "pose" (calibration.h) by frame. `name` appears in errors. Errors: invalid_data.
Result<std::map<int, Rigid3d>> parse_poses(std::string_view text, std::string_view name);

// Writes a sequence with the topics of drive_writer.h; of several, options.scene chooses. Frames without a pose that
// lie in a gap of more than 10 frames, or before the first or behind the last pose, are left out. Errors: not_found,
// invalid_data, corrupt; those of writing.
Result<ImportReport> import_sequence(const std::filesystem::path& folder, const ImportOptions& options,
                                     logio::LogWriter& log, Progress& progress, Problems& problems);

}  // namespace gs::importers::kitti_360
