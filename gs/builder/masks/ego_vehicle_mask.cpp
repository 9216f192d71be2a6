// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/ego_vehicle_mask.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/assets/image/resample.h"
#include "gs/core/parallel.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr int kStep = 3;          // [px] distance over which an edge is measured
constexpr int kMargin = 2;        // [px] margin around the detected region
constexpr double kAcross = 0.25;  // sine of the smallest angle between an edge and the image motion

// Statistics of one pixel over all images.
struct Pixel {
  std::array<float, 3> median{};
  float spread = 0;  // standard deviation, estimated from the 10th to the 90th percentile
};
// Largest difference of the median colours over the channels.
float difference(const Pixel& a, const Pixel& b) {
  float most = 0;
  for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::fabs(a.median[c] - b.median[c]));
  return most;
}

// Statistics of all pixels; at() clamps coordinates to the image.
struct Summary {
  int width = 0, height = 0;
  std::vector<Pixel> pixels{};
  const Pixel& at(int x, int y) const {
    return pixels[static_cast<std::size_t>(std::clamp(y, 0, height - 1)) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(std::clamp(x, 0, width - 1))];
  }
};

// The range of the middle 80 % of a normal distribution is 2.56 standard deviations.
Summary summary_of(std::span<const assets::Image> pictures) {
  Summary out{pictures[0].width, pictures[0].height};
  out.pixels.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  const std::size_t count = pictures.size();
  parallel_blocks(out.pixels.size(), 1024, [&](std::size_t begin, std::size_t end, std::size_t) {
    std::vector<uint8_t> values(count);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t k = 0; k < count; ++k) values[k] = pictures[k].data[3 * i + c];
        std::sort(values.begin(), values.end());
        const float low = values[count / 10], high = values[count - 1 - count / 10];
        out.pixels[i].median[c] = values[count / 2];
        out.pixels[i].spread = std::max(out.pixels[i].spread, (high - low) / 2.56f);
      }
    }
  });
  return out;
}

// An unchanged region that reaches the lower border.
struct Part {
  std::vector<int> top;  // [width] topmost row by column; image height where it is absent
  bool above_horizon = false;
};

// Searches regions from the lower border upwards and tests each one.
class VehicleFinder {
 public:
  VehicleFinder(std::span<const assets::Image> pictures, const EgoVehicleMaskCamera& camera,
                const EgoVehicleMaskOptions& options)
      : options_(options),
        camera_(camera),
        summary_(summary_of(pictures)),
        ahead_in_camera_(camera.base_from_camera.conjugate() * Vec3d{1, 0, 0}),
        seen_(summary_.pixels.size(), 0) {}

  // Tests every unchanged region at the lower border. A result that covers too much of the image is rejected.
  assets::Image find() {
    if (!much_moves()) return {};
    assets::Image mask = assets::Image::make(summary_.width, summary_.height, 1);
    std::ranges::fill(mask.data, uint8_t{255});
    for (int x = 0; x < summary_.width; ++x) {
      if (!rests(x, summary_.height - 1) || seen(x, summary_.height - 1)) continue;
      const Part part = grow(x);
      if (is_hood(part)) cover(part, mask);
    }
    const auto covered = static_cast<double>(std::ranges::count(mask.data, uint8_t{0}));
    return covered > 0 && covered <= options_.most_area * static_cast<double>(mask.data.size()) ? mask
                                                                                                : assets::Image{};
  }

 private:
  // True if enough of the image changes, which means that the vehicle drives.
  bool much_moves() const {
    const auto moving = std::count_if(summary_.pixels.begin(), summary_.pixels.end(),
                                      [&](const Pixel& p) { return static_cast<double>(p.spread) > options_.rest; });
    return static_cast<double>(moving) >= options_.least_moving * static_cast<double>(summary_.pixels.size());
  }
  bool rests(int x, int y) const { return static_cast<double>(summary_.at(x, y).spread) <= options_.rest; }
  uint8_t& seen(int x, int y) {
    return seen_[static_cast<std::size_t>(y) * static_cast<std::size_t>(summary_.width) + static_cast<std::size_t>(x)];
  }
  bool is_below_horizon(int x, int y) const {
    const auto ray = unproject(camera_.lens, {static_cast<double>(x), static_cast<double>(y)});
    return ray && (camera_.base_from_camera * normalized(*ray)).z <= -std::sin(options_.below_horizon_rad);
  }

  // Flood fill of unchanged pixels without an edge between them, from a pixel of the lower border.
  Part grow(int x0) {
    Part part{.top = std::vector<int>(static_cast<std::size_t>(summary_.width), summary_.height)};
    std::vector<std::array<int, 2>> open{{x0, summary_.height - 1}};
    seen(x0, summary_.height - 1) = 1;
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      part.top[static_cast<std::size_t>(x)] = std::min(part.top[static_cast<std::size_t>(x)], y);
      part.above_horizon = part.above_horizon || !is_below_horizon(x, y);
      for (const auto& [dx, dy] : {std::array{1, 0}, std::array{-1, 0}, std::array{0, 1}, std::array{0, -1}}) {
        const int nx = x + dx, ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= summary_.width || ny >= summary_.height || seen(nx, ny) || !rests(nx, ny))
          continue;
        if (static_cast<double>(difference(summary_.at(x, y), summary_.at(nx, ny))) > options_.smooth) continue;
        seen(nx, ny) = 1;
        open.push_back({nx, ny});
      }
    }
    return part;
  }

  // True if road texture would visibly move across an edge of this slope. Edges along the driving direction look
  // static.
  bool would_move(int x, int y, double slope) const {
    const Vec2d at{static_cast<double>(x), static_cast<double>(y)};
    const auto ray = unproject(camera_.lens, at);
    if (!ray) return true;  // outside the camera model: cannot be road
    // Image motion of a static point when the vehicle moves forward by 1 % of its distance.
    const Vec3d moved = normalized(*ray) - ahead_in_camera_ * 0.01;
    if (!can_project(camera_.lens, moved)) return false;
    const Vec2d way = project(camera_.lens, moved) - at;
    const double across = std::fabs(way.y - slope * way.x) / std::sqrt(1 + slope * slope);
    return across > kAcross * std::hypot(way.x, way.y);
  }

  // Tests size, horizon and the share of columns whose upper edge would move if it were road.
  bool is_hood(const Part& part) const {
    if (part.above_horizon) return false;
    double columns = 0, evidence = 0;
    const auto top = [&](int x) { return part.top[static_cast<std::size_t>(x)]; };
    for (int x = 0; x < summary_.width; ++x) {
      if (top(x) >= summary_.height) continue;
      ++columns;
      const int left = std::max(x - kStep, 0), right = std::min(x + kStep, summary_.width - 1);
      const double slope = static_cast<double>(top(right) - top(left)) / (right - left);
      // Contrast between the region and the pixel kStep rows above it.
      const float step = difference(summary_.at(x, top(x) - kStep), summary_.at(x, top(x)));
      evidence += static_cast<double>(step) >= options_.edge && would_move(x, top(x), slope);
    }
    return columns >= options_.least_width * summary_.width && evidence >= options_.least_evidence * columns;
  }

  // Masks everything below the upper edge of the region.
  void cover(const Part& part, assets::Image& mask) const {
    for (int x = 0; x < mask.width; ++x) {
      int top = mask.height;
      for (int k = -kMargin; k <= kMargin; ++k) {
        const int column = x + k;
        if (column >= 0 && column < mask.width) top = std::min(top, part.top[static_cast<std::size_t>(column)]);
      }
      if (top >= mask.height) continue;
      for (int y = std::max(0, top - kMargin); y < mask.height; ++y) mask.row(y)[x] = 0;
    }
  }

  const EgoVehicleMaskOptions& options_;
  const EgoVehicleMaskCamera& camera_;
  Summary summary_;
  Vec3d ahead_in_camera_;
  std::vector<uint8_t> seen_;
};

// Views at least the spacing apart, evenly along the path.
std::vector<const RecordedView*> spread_over_path(const RecordedCamera& camera, const EgoVehicleMaskOptions& options) {
  double path_m = 0;
  for (std::size_t i = 1; i < camera.views.size(); ++i) {
    path_m += norm(camera.views[i].map_from_camera.translation - camera.views[i - 1].map_from_camera.translation);
  }
  // About options.pictures views over the whole path.
  const double spacing = std::max(options.spacing_m, path_m / static_cast<double>(options.pictures));
  std::vector<const RecordedView*> out;
  for (const RecordedView& view : camera.views) {
    const bool far =
        out.empty() || norm(view.map_from_camera.translation - out.back()->map_from_camera.translation) >= spacing;
    if (far) out.push_back(&view);
  }
  return out;
}

// Nearest-neighbour enlargement.
assets::Image enlarged(const assets::Image& small, int width, int height) {
  assets::Image out = assets::Image::make(width, height, 1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) out.row(y)[x] = small.row(y * small.height / height)[x * small.width / width];
  }
  return out;
}

}  // namespace

assets::Image find_ego_vehicle(std::span<const assets::Image> pictures, const EgoVehicleMaskCamera& camera,
                               const EgoVehicleMaskOptions& options) {
  if (pictures.size() < options.least_images) return {};
  for (const assets::Image& picture : pictures) {
    GS_EXPECT(picture.width == camera.lens.width && picture.height == camera.lens.height && picture.channels == 3);
  }
  return VehicleFinder(pictures, camera, options).find();
}

Result<assets::Image> ego_vehicle_mask(const RecordedCamera& camera, const EgoVehicleMaskOptions& options,
                                       Progress& progress) {
  const std::vector<const RecordedView*> views = spread_over_path(camera, options);
  if (views.size() < options.least_images) return assets::Image{};
  if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while detecting the ego vehicle");
  const CameraD& lens = camera.lens;
  const int width = std::min(options.width, lens.width);
  // Work on small images: the edges of the vehicle are large.
  const int height = std::max(1, static_cast<int>(std::lround(static_cast<double>(lens.height) * width / lens.width)));
  std::vector<assets::Image> read(views.size()), pictures;
  parallel_for(
      views.size(),
      [&](std::size_t i) {
        const auto image = dataset::read_recorded_image(views[i]->path, lens);
        if (image)
          read[i] = assets::resampled(*image, width, height);  // the painter reports images that cannot be read
      },
      1);
  for (assets::Image& picture : read) {
    if (!picture.empty()) pictures.push_back(std::move(picture));
  }
  const Rigid3d base_from_camera = world::base_link_from_optical(camera.calibration);
  const assets::Image small =
      find_ego_vehicle(pictures, {scaled(lens, width, height), base_from_camera.rotation}, options);
  return small.empty() ? assets::Image{} : enlarged(small, lens.width, lens.height);
}

}  // namespace gs::builder
