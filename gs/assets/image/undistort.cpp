// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/undistort.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

// Rows per parallel task.
constexpr std::size_t kRowsAtOnce = 8;

// Reads a sample that need not be aligned.
template <class Sample>
Sample load(const uint8_t* from) {
  Sample value;
  std::memcpy(&value, from, sizeof(Sample));
  return value;
}

// Rows of samples to interpolate, with their distance in bytes.
struct Rows {
  const uint8_t* data;
  int width, height, channels;
  std::size_t step;

  const uint8_t* row(int y) const { return data + step * static_cast<std::size_t>(y); }
};
Rows rows_of(const Image& image) {
  return {image.data.data(), image.width, image.height, image.channels, image.row_bytes()};
}

// Interpolates all channels of one pixel.
template <class Sample>
void put_bilinear(const Rows& image, Vec2f at, uint8_t* out) {
  // On the last column or row the pixel before it is taken, with a fraction of 1.
  const int x = std::min(static_cast<int>(at.x), std::max(image.width - 2, 0));
  const int y = std::min(static_cast<int>(at.y), std::max(image.height - 2, 0));
  const float fx = at.x - static_cast<float>(x), fy = at.y - static_cast<float>(y);
  const std::size_t pixel = static_cast<std::size_t>(image.channels) * sizeof(Sample);
  const uint8_t* upper = image.row(y) + static_cast<std::size_t>(x) * pixel;
  // In an image one pixel wide or high, the neighbour is the pixel itself.
  const std::size_t right = image.width > 1 ? pixel : 0;
  const std::size_t down = image.height > 1 ? image.step : 0;
  for (int c = 0; c < image.channels; ++c, upper += sizeof(Sample), out += sizeof(Sample)) {
    const auto a = static_cast<float>(load<Sample>(upper)), b = static_cast<float>(load<Sample>(upper + right));
    const auto d = static_cast<float>(load<Sample>(upper + down));
    const auto e = static_cast<float>(load<Sample>(upper + down + right));
    const float top = a + (b - a) * fx, bottom = d + (e - d) * fx;
    const auto value = static_cast<Sample>(top + (bottom - top) * fy + 0.5f);
    std::memcpy(out, &value, sizeof(Sample));
  }
}

// Copies the nearest pixel; keeps depth and mask values unmixed.
void put_nearest(const Image& image, Vec2f at, uint8_t* out) {
  const int x = std::min(static_cast<int>(at.x + 0.5f), image.width - 1);
  const int y = std::min(static_cast<int>(at.y + 0.5f), image.height - 1);
  const std::size_t pixel = static_cast<std::size_t>(image.channels) * static_cast<std::size_t>(image.bytes_per_sample);
  std::memcpy(out, image.row(y) + static_cast<std::size_t>(x) * pixel, pixel);
}

}  // namespace

CameraD pinhole_for(const CameraD& camera, double max_half_fov_rad) {
  CameraD out{.width = camera.width,
              .height = camera.height,
              .fx = camera.fx,
              .fy = camera.fy,
              .cx = camera.cx,
              .cy = camera.cy};
  if (camera.lens != Lens::equidistant) return out;
  // A wide fisheye projected to a pinhole would otherwise stretch its border without limit.
  const double to_border_px = std::min({camera.cx, camera.width - 1 - camera.cx});
  // A pinhole maps an angle to focal * tan(angle): the limit lands on the nearer side border.
  const double smallest_focal = to_border_px / std::tan(max_half_fov_rad);
  if (out.fx < smallest_focal) {
    out.fy *= smallest_focal / out.fx;
    out.fx = smallest_focal;
  }
  return out;
}

Image circle_mask(const CameraD& camera) {
  const CameraD limited = with_limits(camera);
  Image out = Image::make(camera.width, camera.height, 1);
  parallel_for(
      static_cast<std::size_t>(camera.height),
      [&](std::size_t y) {
        uint8_t* row = out.row(static_cast<int>(y));
        for (int x = 0; x < camera.width; ++x) {
          const auto ray = unproject(limited, {static_cast<double>(x), static_cast<double>(y)});
          row[x] = ray ? uint8_t{255} : uint8_t{0};
        }
      },
      kRowsAtOnce);
  return out;
}

// source_of(x, y) is the source position of an output pixel, if the camera saw it.
template <class SourceOf>
void Undistorter::fill(const SourceOf& source_of) {
  source_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  parallel_for(
      static_cast<std::size_t>(height_),
      [&](std::size_t y) {
        for (int x = 0; x < width_; ++x) {
          Vec2f& out = source_[y * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
          out = {-1, -1};
          const std::optional<Vec2d> pixel = source_of(static_cast<double>(x), static_cast<double>(y));
          if (!pixel) continue;
          const bool inside =
              pixel->x >= 0 && pixel->y >= 0 && pixel->x <= from_width_ - 1 && pixel->y <= from_height_ - 1;
          if (inside) out = {static_cast<float>(pixel->x), static_cast<float>(pixel->y)};
        }
      },
      kRowsAtOnce);
  fill_rim();
}

// Two passes: along the rows from seen pixels, then along the columns from seen pixels and those of the first pass.
void Undistorter::fill_rim() {
  const auto width = static_cast<std::size_t>(width_), height = static_cast<std::size_t>(height_);
  // Fills a line of `count` pixels that are `step` apart.
  const auto fill_line = [&](std::size_t first, std::size_t count, std::size_t step) {
    const auto at = [&](std::size_t i) -> Vec2f& { return source_[first + i * step]; };
    constexpr std::size_t kRim = kRim_px;
    std::vector<std::size_t> filled;  // before this line; the pixels that it fills are no sources
    for (std::size_t i = 0; i < count; ++i) {
      if (at(i).x >= 0) filled.push_back(i);
    }
    for (std::size_t k = 0, i = 0; i < count && !filled.empty(); ++i) {
      while (k + 1 < filled.size() && filled[k + 1] <= i) ++k;
      if (filled[k] == i) continue;
      const std::size_t before = filled[k], after = filled[std::min(k + 1, filled.size() - 1)];
      const auto distance = [&](std::size_t from) { return from > i ? from - i : i - from; };
      const std::size_t nearest = distance(after) < distance(before) ? after : before;
      if (distance(nearest) > kRim) continue;
      const Vec2f source = at(nearest);
      at(i) = {source.x, source.y < 0 ? source.y : -1 - source.y};
    }
  };
  for (std::size_t y = 0; y < height; ++y) fill_line(y * width, width, 1);
  for (std::size_t x = 0; x < width; ++x) fill_line(x, height, width);
}

Undistorter::Undistorter(const CameraD& from, const CameraD& to)
    : from_width_(from.width), from_height_(from.height), width_(to.width), height_(to.height) {
  GS_EXPECT(!to.has_distortion());
  const CameraD camera = with_limits(from);
  fill([&](double x, double y) -> std::optional<Vec2d> {
    // Ray of the output pixel, projected by the distorted camera.
    const Vec3d ray{(x - to.cx) / to.fx, (y - to.cy) / to.fy, 1.0};
    if (!can_project(camera, ray)) return std::nullopt;
    return project(camera, ray);
  });
}

Undistorter::Undistorter(const OmniCamera& from, const CameraD& to)
    : from_width_(from.width), from_height_(from.height), width_(to.width), height_(to.height) {
  GS_EXPECT(to.lens == Lens::equidistant);
  const OmniCamera omni = with_limits(from);
  const CameraD ideal = with_limits(to);
  fill([&](double x, double y) -> std::optional<Vec2d> {
    const auto ray = unproject(ideal, {x, y});
    if (!ray) return std::nullopt;
    return recorded_pixel(omni, *ray);
  });
}

Result<void> Undistorter::check_size(int width, int height) const {
  if (width == from_width_ && height == from_height_) return {};
  return fail(ErrorCode::invalid_argument, "image has {} x {} pixels, its camera {} x {}", width, height, from_width_,
              from_height_);
}

template <class Put>
void Undistorter::fill_image(Image& out, bool with_rim, const Put& put) const {
  const std::size_t pixel = static_cast<std::size_t>(out.channels) * static_cast<std::size_t>(out.bytes_per_sample);
  parallel_for(
      static_cast<std::size_t>(height_),
      [&](std::size_t y) {
        const Vec2f* source = source_.data() + y * static_cast<std::size_t>(width_);
        uint8_t* to = out.row(static_cast<int>(y));
        for (int x = 0; x < width_; ++x, ++source, to += pixel) {
          if (source->y >= 0) {
            put(*source, to);
          } else if (with_rim && source->x >= 0) {
            put({source->x, -1 - source->y}, to);
          } else {
            std::memset(to, 0, pixel);  // the camera did not see it
          }
        }
      },
      kRowsAtOnce);
}

Result<Image> Undistorter::apply(const Image& distorted, Sampling sampling) const {
  GS_CHECK(check_size(distorted.width, distorted.height));
  const Rows rows = rows_of(distorted);
  Image out = Image::make(width_, height_, distorted.channels, distorted.bytes_per_sample);
  if (sampling == Sampling::nearest) {
    fill_image(out, false, [&](Vec2f source, uint8_t* to) { put_nearest(distorted, source, to); });
  } else if (distorted.bytes_per_sample == 1) {
    fill_image(out, true, [&](Vec2f source, uint8_t* to) { put_bilinear<uint8_t>(rows, source, to); });
  } else {
    fill_image(out, true, [&](Vec2f source, uint8_t* to) { put_bilinear<uint16_t>(rows, source, to); });
  }
  return out;
}

Result<Image> Undistorter::apply(const PixelView& distorted, Image reuse) const {
  GS_CHECK(check_size(distorted.width, distorted.height));
  const Rows rows{distorted.data, distorted.width, distorted.height, distorted.channels, distorted.step};
  Image out = std::move(reuse);
  out.width = width_, out.height = height_, out.channels = distorted.channels, out.bytes_per_sample = 1;
  out.data.resize(out.row_bytes() * static_cast<std::size_t>(height_));
  fill_image(out, true, [&](Vec2f source, uint8_t* to) { put_bilinear<uint8_t>(rows, source, to); });
  return out;
}

Image Undistorter::mask() const {
  Image out = Image::make(width_, height_, 1);
  for (std::size_t i = 0; i < source_.size(); ++i) out.data[i] = source_[i].y < 0 ? 0 : 255;
  return out;
}

}  // namespace gs::assets
