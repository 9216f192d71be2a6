// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sensors/calibration.yaml: the cameras and LiDARs of a world, and camera and beam models derived from them.
// Example (without the version):
// clang-format off
//   cameras:
//     front:
//       {frame_id: camera_front, image_width: 640, image_height: 480, camera_convention: opencv, rate_hz: 12.0,
//        intrinsics: {model: pinhole, fx: 500, fy: 500, cx: 319.5, cy: 239.5, distortion_model: radtan},
//        extrinsics: {translation: [1.0, 0.0, 1.5], rotation_quat: [-0.5, 0.5, -0.5, 0.5]}}
//   lidars:
//     top:
//       {frame_id: lidar_top, rate_hz: 20.0, extrinsics: {translation: [0, 0, 2], rotation_quat: [0, 0, 0, 1]},
//        spec: {channels: 32, horizontal_resolution: 0.4, vertical_fov: [-25, 15], min_range: 0.5, max_range: 100}}
// clang-format on
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/world/interface_types.h"

namespace gs::world {

// Axes of the camera frame in the file. opencv: x right, y down, z forward. ros: x right, y up, z backward.
enum class CameraConvention { opencv, ros };

// Direction in which the rows (columns) of an image are exposed, from the first to the last.
enum class ShutterDirection { down, up, right, left };
// Rolling shutter of a camera.
struct RollingShutter {
  ShutterDirection direction = ShutterDirection::down;
  double readout_sec = 0;  // time from the first row (column) to the last

  friend bool operator==(const RollingShutter&, const RollingShutter&) = default;
};

// One camera of the file.
struct CameraCalibration {
  std::string id;  // "front"; the frame is intrinsics.frame_id, "camera_front"
  CameraIntrinsics intrinsics;
  CameraConvention convention = CameraConvention::opencv;
  CameraExtrinsics extrinsics;
  std::optional<RollingShutter> rolling_shutter;
  double rate_hz = 12.0;
};

// One LiDAR of the file.
struct LidarCalibration {
  std::string id;  // "top"; the frame is spec.frame_id, "lidar_top"
  LiDARSpec spec;
  LiDARExtrinsics extrinsics;
  double rate_hz = 20.0;
};

// The whole file. find_camera() and find_lidar() give nullptr for unknown ids.
struct Calibration {
  std::string version = "1.0.0";
  std::vector<CameraCalibration> cameras;
  std::vector<LidarCalibration> lidars;

  // Sensor by id; nullptr if there is none.
  const CameraCalibration* find_camera(std::string_view id) const;
  const LidarCalibration* find_lidar(std::string_view id) const;
};

// Camera model with its projection limits computed.
CameraD to_camera(const CameraIntrinsics& intrinsics);
// Pose of the camera in base_link with optical axes (x right, y down, z forward), for any convention of the file.
Rigid3d base_link_from_optical(const CameraCalibration& camera);
// Elevation of every beam [rad], ring 0 lowest: the list of the file, or evenly spread over the field of view.
std::vector<double> beam_elevations_rad(const LiDARSpec& spec);

// Parses the file. All problems are added to `problems`; the readable part is returned.
Calibration parse_calibration(std::string_view yaml, std::string_view file, Problems& problems);
// Reads a file; write_calibration() is its text. Errors: the first error found.
Result<Calibration> load_calibration(const std::filesystem::path& path);
std::string write_calibration(const Calibration& calibration);

}  // namespace gs::world
