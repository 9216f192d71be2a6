// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/loss/loss.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/core/expect.h"
#include "gs/core/parallel.h"
#include "gs/splat/train/loss/l1_kernel.h"
#include "gs/splat/train/loss/ssim_kernel.h"

namespace gs::splat::train {
namespace {

constexpr int kRadius = kSsimRadius, kWindow = kSsimTaps;
constexpr std::size_t kRowsAtOnce = 8;

// Convolution with the window along one axis: the sum over k = -5..5 of ssim_tap(|k|) at(k). Both sides are added
// before the product; the order of additions is fixed, so results are reproducible.
template <class At>
inline float convolve(At at) {
  float sum = ssim_tap(0) * at(0);
  for (int k = 1; k <= kRadius; ++k) sum += ssim_tap(k) * (at(-k) + at(k));
  return sum;
}

// Convolves along one row, for centres whose whole window lies inside the image; other pixels stay untouched.
template <class At>
inline void convolve_row(int width, float* out, At at) {
  for (int x = kRadius; x < width - kRadius; ++x) out[x] = convolve([&](int k) { return at(x + k); });
}

// Runs body(y) for all rows in parallel.
template <class Body>
void for_each_row(int height, Body body) {
  parallel_for(
      static_cast<std::size_t>(std::max(height, 0)), [&](std::size_t y) { body(static_cast<int>(y)); }, kRowsAtOnce);
}

// Sum of row_sum(y) over all rows; row blocks are added from top to bottom, independent of the number of threads.
template <class RowSum>
double sum_rows(int height, RowSum row_sum) {
  return parallel_reduce(
      static_cast<std::size_t>(height), kRowsAtOnce, 0.0,
      [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t y = begin; y < end; ++y) sum += row_sum(static_cast<int>(y));
        return sum;
      },
      [](double a, double b) { return a + b; });
}

// SSIM of every window of a row, zero for windows that do not count, and the factors of their gradients
// (ssim_kernel.h). sums: [5, width], the window sums of x, y, xx, yy, xy; inverse_weights: [width], null if every pixel
// counts.
void window_row(const float* sums, const float* inverse_weights, float* ssim, std::array<float*, 3> terms, int width) {
  const float *x = sums, *y = x + width, *xx = y + width, *yy = xx + width, *xy = yy + width;
  float *constant = terms[0], *by_x = terms[1], *by_y = terms[2];
  for (int i = kRadius; i < width - kRadius; ++i) {
    const float inverse = inverse_weights == nullptr ? 1.0f : inverse_weights[i];
    const auto window = ssim_terms(inverse, SsimSums<float>{x[i], y[i], xx[i], yy[i], xy[i]});
    constant[i] = window.constant;
    by_x[i] = window.by_x;
    by_y[i] = window.by_y;
    // With a weight of 0 the factors are 0 by themselves, but two empty windows are alike and have an SSIM of 1.
    ssim[i] = inverse != 0.0f ? window.ssim : 0.0f;
  }
}

}  // namespace

struct ImageLoss::Channel {
  const float* x = nullptr;  // rendered, [h, w], zero where masked
  const float* y = nullptr;  // recorded, [h, w]
};

// Sizes the buffers, counts unmasked pixels and windows, and computes 1 / (sum of unmasked weights) of each window.
void ImageLoss::prepare(const TargetView& target) {
  width_ = target.width, height_ = target.height;
  const auto w = static_cast<std::size_t>(width_), pixels = w * static_cast<std::size_t>(height_);
  rendered_.resize(pixels), target_.resize(pixels), inverse_weight_.resize(pixels);
  for (auto& plane : rows_) plane.resize(pixels);
  for (auto& plane : terms_) plane.resize(pixels);
  keep_.clear();
  kept_ = pixels;
  const bool has_windows = width_ >= kWindow && height_ >= kWindow;
  windows_ = has_windows
                 ? static_cast<std::size_t>(width_ - 2 * kRadius) * static_cast<std::size_t>(height_ - 2 * kRadius)
                 : 0;
  if (target.mask == nullptr) return;

  // Sum of the unmasked weights of every window: along the rows into rows_[0], then along the columns. It is not 0,
  // because only windows with an unmasked centre count.
  keep_.resize(pixels);
  std::transform(target.mask, target.mask + pixels, keep_.begin(), [](uint8_t m) { return m != 0 ? 1.0f : 0.0f; });
  kept_ = pixels - static_cast<std::size_t>(std::count(keep_.begin(), keep_.end(), 0.0f));
  std::fill(inverse_weight_.begin(), inverse_weight_.end(), 0.0f);
  for_each_row(height_, [&](int y) {
    const float* keep = keep_.data() + static_cast<std::size_t>(y) * w;
    convolve_row(width_, rows_[0].data() + static_cast<std::size_t>(y) * w, [&](int x) { return keep[x]; });
  });
  windows_ = static_cast<std::size_t>(sum_rows(height_, [&](int y) {
    if (y < kRadius || y >= height_ - kRadius) return 0.0;
    double counted = 0;
    const std::size_t row = static_cast<std::size_t>(y) * w;
    for (int x = kRadius; x < width_ - kRadius; ++x) {
      const std::size_t i = row + static_cast<std::size_t>(x);
      if (keep_[i] == 0) continue;
      const float* at = rows_[0].data() + i;
      inverse_weight_[i] = 1.0f / convolve([&](int k) { return at[k * width_]; });
      ++counted;
    }
    return counted;
  }));
}

// Copies one channel of both images to planes, with zeros at masked pixels.
ImageLoss::Channel ImageLoss::load_channel(const float* color, const TargetView& target, int c, bool clamped) {
  const auto w = static_cast<std::size_t>(width_);
  for_each_row(height_, [&](int row) {
    const std::size_t begin = static_cast<std::size_t>(row) * w;
    for (std::size_t i = begin; i < begin + w; ++i) {
      const float x = clamped ? std::clamp(color[i], 0.0f, 1.0f) : color[i];
      const float y = static_cast<float>(target.rgb8[3 * i + static_cast<std::size_t>(c)]) * (1.0f / 255.0f);
      const bool keep = keep_.empty() || keep_[i] != 0;  // selected, not multiplied: a masked colour may be infinite
      rendered_[i] = keep ? x : 0.0f;
      target_[i] = keep ? y : 0.0f;
    }
  });
  return {rendered_.data(), target_.data()};
}

// Sum of the SSIM of all windows of one channel. Stores the gradient terms of each window in terms_.
double ImageLoss::window_statistics(const Channel& channel) {
  const auto w = static_cast<std::size_t>(width_);
  for_each_row(height_, [&](int row) {
    const std::size_t begin = static_cast<std::size_t>(row) * w;
    const float *x = channel.x + begin, *y = channel.y + begin;
    // 1. Window sums along the row, of both images and their products.
    std::vector<float> squares(3 * w);
    float *xx = squares.data(), *yy = xx + w, *xy = yy + w;
    for (std::size_t i = 0; i < w; ++i) xx[i] = x[i] * x[i], yy[i] = y[i] * y[i], xy[i] = x[i] * y[i];
    const float* const in[5] = {x, y, xx, yy, xy};
    for (int k = 0; k < 5; ++k) {
      const float* from = in[k];
      convolve_row(width_, rows_[k].data() + begin, [=](int i) { return from[i]; });
    }
  });
  return sum_rows(height_, [&](int row) {
    if (row < kRadius || row >= height_ - kRadius) return 0.0;
    const std::size_t begin = static_cast<std::size_t>(row) * w;
    // 2. The same along the columns, then the SSIM of the windows whose centre lies in this row.
    std::vector<float> means(5 * w), ssim(w, 0.0f);
    for (std::size_t k = 0; k < 5; ++k) {
      const float* from = rows_[k].data() + begin;
      float* mean = means.data() + k * w;
      const std::ptrdiff_t stride = width_;
      for (int i = kRadius; i < width_ - kRadius; ++i) {
        mean[i] = convolve([=](int j) { return from[i + j * stride]; });
      }
    }
    const float* inverse = keep_.empty() ? nullptr : inverse_weight_.data() + begin;
    window_row(means.data(), inverse, ssim.data(), {&terms_[0][begin], &terms_[1][begin], &terms_[2][begin]}, width_);
    double sum = 0;
    for (std::size_t i = kRadius; i < w - kRadius; ++i) sum += static_cast<double>(ssim[i]);
    return sum;
  });
}

// Backward pass of SSIM: every pixel collects the terms of all windows that contain it, weighted by the window. This is
// again a separable convolution, here with zeros outside the valid windows.
void ImageLoss::add_ssim_gradient(const Channel& channel, double scale, float* gradient) {
  const auto w = static_cast<std::size_t>(width_);
  for_each_row(height_, [&](int y) {
    // 1. Along the columns: rows of windows that reach this row. rows_ is free again, the statistics are done with it.
    const int first = std::max(y - kRadius, kRadius), last = std::min(y + kRadius, height_ - 1 - kRadius);
    const std::size_t begin = static_cast<std::size_t>(y) * w;
    for (int t = 0; t < 3; ++t) {
      float* out = rows_[t].data() + begin;
      std::fill(out, out + w, 0.0f);
      for (int from = first; from <= last; ++from) {
        const float tap = ssim_tap(std::abs(from - y));
        const float* in = terms_[t].data() + static_cast<std::size_t>(from) * w;
        for (int x = kRadius; x < width_ - kRadius; ++x) out[x] += tap * in[x];
      }
    }
  });
  const auto factor = static_cast<float>(scale);
  for_each_row(height_, [&](int row) {
    const std::size_t begin = static_cast<std::size_t>(row) * w;
    // 2. Along the row. The zeros at both ends stand for the windows that do not exist there.
    std::vector<float> padded(w + 2 * kRadius, 0.0f), sum[3];
    for (int t = 0; t < 3; ++t) {
      std::copy_n(rows_[t].data() + begin, w, padded.begin() + kRadius);
      sum[t].resize(w);
      const float* at = padded.data() + kRadius;
      for (int x = 0; x < width_; ++x) {
        sum[t][static_cast<std::size_t>(x)] = convolve([&](int k) { return at[x + k]; });
      }
    }
    for (std::size_t x = 0; x < w; ++x) {
      const std::size_t i = begin + x;
      if (!keep_.empty() && keep_[i] == 0) continue;
      gradient[i] += factor * (sum[0][x] + sum[1][x] * channel.x[i] + sum[2][x] * channel.y[i]);
    }
  });
}

LossValue ImageLoss::evaluate(const ConstPlanes& image, const TargetView& target, double dssim_weight,
                              const Planes& gradient) {
  GS_EXPECT(image.width == target.width && image.height == target.height);
  GS_EXPECT(gradient.width == target.width && gradient.height == target.height);
  prepare(target);
  const auto w = static_cast<std::size_t>(width_);
  // Total = (1 - w) L1 + w (1 - SSIM). The gradient of L1 is the sign of the difference, scaled.
  const double weight = windows_ > 0 ? dssim_weight : 0.0;
  const double l1_scale = kept_ > 0 ? (1 - weight) / (3.0 * static_cast<double>(kept_)) : 0.0;
  const double ssim_scale = windows_ > 0 ? 1.0 / (3.0 * static_cast<double>(windows_)) : 0.0;
  LossValue value;
  double l1 = 0, ssim = 0;
  for (int c = 0; c < 3; ++c) {
    const Channel channel = load_channel(image.color[c], target, c, false);
    float* out = gradient.color[c];
    const auto step = static_cast<float>(l1_scale);
    l1 += sum_rows(height_, [&](int row) {
      double sum = 0;
      const std::size_t begin = static_cast<std::size_t>(row) * w;
      for (std::size_t i = begin; i < begin + w; ++i) {
        const float difference = channel.x[i] - channel.y[i];
        sum += std::fabs(difference);
        out[i] = l1_vjp(difference, step);
      }
      return sum;
    });
    if (weight <= 0) continue;
    ssim += window_statistics(channel);
    // Negative, because the loss holds 1 - SSIM.
    add_ssim_gradient(channel, -weight * ssim_scale, out);
  }
  value.l1 = kept_ > 0 ? l1 / (3.0 * static_cast<double>(kept_)) : 0.0;
  value.ssim = weight > 0 ? ssim * ssim_scale : 1.0;
  value.total = (1 - weight) * value.l1 + weight * (1 - value.ssim);
  return value;
}

ImageMetrics ImageLoss::compare(const ConstPlanes& image, const TargetView& target) {
  GS_EXPECT(image.width == target.width && image.height == target.height);
  prepare(target);
  const auto w = static_cast<std::size_t>(width_);
  double squares = 0, ssim = 0;
  for (int c = 0; c < 3; ++c) {
    const Channel channel = load_channel(image.color[c], target, c, true);
    squares += sum_rows(height_, [&](int row) {
      double sum = 0;
      const std::size_t begin = static_cast<std::size_t>(row) * w;
      for (std::size_t i = begin; i < begin + w; ++i) {
        const double difference = static_cast<double>(channel.x[i]) - static_cast<double>(channel.y[i]);
        sum += difference * difference;
      }
      return sum;
    });
    if (windows_ > 0) ssim += window_statistics(channel);
  }
  ImageMetrics metrics{.pixels = kept_};
  if (kept_ == 0) return metrics;
  const double mean = squares / (3.0 * static_cast<double>(kept_));
  metrics.psnr_db = mean > 1e-10 ? -10 * std::log10(mean) : 100.0;  // PSNR for a peak of 1, limited to 100 dB
  metrics.ssim = windows_ > 0 ? ssim / (3.0 * static_cast<double>(windows_)) : 1.0;
  return metrics;
}

}  // namespace gs::splat::train
