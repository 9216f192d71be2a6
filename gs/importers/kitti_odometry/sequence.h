// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Importer of KITTI odometry sequences (the benchmark of Geiger et al. 2012), also with the labels of SemanticKITTI.
//
// clang-format off
//   sequences/00/                    sequence: calib.txt (P0 .. P3, Tr), times.txt
//     velodyne/000000.bin ...        float32 x y z reflectance, already corrected for the motion of the car
//     image_0/ .. image_3/           000000.png ...: left and right grey, left and right colour; rectified
//     labels/000000.label ...        SemanticKITTI: uint32 a point, the class in the lower 16 bits
//     poses.txt                      camera 0 in the first camera 0, 12 numbers a frame; or in
//   poses/00.txt                     beside the folder sequences
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/importers/common/import_options.h"
#include "gs/logio/api/log.h"

namespace gs::importers::kitti_odometry {

// Why the folder is a sequence or holds some; empty if not.
std::optional<std::string> detect(const std::filesystem::path& folder);

// Writes a sequence with the topics of drive_writer.h. `folder` is the sequence or the folder above "sequences"; of
// several, options.scene chooses. Errors: not_found, invalid_data, corrupt; those of writing.
Result<ImportReport> import_sequence(const std::filesystem::path& folder, const ImportOptions& options,
                                     logio::LogWriter& log, Progress& progress, Problems& problems);

}  // namespace gs::importers::kitti_odometry
