// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration files of Velodyne sensors, as their ROS driver reads them (YAML).
#pragma once

#include "gs/core/json/node.h"
#include "gs/core/result.h"
#include "gs/lidar/velodyne/velodyne_model.h"

namespace gs::lidar {

// Content of a calibration file.
struct VelodyneCalibration {
  std::vector<VelodyneLaser> lasers{};
  double distance_unit_m = 0;  // 0: that of the model
};

// Reads the list "lasers" of a parsed file; angles in radians, lengths in metres. Errors: invalid_data for missing,
// repeated or non-finite values and for laser numbers beyond the list.
Result<VelodyneCalibration> parse_velodyne_calibration(const Node& file);

// The model with the lasers of a calibration. Errors: invalid_data if it is for another number of lasers.
Result<VelodyneModel> calibrated(VelodyneModel model, const VelodyneCalibration& calibration);

}  // namespace gs::lidar
