// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The calibration file of a build (calibration.file): opened by every step that needs it, and reported.
//
// clang-format off
//   01_calibration/calibration_file.json, also statistics.calibration_file of build_report.json:
//   {"file": "rig.yaml", "kind": "ROS camera YAML", "md5": "...", "transforms": 0,
//    "sensors": [{"sensor": "camera_front", "intrinsics": "file", "extrinsics": "log"}]}
// clang-format on
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/calibration/calibration_file.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/core/json/node.h"

namespace gs::builder {

// Next step in errors about intrinsics and extrinsics that are missing.
inline constexpr std::string_view kGiveInfoHint =
    "record sensor_msgs/CameraInfo beside the images, as <camera>/camera_info, or give the intrinsics with "
    "--calibration-file FILE";
inline constexpr std::string_view kGivePoseHint =
    "record /tf_static, set frames.base_link and frames.cameras / frames.lidars in config.yaml, or give the pose with "
    "--calibration-file FILE";

// A calibration file that was read.
struct OpenCalibration {
  std::string name;  // of the file, without folders
  GivenCalibration content;
};

// Reads the file of the option; empty if the option is not set. Errors: CONFIGURATION_ERROR.
BuildResult<std::optional<OpenCalibration>> open_calibration(const std::optional<std::string>& file);

// Cameras and LiDARs of a log whose frames are not known yet; the tree of transforms is empty.
CalibrationInputs inputs_of(const TopicMapping& mapping, const FramesConfig& frames);

// What was taken from the file: a document, and sentences for the screen.
Node to_node(const OpenCalibration& file, const GivenReport& report);
std::vector<std::string> to_lines(const OpenCalibration& file, const GivenReport& report);

}  // namespace gs::builder
