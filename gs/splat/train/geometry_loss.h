// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a rendered image says about distances, beside what is known of them: LiDAR returns, and that the sky is far.
//
// The sky is Gaussians on a far dome, part of the cloud, so that it survives export. Coverage of a sky pixel is
// therefore no fault; near coverage is. With D the sum of weight times distance, a pixel that a dome at R covers has
// D = R, and whatever floats in front lowers it. A pinhole renders depth along its axis: it is divided by the cosine of
// the pixel's ray, or the corners of a wide camera would be punished for a perfect sky.
#pragma once

#include <span>

#include "gs/splat/image/planes.h"
#include "gs/splat/train/data.h"

namespace gs {

// Adds to gradient.alpha and gradient.depth what `weight` times the mean of |expected depth / measured - 1| gives, and
// returns that mean. Relative errors: a metre matters less far away. Samples count where the image covers at least a
// tenth, and no error counts for more than 1: what stands in front of the LiDAR's target is not pulled.
double add_depth_loss(const ConstPlanes& image, std::span<const DepthSample> samples, double weight,
                      const Planes& gradient);

// Adds to gradient.depth what `weight` times the mean over all pixels of max(0, 1 - D / far_m) at sky pixels gives, and
// returns that mean. `sky` and `mask` are [height, width]; the mask may be null. Without a camera image.depth is taken
// for the distance.
struct SkyPixels {
  const uint8_t* sky = nullptr;   // not 0: sky
  const uint8_t* mask = nullptr;  // 0: leave out
  double far_m = 100;
  const CameraF* camera = nullptr;
};
double add_sky_loss(const ConstPlanes& image, const SkyPixels& pixels, double weight, const Planes& gradient);

// |expected depth - measured| of the samples that the image covers at least half [m].
std::vector<float> depth_errors(const ConstPlanes& image, std::span<const DepthSample> samples);

}  // namespace gs
