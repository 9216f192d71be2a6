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

// Width of the rim of an undistorted image. JPEG with halved colours has blocks of 16 pixels.
inline constexpr int kRim_px = 16;

enum class Sampling { bilinear, nearest };  // nearest for depth and masks

// Source position of each output pixel. Computed once per camera, used for every image, from any thread.
class Undistorter {
 public:
  // from: calibrated camera; to: a camera without distortion.
  Undistorter(const CameraD& from, const CameraD& to);
  // from: an omni camera; to: ideal_equidistant() of it. Pixels behind recorded_pixel() are not seen.
  Undistorter(const OmniCamera& from, const CameraD& to);

  // Resamples an image; pixels that the camera did not see become 0. With bilinear sampling those within kRim_px of a
  // seen pixel repeat the nearest one of their row, else of their column: a JPEG of the result then does not blur black
  // into what was seen. Errors: invalid_argument if the image size differs from the camera's.
  Result<Image> apply(const Image& distorted, Sampling sampling = Sampling::bilinear) const;
  // The same, bilinear, for pixels of 8 bits, whose channels keep their order. The result takes over the memory of
  // `reuse`.
  Result<Image> apply(const PixelView& distorted, Image reuse) const;
  // 255 where the camera saw the pixel (source position inside the image), else 0.
  Image mask() const;

 private:
  template <class SourceOf>
  void fill(const SourceOf& source_of);
  void fill_rim();
  // Calls put(source pixel, target) for every pixel of `out` that the camera saw and, if wanted, for those of the rim,
  // row by row in parallel; sets the others to 0.
  template <class Put>
  void fill_image(Image& out, bool with_rim, const Put& put) const;
  Result<void> check_size(int width, int height) const;

  int from_width_, from_height_, width_, height_;
  // [height, width]. y < 0: not seen; then (x, -1 - y) is the source of a pixel of the rim, and x < 0: it has none.
  std::vector<Vec2f> source_;
};

}  // namespace gs::assets
