// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/projected_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gs/assets/image/color_map.h"
#include "gs/assets/image/resample.h"
#include "gs/mapping/camera_lidar/visible_points.h"

namespace gs::builder {
namespace {

constexpr int kPointCell_px = 4;  // one point per cell, so that the image stays visible
constexpr double kFarDepth_m = 40;
constexpr assets::Color kDepths[] = {{0.95f, 0.15f, 0.1f}, {1.0f, 0.85f, 0.1f}, {0.2f, 0.9f, 0.4f}, {0.2f, 0.4f, 1.0f}};

}  // namespace

assets::Image draw_projected_points(const assets::Image& image, const CameraD& camera, const Rigid3d& camera_from_map,
                                    std::span<const mapping::MapPoint> points, double voxel_m) {
  const double scale = std::min(1.0, static_cast<double>(kProjectedSide_px) / std::max(image.width, image.height));
  const auto side = [&](int pixels) { return std::max(1, static_cast<int>(std::lround(pixels * scale))); };
  assets::Image out = scale < 1 ? assets::resampled(image, side(image.width), side(image.height)) : image;
  for (uint8_t& value : out.data) value = static_cast<uint8_t>(value * 3 / 4);
  const CameraD small = scaled(camera, out.width, out.height);
  std::vector<uint32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0u);
  const auto seen =
      mapping::visible_points(points, all, small, camera_from_map, {.voxel_m = voxel_m, .cell_px = kPointCell_px});
  for (const uint32_t i : seen) {
    const Vec3d p = camera_from_map * points[i].position;
    const Vec2d at = project(small, p);
    const auto color = assets::to_bytes(assets::color_at(kDepths, std::clamp(p.z / kFarDepth_m, 0.0, 1.0)));
    const int x0 = static_cast<int>(std::lround(at.x)), y0 = static_cast<int>(std::lround(at.y));
    for (int y = std::max(0, y0); y < std::min(out.height, y0 + 2); ++y) {
      for (int x = std::max(0, x0); x < std::min(out.width, x0 + 2); ++x) {
        const std::size_t pixel =
            3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(out.width) + static_cast<std::size_t>(x));
        std::ranges::copy(color, out.data.begin() + static_cast<std::ptrdiff_t>(pixel));
      }
    }
  }
  return out;
}

}  // namespace gs::builder
