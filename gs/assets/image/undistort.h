// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Removes lens distortion: the picture a pinhole camera at the same place would have taken.
#pragma once

#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/geometry/camera.h"

namespace gs {

// A pinhole camera for the pictures of camera: same size, focal lengths and principal point. A fisheye wider than
// max_half_fov_rad gets the focal length at which that angle reaches the nearest border.
CameraD pinhole_for(const CameraD& camera, double max_half_fov_rad = 1.2);

enum class Sampling { bilinear, nearest };  // nearest for depth and masks

// Where each pixel of the pinhole picture comes from. Made once per camera, used for every frame, from any thread.
class Undistorter {
 public:
  // from: as calibrated. to: a camera without distortion.
  Undistorter(const CameraD& from, const CameraD& to);

  // Pixels that the camera did not see become 0. Fails when the picture has another size than the camera.
  Result<Image> apply(const Image& distorted, Sampling sampling = Sampling::bilinear) const;
  // 255 where the camera saw something (all four neighbours inside the picture), else 0.
  Image mask() const;

 private:
  int from_width_, from_height_, width_, height_;
  std::vector<Vec2f> source_;  // [height, width]; x < 0: nothing was seen there
};

}  // namespace gs
