// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pictures of the ingest with their lens and place: what training, colouring and previews look at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/geometry/trajectory.h"
#include "gs/world/calibration.h"

namespace gs {

struct RecordedView {
  std::size_t frame_index = 0;  // of its camera
  Timestamp stamp;
  fs::path path;
  Rigid3d map_from_camera;  // opencv axes
};

struct RecordedCamera {
  CameraCalibration calibration;
  CameraD lens;
  std::vector<RecordedView> views;  // in time order

  std::string key() const { return "camera_" + calibration.id; }
};

// In 01_calibration, when poses were refined.
inline constexpr std::string_view kRefinedPoses = "poses.csv";

// base_link in map along the drive: refined poses where there are some, else those of the ingest.
Result<Trajectory> recorded_poses(const Workspace& workspace);

// The frames of frameset.json whose pose is known, for every camera of calibration.yaml. With a rolling shutter the
// pose is that of the middle of the readout.
Result<std::vector<RecordedCamera>> recorded_cameras(const Workspace& workspace);

}  // namespace gs
