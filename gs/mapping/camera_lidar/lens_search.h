// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The focal length of a camera of which nothing is known: a search on a few small images. Private to the calibration of
// cameras.
#pragma once

#include "gs/core/progress.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"

namespace gs::mapping {

// Focal lengths that are tried, in widths of the image: horizontal views of 103 to 28 degrees.
inline constexpr double kShortestFocal = 0.4, kLongestFocal = 2.0;

// A camera without distortion whose principal point is the middle of the image.
CameraD centred_camera(int width, int height, double focal_px);

// Standard deviations of what is expected of a camera that is not calibrated, for images of this width: the pose is
// known to half a degree, the clock to 30 ms.
CameraVector lens_prior(int width);

// The focal length [widths of the image] with which points and images match best. Of scene.camera only the size is
// used. A result at the end of the range says that the true one may lie outside. Errors: interrupted.
Result<double> search_focal(const CameraScene& scene, Progress& progress);

}  // namespace gs::mapping
