// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The images of the ingest with camera model and pose, for training, colouring and previews.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/geometry/trajectory.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {

// One recorded image.
struct RecordedView {
  std::size_t frame_index = 0;  // index among the frames of its camera
  Timestamp stamp;              // with the correction of the camera's clock
  fs::path path;
  Rigid3d map_from_camera;  // optical axes: x right, y down, z forward
};

// One camera with its images.
struct RecordedCamera {
  world::CameraCalibration calibration;
  CameraD lens;
  std::vector<RecordedView> views;  // in time order
  fs::path mask{};                  // PNG, 0 where no image shows anything (resampled omni cameras); empty: none

  std::string key() const { return "camera_" + calibration.id; }  // name in files, "camera_front"
};

// Name of the refined poses in 01_calibration; the file exists only if poses were refined.
inline constexpr std::string_view kRefinedPoses = "poses.csv";

// map_from_base_link along the drive: refined poses if they exist, else those of the ingest.
Result<Trajectory> recorded_poses(const Workspace& workspace);

// All cameras of calibration.yaml with the frames of frameset.json whose pose is known. With a rolling shutter the pose
// is that of the middle of the readout. Errors: those of the file readers; invalid_data.
Result<std::vector<RecordedCamera>> recorded_cameras(const Workspace& workspace);

}  // namespace gs::builder
