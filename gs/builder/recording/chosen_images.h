// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The images that the calibration of the cameras looks at, and the map of LiDAR points around them.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/workspace.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"

namespace gs::builder {

// Most images of a camera that are looked at; they bound the time of the calibration.
inline constexpr std::size_t kMostRefinedViews = 32;

// Indices of the images to look at, in time order: at most kMostRefinedViews. Short drives are covered evenly; on long
// ones blocks of kCameraBlock images, half a second apart or as dense as the camera, are spread over the time in which
// the vehicle moves, because neighbouring images must show common points.
std::vector<std::size_t> choose_views(const std::vector<RecordedView>& views, const Trajectory& map_from_base);

// One camera with the images that are looked at.
struct ChosenImages {
  const RecordedCamera* camera = nullptr;
  std::vector<std::size_t> views;  // of camera->views
  std::string reason{};            // why there are none
};

// Chooses the images of every camera; `path` is map_from_base_link. The cameras must outlive the result.
std::vector<ChosenImages> choose_images(const std::vector<RecordedCamera>& cameras, const Trajectory& path);

// Static map of the sweeps around all chosen images; empty without sweeps there. Errors: those of reading files;
// interrupted.
Result<mapping::StaticMap> map_around(const Workspace& workspace, const std::vector<ChosenImages>& cameras,
                                      Progress& progress);

// The stamp at which the pose of an image counts: with a rolling shutter the middle of the readout.
Timestamp pose_stamp(const RecordedCamera& camera, const RecordedView& view);

// The chosen images of a camera in grey. An image that cannot be read is left out with a warning.
std::vector<mapping::CameraView> read_views(const ChosenImages& chosen, Problems& problems);

}  // namespace gs::builder
