// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A calibration file given by the user (calibration.file): intrinsics and extrinsics that replace those of the log.
// Kinds, recognised by their content:
//   calibration.yaml of a bundle: cameras and LiDARs by id, with poses in base_link
//   ROS camera YAML (camera_matrix or K): intrinsics of one camera; P and R if its images are rectified
//   KITTI calib text, one file or a folder of them: rectified cameras by number, poses relative to the LiDAR
//   URDF: fixed joints as transforms between frames
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/builder/calibration/tf_tree.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/core/problems.h"
#include "gs/geometry/omni_camera.h"
#include "gs/world/interface_types.h"

namespace gs::builder {

// One camera of the file.
struct GivenCamera {
  std::string name;  // sensor id, camera_name, or number of a KITTI camera; may be empty
  int line = 0;      // of the file, for messages; 0: unknown
  std::optional<world::CameraIntrinsics> intrinsics{};
  // Of an omni camera whose images are resampled by the ingest; then `intrinsics` is its matrix only.
  std::optional<OmniCamera> omni{};
  // Of ROS camera YAML: the same camera for rectified images, from P and R (topics/rectified_info.h).
  std::optional<rosmsg::sensor_msgs::CameraInfo> rectified{};
  std::optional<Rigid3d> base_from_camera{};   // optical axes
  std::optional<Rigid3d> lidar_from_camera{};  // optical axes; needs the pose of the only LiDAR
};
// One LiDAR of the file.
struct GivenLidar {
  std::string name;
  Rigid3d base_from_lidar;
};

// Content of a calibration file.
struct GivenCalibration {
  std::string kind;   // for the screen: "calibration.yaml", "ROS camera YAML", "KITTI calibration", "URDF"
  std::string md5{};  // of the text; only of a file that was read
  std::vector<GivenCamera> cameras;
  std::vector<GivenLidar> lidars;
  std::vector<StampedTransform> transforms;  // fixed
};

// Reads a file (or a folder of KITTI files), or parses the text of one; `name` is for messages. Errors: unsupported for
// a kind that is not recognised, invalid_data with file, line, value and next step, limit_exceeded, and those of
// reading files.
Result<GivenCalibration> read_calibration_file(const fs::path& path);
Result<GivenCalibration> parse_calibration_file(std::string_view text, const std::string& name);

// What the steps know about the sensors; apply_calibration() changes it.
struct CalibrationInputs {
  std::vector<SensorSummary> sensors;
  TfTree tf;  // finished
  FramesConfig frames;
};
// What the file gave for one sensor, and what the log had instead.
struct GivenForSensor {
  std::string sensor;                                     // "camera_front"
  bool intrinsics = false, pose = false;                  // taken from the file
  bool log_has_intrinsics = false, log_has_pose = false;  // not used where the file has its own
};
// Result of apply_calibration().
struct GivenReport {
  std::vector<GivenForSensor> sensors;
  std::size_t transforms = 0;  // fixed transforms between frames
};
// Replaces intrinsics and extrinsics of the sensors by those of the file, whether the log has its own or not. Cameras
// are matched by id, frame or number; the only camera of a file belongs to the only camera of the log. Adds a warning
// for entries that match no sensor. Errors: invalid_data if nothing matches, and for the first camera whose pose cannot
// be placed; the rest is replaced even so.
Result<GivenReport> apply_calibration(const GivenCalibration& given, const std::string& file, CalibrationInputs& inputs,
                                      Problems& problems);
// The intrinsics of the file for a camera of a log with `cameras` cameras, matched as above; nullptr if it has none.
const GivenCamera* find_given_camera(const GivenCalibration& given, const SensorRecord& sensor, std::size_t cameras);
// The part of it that places points: transforms and LiDARs.
void apply_mounts(const GivenCalibration& given, const std::string& file, CalibrationInputs& inputs, Problems& problems,
                  GivenReport& report);

}  // namespace gs::builder
