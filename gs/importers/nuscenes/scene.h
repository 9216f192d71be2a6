// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Importer of nuScenes (Caesar et al. 2020) and sets in its layout.
//
// clang-format off
//   v1.0-mini/            tables: scene.json, sample.json, sample_data.json, ego_pose.json, calibrated_sensor.json, sensor.json;
//                         for labels sample_annotation.json, instance.json, category.json
//   samples/, sweeps/     CAM_FRONT/*.jpg, LIDAR_TOP/*.pcd.bin (float32 x y z intensity ring; not PCD) ...
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/importers/common/import_options.h"
#include "gs/logio/api/log.h"

namespace gs::importers::nuscenes {

// Why the folder is of this kind; empty if not.
std::optional<std::string> detect(const std::filesystem::path& folder);

// Writes a scene with the topics of drive_writer.h; of several, options.scene chooses. The set has corrected its sweeps
// for the motion of the car, to the time of their stamps: every point has the time 0. Errors: not_found, invalid_data,
// corrupt, truncated, interrupted; those of writing.
Result<ImportReport> import_scene(const std::filesystem::path& folder, const ImportOptions& options,
                                  logio::LogWriter& log, Progress& progress, Problems& problems);

}  // namespace gs::importers::nuscenes
