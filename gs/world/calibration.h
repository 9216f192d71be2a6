// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sensors/calibration.yaml: the cameras and LiDARs of a world, and the models made of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/world/data.h"

namespace gs {

// opencv: x right, y down, z forward. ros: x right, y up, z backward.
enum class CameraConvention { opencv, ros };

// The edge of the image that is exposed last lies in this direction from the one exposed first.
enum class ShutterDirection { down, up, right, left };
struct RollingShutter {
  ShutterDirection direction = ShutterDirection::down;
  double readout_sec = 0;  // from the first row (column) to the last

  friend bool operator==(const RollingShutter&, const RollingShutter&) = default;
};

struct CameraCalibration {
  std::string id;  // "front"; the frame is intrinsics.frame_id, "camera_front"
  CameraIntrinsics intrinsics;
  CameraConvention convention = CameraConvention::opencv;
  CameraExtrinsics extrinsics;
  std::optional<RollingShutter> rolling_shutter;
  double rate_hz = 12.0;
};

struct LidarCalibration {
  std::string id;  // "top"; the frame is spec.frame_id, "lidar_top"
  LiDARSpec spec;
  LiDARExtrinsics extrinsics;
  double rate_hz = 20.0;
};

struct Calibration {
  std::string version = "1.0.0";
  std::vector<CameraCalibration> cameras;
  std::vector<LidarCalibration> lidars;

  const CameraCalibration* find_camera(std::string_view id) const;
  const LidarCalibration* find_lidar(std::string_view id) const;
};

// The projection, with its limits filled in.
CameraD to_camera(const CameraIntrinsics& intrinsics);
// The pose of the camera in base_link with opencv axes, whatever the file's convention: what a renderer needs.
Rigid3d base_link_from_optical(const CameraCalibration& camera);
// Elevation of every beam [rad], ring 0 lowest: the list of the file, else evenly over the field of view.
std::vector<double> beam_elevations_rad(const LiDARSpec& spec);

// All problems go to `problems`; what could be read comes back.
Calibration parse_calibration(std::string_view yaml, std::string_view file, Problems& problems);
// The first error as an Error.
Result<Calibration> load_calibration(const std::filesystem::path& path);
std::string write_calibration(const Calibration& calibration);

}  // namespace gs
