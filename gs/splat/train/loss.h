// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How far a rendered image is from a photograph: L1 and structural dissimilarity, with the gradient; and the metrics
// that reports quote.
//
// SSIM (Wang et al. 2004) with the Gaussian window of 11 x 11 pixels and sigma 1.5. Only windows that lie inside the
// image and whose middle pixel is kept count, so there is no padding. Inside a window the pixels that are left out have
// weight zero and the other weights are scaled up to a sum of one: what lies under a mask has no influence at all.
// An image with a side shorter than 11 pixels has no window; its loss is L1 alone.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/image/planes.h"

namespace gs {

// A photograph, borrowed.
struct TargetView {
  int width = 0, height = 0;
  const uint8_t* rgb8 = nullptr;  // [height, width, 3]
  const uint8_t* mask = nullptr;  // [height, width], 0 = leave this pixel out; null: keep all
};

struct LossValue {
  double total = 0;           // (1 - w) l1 + w (1 - ssim), and what is known of distances
  double l1 = 0;              // mean |rendered - target| over kept pixels and channels, 0..1
  double ssim = 1;            // mean over windows and channels
  double depth = 0, sky = 0;  // see geometry_loss.h; zero where nothing is known
};

struct ImageMetrics {
  double psnr_db = 0;  // 100 at most; of colours clamped to 0..1
  double ssim = 0;
  std::size_t pixels = 0;  // that were compared
};

// Keeps its memory between images. Same bits whatever the number of threads.
class ImageLoss {
 public:
  // Colours of `image` are read; those of `gradient` (same size) are overwritten with dL/d(image).
  LossValue evaluate(const ConstPlanes& image, const TargetView& target, double dssim_weight, const Planes& gradient);
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
  std::vector<float> inverse_weight_;  // [h, w] of a window by its middle; 0 where none counts
  std::vector<float> rendered_, target_;
  std::vector<float> rows_[5];   // convolved along rows: x, y, xx, yy, xy; then what goes back
  std::vector<float> terms_[3];  // of the gradient of every window
};

}  // namespace gs
