// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Losses on rendered depth: LiDAR samples, and the distance of the sky.
//
// The sky is represented by Gaussians on a far dome, which are part of the cloud and survive export. A covered sky
// pixel is therefore correct; only near coverage is wrong. With D the sum of weight times distance, a pixel covered by
// a dome of radius R alone has D = R, and Gaussians floating in front of it lower D. A pinhole camera renders depth
// along its axis, so D is divided by the cosine of the pixel's ray; without that, the corners of a wide image would be
// penalised for a perfect sky.
#pragma once

#include <span>

#include "gs/splat/planes/planes.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Depth loss: mean over samples of min(|expected depth / measured depth - 1|, 1). Adds `weight` times its gradient to
// gradient.alpha and gradient.depth and returns the mean (unweighted). Errors are relative because a metre matters less
// far away. Only samples at pixels with alpha >= 0.1 count. Samples with a relative error of 1 or more get no gradient,
// so that outliers do not pull.
double add_depth_loss(const ConstPlanes& image, std::span<const DepthSample> samples, double weight,
                      const Planes& gradient);

// Sky loss: mean over all pixels of max(0, 1 - D / far_m) at sky pixels, 0 elsewhere. add_sky_loss() adds `weight`
// times its gradient to gradient.depth and returns the mean (unweighted).
struct SkyPixels {
  const uint8_t* sky = nullptr;     // [height, width], not 0: sky
  const uint8_t* mask = nullptr;    // [height, width], 0: ignore; may be null
  double far_m = 100;               // distance from which on a pixel counts as sky [m]
  const CameraF* camera = nullptr;  // null: image.depth is used as distance
};
double add_sky_loss(const ConstPlanes& image, const SkyPixels& pixels, double weight, const Planes& gradient);

// |expected depth - measured depth| of the samples at pixels with alpha >= 0.5 [m].
std::vector<float> depth_errors(const ConstPlanes& image, std::span<const DepthSample> samples);

}  // namespace gs::splat::train
