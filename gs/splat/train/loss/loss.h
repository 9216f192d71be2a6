// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Image loss with gradient: L1 and structural dissimilarity (1 - SSIM) between a rendered image and a recorded one; and
// the metrics that reports quote (PSNR, SSIM).
//
// SSIM (Wang et al. 2004) with a Gaussian window of 11 x 11 pixels, sigma 1.5. Only windows that lie inside the image
// and whose centre pixel is not masked count, so there is no padding. Inside a window, masked pixels have weight zero
// and the other weights are scaled up to a sum of one: masked pixels have no influence. An image with a side shorter
// than 11 pixels has no window; its loss is L1 alone.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/planes/planes.h"
#include "gs/splat/train/target_view.h"

namespace gs::splat::train {

// The loss of one image and its terms.
struct LossValue {
  double total = 0;           // (1 - w) l1 + w (1 - ssim) + weighted depth and sky terms
  double l1 = 0;              // mean |rendered - target| over unmasked pixels and channels, 0..1
  double ssim = 1;            // mean over windows and channels
  double depth = 0, sky = 0;  // see geometry_loss.h; 0 without LiDAR samples or sky mask
};

// Quality of one rendered image.
struct ImageMetrics {
  double psnr_db = 0;  // colours clamped to 0..1; at most 100
  double ssim = 0;
  std::size_t pixels = 0;  // number of unmasked pixels; 0: nothing was compared
};

// Evaluates losses and metrics. Reuses its buffers between images. The result has the same bits for any number of
// threads.
class ImageLoss {
 public:
  // Loss of the colours of `image` and its gradient: the colours of `gradient` (same size) are overwritten with
  // dL/d(image). Depth and sky terms are left at 0.
  LossValue evaluate(const ConstPlanes& image, const TargetView& target, double dssim_weight, const Planes& gradient);
  // PSNR and SSIM of the colours of `image`, clamped to 0..1.
  ImageMetrics compare(const ConstPlanes& image, const TargetView& target);

 private:
  struct Channel;
  void prepare(const TargetView& target);
  Channel load_channel(const float* color, const TargetView& target, int c, bool clamped);
  double window_statistics(const Channel& channel);
  void add_ssim_gradient(const Channel& channel, double scale, float* gradient);

  int width_ = 0, height_ = 0;
  std::size_t kept_ = 0, windows_ = 0;
  std::vector<float> keep_;            // [h, w] 1 or 0; empty: all ones
  std::vector<float> inverse_weight_;  // [h, w] 1 / sum of window weights, by centre pixel; 0: window does not count
  std::vector<float> rendered_, target_;
  std::vector<float> rows_[5];   // row-convolved x, y, xx, yy, xy; reused by the backward pass
  std::vector<float> terms_[3];  // gradient terms of every window
};

}  // namespace gs::splat::train
