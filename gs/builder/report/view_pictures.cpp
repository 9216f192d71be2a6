// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/view_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "gs/assets/image/canvas.h"
#include "gs/assets/image/color_map.h"
#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/resample.h"

namespace gs::builder {
namespace {

constexpr int kReportJpegQuality = 75;
constexpr double kFullDifference = 64;  // of 255: the end of the colour ramp
constexpr assets::Color kDifferences[] = {
    {0.00f, 0.00f, 0.02f}, {0.35f, 0.07f, 0.38f}, {0.78f, 0.22f, 0.26f}, {0.98f, 0.60f, 0.15f}, {0.99f, 0.98f, 0.75f}};

uint8_t to_byte(float value) { return static_cast<uint8_t>(std::lround(std::clamp(value, 0.f, 1.f) * 255)); }

assets::Image difference_of(const assets::Image& a, const assets::Image& b) {
  assets::Image out = assets::Image::make(a.width, a.height, 3);
  for (std::size_t i = 0; i + 2 < out.data.size(); i += 3) {
    int most = 0;
    for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(a.data[i + c] - b.data[i + c]));
    const assets::Color color = assets::color_at(kDifferences, most / kFullDifference);
    out.data[i] = to_byte(color.x), out.data[i + 1] = to_byte(color.y), out.data[i + 2] = to_byte(color.z);
  }
  return out;
}

Result<report::Picture> small_jpeg(const assets::Image& image) {
  const double scale = std::min(1.0, static_cast<double>(kReportImageSide) / std::max(image.width, image.height));
  const auto side = [&](int pixels) { return std::max(1, static_cast<int>(std::lround(pixels * scale))); };
  const assets::Image small = scale < 1 ? assets::resampled(image, side(image.width), side(image.height)) : image;
  report::Picture out{.file = {}, .width = small.width, .height = small.height};
  GS_TRY(out.file, assets::encode_jpeg(small, {.quality = kReportJpegQuality}));
  return out;
}

}  // namespace

Result<ViewPictures> view_pictures(const assets::Image& recorded, const assets::Image& rendered) {
  if (recorded.data.size() != rendered.data.size() || recorded.channels != 3 || rendered.channels != 3) {
    return fail(ErrorCode::invalid_argument, "images of {} x {} and {} x {} pixels cannot be compared", recorded.width,
                recorded.height, rendered.width, rendered.height);
  }
  ViewPictures out;
  GS_TRY(out.recorded, small_jpeg(recorded));
  GS_TRY(out.rendered, small_jpeg(rendered));
  GS_TRY(out.difference, small_jpeg(difference_of(recorded, rendered)));
  return out;
}

Result<report::Picture> mask_picture(assets::Image image, const assets::Image& mask) {
  if (image.width != mask.width || image.height != mask.height || image.channels != 3 || mask.channels != 1) {
    return fail(ErrorCode::invalid_argument, "a mask of {} x {} pixels does not fit an image of {} x {}", mask.width,
                mask.height, image.width, image.height);
  }
  for (std::size_t i = 0; i < mask.data.size(); ++i) {
    if (mask.data[i] != 0) continue;
    uint8_t* pixel = image.data.data() + 3 * i;
    pixel[0] = static_cast<uint8_t>(128 + pixel[0] / 2), pixel[1] /= 2, pixel[2] /= 2;
  }
  return small_jpeg(image);
}

}  // namespace gs::builder
