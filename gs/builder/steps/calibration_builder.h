// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration: intrinsics from camera_info, extrinsics from the transforms, measured rates and LiDAR parameters.
//
// clang-format off
//   01_calibration/calibration.yaml  intrinsics, extrinsics and rates of the sensors, as in a bundle
//   01_calibration/tf_static.json    the same extrinsics as transforms
//   01_calibration/metadata.json     names of the frames and geographic origin
//   01_calibration/poses.csv         refined poses; only if they are used
//   01_calibration/lidar_corrections.json  errors of the LiDARs; only if something is corrected
//   01_calibration/pose_refinement.json    what was refined, by how much, and on what evidence
//   01_calibration/camera_refinement.json, projected_points/  the same for the cameras, with pictures
//   01_calibration/camera_corrections.json  errors of the cameras' clocks; only if one is corrected
//   01_calibration/camera_intrinsics.json   intrinsics that were estimated; only if the log lacks those of a camera
//   01_calibration/calibration_file.json   what was taken from calibration.file; only with that option
// clang-format on
#pragma once

#include "gs/builder/build_config.h"
#include "gs/builder/calibration/tf_tree.h"
#include "gs/builder/recording/estimated_lenses.h"
#include "gs/builder/recording/refined_cameras.h"
#include "gs/builder/recording/refined_poses.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/world/files/calibration.h"
#include "gs/world/files/metadata.h"

namespace gs::builder {

// Options of CalibrationBuilder: parts of config.yaml.
struct CalibrationOptions {
  FramesConfig frames;
  OriginConfig origin;
  std::string refine_poses{kRefineAuto};
  std::string refine_cameras{kRefineAuto};
  std::optional<std::string> calibration_file{};
};
// How the geographic origin of map was found.
struct OriginReport {
  std::string method = "none";  // "configuration", "fit" to all fixes, "first fix" or "none"
  std::size_t fixes = 0;
  double rms_m = 0;    // horizontal distance of the fixes from the path after the fit
  double yaw_rad = 0;  // angle from east to the x axis of map, counter-clockwise
};
// Result of CalibrationBuilder.
struct CalibrationReport {
  world::Calibration calibration;
  world::CoordinateSystem coordinate_system;
  std::vector<std::string> given{};  // what was taken from the calibration file, in sentences
  RefinementReport refinement{};
  std::vector<CameraRefinement> cameras{};
  std::vector<std::string> uncalibrated{};  // ids of cameras without intrinsics in log and calibration file
  std::vector<EstimatedLens> lenses{};      // what was estimated for them
  OriginReport origin{};
  Problems problems = Problems();
};

// The step that calibrates the sensors: reads 00_mcap_ingest and the calibration file, whose entries replace those of
// the log; writes 01_calibration (calibration.yaml, tf_static.json, the frames of metadata.json, and poses.csv if poses
// are refined). Errors: TF_MISSING, CAMERA_INFO_MISSING, INVALID_CALIBRATION, CONFIGURATION_ERROR.
struct CalibrationBuilder : StepTypes<Step::calibration_builder, CalibrationOptions, CalibrationReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

// Converts camera_info: plumb_bob and rational_polynomial become radtan, equidistant (fisheye) becomes equidistant.
// `width` and `height` are those of the images: intrinsics of a larger sensor are scaled to them; camera_info without a
// size is taken to have theirs. Errors: unsupported for other distortion models, invalid_data for focal lengths that
// are not positive.
Result<world::CameraIntrinsics> to_intrinsics(const rosmsg::sensor_msgs::CameraInfo& info, int width, int height);

// True if the frame has body axes (x forward, z up) instead of optical axes (x right, y down, z forward): its z axis
// points up in base_link.
bool has_body_axes(const Rigid3d& base_link_from_camera);

}  // namespace gs::builder
