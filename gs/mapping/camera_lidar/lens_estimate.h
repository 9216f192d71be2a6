// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Intrinsics of a camera that nobody has calibrated: focal length, principal point and two radial terms, from LiDAR
// points projected into the images of a drive. The pose of the camera on the vehicle must be known to about a degree.
#pragma once

#include <string>

#include "gs/mapping/camera_lidar/camera_lidar.h"

namespace gs::mapping {

// Result of estimate_lens().
struct LensEstimate {
  bool found = false;
  std::string reason = "not tried";
  CameraD camera;                 // radtan; valid if found
  double focal_sigma_share = 0;   // standard deviation of the focal length, as a share of it
  double halves_apart_share = 0;  // difference of the focal lengths of two halves of the images
  double gain_sigmas = 0;         // by which images kept aside match better than with a focal length 5 % off
  std::size_t views = 0;          // images that were fitted
};

// Estimates the intrinsics of one camera; of scene.camera only the size is used. The focal length is searched for from
// 0.4 to 2 widths of the image, then refined with principal point, radial terms, rotation and clock; the position of
// the camera is believed, because a shift along the axis and the focal length take each other's place. Principal point,
// radial terms, rotation and clock stay as they are (the middle, 0) if they do not differ by three standard deviations.
// The estimate is found if the uncertainty of the focal length is below 2 %, if two halves of the images agree within
// 2 %, and if images of one half match significantly better with the estimate of the other half than with focal lengths
// 5 % shorter or longer. Errors: interrupted.
Result<LensEstimate> estimate_lens(const CameraScene& scene, Progress& progress);

}  // namespace gs::mapping
