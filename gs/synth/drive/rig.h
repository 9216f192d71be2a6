// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sensors on the vehicle: poses and camera models.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/synth/drive/options.h"

namespace gs::synth {

// A camera and its pose.
struct CameraMount {
  std::string id;            // "front"
  std::string frame_id;      // "camera_front"
  Rigid3d base_from_camera;  // x right, y down, z forward
  CameraD camera;
};

// All sensors; poses are relative to base_link.
struct Rig {
  std::vector<CameraMount> cameras;
  std::optional<LidarModel> lidar;
  // Mounting poses of a mid-size car: LiDAR on the roof, IMU near the centre, GNSS antenna on the roof.
  Rigid3d base_from_lidar{{}, {1.1, 0.0, 1.92}};
  Rigid3d base_from_imu{{}, {0.4, 0.0, 0.55}};
  Rigid3d base_from_gnss{{}, {0.2, 0.0, 1.62}};
};

// Ids of the requested cameras; empty for {"none"}.
std::vector<std::string> camera_ids(const DriveOptions& options);

// Checks options against each other. Errors: invalid_option; those of check_street and check_errors.
Result<void> check_drive(const DriveOptions& options);

// Builds the rig with its true poses. Errors: those of check_drive; invalid_option for unknown or repeated cameras,
// unknown LiDARs and invalid resolutions.
Result<Rig> make_rig(const DriveOptions& options);

}  // namespace gs::synth
