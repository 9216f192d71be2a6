// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What decoders need beyond the messages: calibration files and the metadata of the sensor.
#pragma once

#include <optional>

#include "gs/lidar/hesai/hesai_model.h"
#include "gs/lidar/ouster/ouster_metadata.h"
#include "gs/lidar/velodyne/velodyne_calibration.h"

namespace gs::lidar {

// Calibration of one LiDAR; at most one of the fields is used.
struct DecoderCalibration {
  std::optional<VelodyneCalibration> velodyne{};
  std::optional<OusterMetadata> ouster{};
  std::optional<std::vector<HesaiChannel>> hesai{};
};

}  // namespace gs::lidar
