// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sensors on the car: where they sit and how they see.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/synth/drive/options.h"

namespace gs {

struct CameraMount {
  std::string id;            // "front"
  std::string frame_id;      // "camera_front"
  Rigid3d base_from_camera;  // x right, y down, z forward
  CameraD camera;
};

struct Rig {
  std::vector<CameraMount> cameras;
  std::optional<LidarModel> lidar;
  Rigid3d base_from_lidar{{}, {1.1, 0.0, 1.92}};
  Rigid3d base_from_imu{{}, {0.4, 0.0, 0.55}};
  Rigid3d base_from_gnss{{}, {0.2, 0.0, 1.62}};
};

// The cameras that are asked for; empty for {"none"}.
std::vector<std::string> camera_ids(const DriveOptions& options);

// Refuses unknown cameras and LiDARs, and resolutions that are none.
Result<Rig> make_rig(const DriveOptions& options);

}  // namespace gs
