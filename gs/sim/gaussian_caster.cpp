// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/gaussian_caster.h"

#include <algorithm>
#include <cmath>

namespace gs::sim {
namespace {

constexpr int kSides = 4;

// Optical axes (z ahead, x right, y down) for a horizontal look along yaw.
Quaterniond looking_along(double yaw) { return Quaterniond::from_rpy(0, 0, yaw) * Quaterniond{-0.5, 0.5, -0.5, 0.5}; }

CameraD side_camera(const GaussianCastSettings& settings) {
  // 90 degrees wide; at its edge a ray of elevation e lies tan(e) sqrt(2) high in the picture.
  const int width = std::clamp(static_cast<int>(std::ceil(kPi / 2 / settings.resolution_rad)) | 1, 65, 4095);
  const double focal = 0.5 * width;
  const double half_height = focal * std::tan(std::clamp(settings.max_elevation_rad, 0.05, 1.2)) * std::sqrt(2.0) + 2.0;
  const int height = std::clamp(2 * static_cast<int>(half_height) + 1, 65, 8191);
  return with_limits(
      {.width = width, .height = height, .fx = focal, .fy = focal, .cx = 0.5 * (width - 1), .cy = 0.5 * (height - 1)});
}

}  // namespace

Result<void> cast_gaussians(Rasterizer& rasterizer, const RenderSettings& look, const GaussianCastSettings& settings,
                            Vec3d origin, std::span<const Ray> rays, std::span<float> distances) {
  std::fill(distances.begin(), distances.end(), kFar);
  if (rays.empty()) return {};
  const CameraD camera = side_camera(settings);
  const Vec3d eye = cast<double>(rays[0].origin) + origin;
  std::vector<RenderView> views;
  for (int side = 0; side < kSides; ++side) {
    views.push_back({.camera = camera, .map_from_camera = {looking_along(side * kPi / 2), eye}});
  }
  RenderSettings only_depth = look;
  only_depth.far_m = settings.max_range_m;
  only_depth.color = false, only_depth.alpha = false, only_depth.depth = true;
  GS_TRY(const auto pictures, rasterizer.render(views, only_depth));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Vec3d d = cast<double>(rays[i].direction);
    const int side = (static_cast<int>(std::lround(std::atan2(d.y, d.x) / (kPi / 2))) + kSides) % kSides;
    const Vec3d in_camera = views[static_cast<std::size_t>(side)].map_from_camera.rotation.conjugate() * d;
    if (in_camera.z <= 0) continue;
    const Vec2d pixel = project(camera, in_camera);
    const auto x = static_cast<int>(std::lround(pixel.x)), y = static_cast<int>(std::lround(pixel.y));
    if (x < 0 || y < 0 || x >= camera.width || y >= camera.height) continue;
    const float depth = pictures[static_cast<std::size_t>(side)]
                            .median_depth[static_cast<std::size_t>(y) * static_cast<std::size_t>(camera.width) +
                                          static_cast<std::size_t>(x)];
    const auto distance = static_cast<float>(depth / in_camera.z);
    if (depth > 0 && distance <= rays[i].max_distance) distances[i] = distance;
  }
  return {};
}

}  // namespace gs::sim
