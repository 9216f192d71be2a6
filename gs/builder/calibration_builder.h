// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 2: intrinsics from camera_info, extrinsics from chains of transforms, rates and LiDAR data as measured.
#pragma once

#include "gs/builder/build_config.h"
#include "gs/builder/refined_poses.h"
#include "gs/builder/sensor_record.h"
#include "gs/builder/tf_tree.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/world/calibration.h"
#include "gs/world/metadata.h"

namespace gs {

struct CalibrationOptions {
  FramesConfig frames;
  OriginConfig origin;
  std::string refine_poses{kRefineAuto};
};
struct CalibrationReport {
  Calibration calibration;
  CoordinateSystem coordinate_system;
  RefinementReport refinement{};
  Problems problems = Problems();
};

// Reads 00_mcap_ingest; writes 01_calibration: calibration.yaml, tf_static.json, the frames of metadata.json, and
// poses.csv when poses are refined.
// TF_MISSING, CAMERA_INFO_MISSING, INVALID_CALIBRATION.
BuildResult<CalibrationReport> build_calibration(const Workspace& workspace, const CalibrationOptions& options,
                                                 Progress& progress);

// plumb_bob and rational_polynomial become radtan, equidistant (fisheye) equidistant; others are refused. The size is
// that of the pictures: camera_info of a larger sensor is scaled.
Result<CameraIntrinsics> to_intrinsics(const sensor_msgs::CameraInfo& info, int width, int height);

// True when these are the axes of a body (x forward, z up) rather than of a picture (x right, y down, z forward): the
// z axis points up in base_link.
bool has_body_axes(const Rigid3d& base_link_from_camera);

}  // namespace gs
