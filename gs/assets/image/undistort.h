// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Removes lens distortion: the image that a pinhole camera, or for an omni camera an equidistant one, at the same pose
// would have taken. Masks of what a lens sees.
#pragma once

#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/geometry/omni_camera.h"

namespace gs::assets {

// Pinhole camera for the images of `camera`: same size, focal lengths and principal point. For a fisheye camera wider
// than max_half_fov_rad, the focal length is raised until that angle reaches the nearest border.
CameraD pinhole_for(const CameraD& camera, double max_half_fov_rad = 1.2);

// 255 where the camera model has a direction for the pixel, else 0: the corners around the image circle of a fisheye.
Image circle_mask(const CameraD& camera);

enum class Sampling { bilinear, nearest };  // nearest for depth and masks

// Source position of each output pixel. Computed once per camera, used for every image, from any thread.
class Undistorter {
 public:
  // from: calibrated camera; to: a camera without distortion.
  Undistorter(const CameraD& from, const CameraD& to);
  // from: an omni camera; to: ideal_equidistant() of it. Pixels behind recorded_pixel() are not seen.
  Undistorter(const OmniCamera& from, const CameraD& to);

  // Resamples an image; pixels that the camera did not see become 0. Errors: invalid_argument if the image size differs
  // from the camera's.
  Result<Image> apply(const Image& distorted, Sampling sampling = Sampling::bilinear) const;
  // The same, bilinear, for pixels of 8 bits, whose channels keep their order. The result takes over the memory of
  // `reuse`.
  Result<Image> apply(const PixelView& distorted, Image reuse) const;
  // 255 where the camera saw the pixel (source position inside the image), else 0.
  Image mask() const;

 private:
  template <class SourceOf>
  void fill(const SourceOf& source_of);
  // Calls put(source pixel, target) for every pixel of `out` that the camera saw, row by row in parallel; sets the
  // others to 0.
  template <class Put>
  void fill_image(Image& out, const Put& put) const;
  Result<void> check_size(int width, int height) const;

  int from_width_, from_height_, width_, height_;
  std::vector<Vec2f> source_;  // [height, width]; x < 0: not seen
};

}  // namespace gs::assets
