// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sensors/gaussian_caster.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gs::sim {
namespace {

constexpr std::size_t kSides = 4;

// Index of the depth image that contains a direction: 0 looks along +x, 1 along +y, 2 along -x, 3 along -y.
std::size_t side_of(Vec3d direction) {
  const auto quarter = std::lround(std::atan2(direction.y, direction.x) / (kPi / 2));
  return static_cast<std::size_t>(quarter + static_cast<long>(kSides)) % kSides;
}

// Mean ray origin of each side; the mean of all rays for a side without rays.
std::array<Vec3d, kSides> eyes_of(std::span<const raycast::Ray> rays) {
  std::array<Vec3d, kSides> sums{};
  std::array<double, kSides> counts{};
  Vec3d all{};
  for (const raycast::Ray& ray : rays) {
    const std::size_t side = side_of(cast<double>(ray.direction));
    sums[side] += cast<double>(ray.origin);
    counts[side] += 1;
    all += cast<double>(ray.origin);
  }
  for (std::size_t side = 0; side < kSides; ++side) {
    sums[side] = counts[side] > 0 ? sums[side] / counts[side] : all / static_cast<double>(rays.size());
  }
  return sums;
}

// Rotation of a camera that looks horizontally along yaw; optical axes are z forward, x right, y down.
Quaterniond looking_along(double yaw) { return Quaterniond::from_rpy(0, 0, yaw) * Quaterniond{-0.5, 0.5, -0.5, 0.5}; }

CameraD side_camera(const GaussianCastSettings& settings) {
  // 90 degrees wide plus a margin of one pixel on each side. At the image's left and right edge a ray of elevation e
  // projects to tan(e) sqrt(2) focal lengths above the centre.
  const int width = std::clamp(static_cast<int>(std::ceil(kPi / 2 / settings.resolution_rad)) | 1, 65, 4095);
  const double focal = 0.5 * width - 1.0;
  const double half_height = focal * std::tan(std::clamp(settings.max_elevation_rad, 0.05, 1.2)) * std::sqrt(2.0) + 2.0;
  const int height = std::clamp(2 * static_cast<int>(half_height) + 1, 65, 8191);
  return with_limits(
      {.width = width, .height = height, .fx = focal, .fy = focal, .cx = 0.5 * (width - 1), .cy = 0.5 * (height - 1)});
}

}  // namespace

Result<void> cast_gaussians(splat::Rasterizer& rasterizer, const splat::RenderSettings& look,
                            const GaussianCastSettings& settings, Vec3d origin, std::span<const raycast::Ray> rays,
                            std::span<float> distances) {
  std::fill(distances.begin(), distances.end(), raycast::kFar);
  if (rays.empty()) return {};
  const CameraD camera = side_camera(settings);
  const std::array<Vec3d, kSides> eyes = eyes_of(rays);
  std::vector<splat::RenderView> views;
  for (std::size_t side = 0; side < kSides; ++side) {
    const Quaterniond look_along = looking_along(static_cast<double>(side) * kPi / 2);
    views.push_back({.camera = camera, .map_from_camera = {look_along, eyes[side] + origin}});
  }
  // Only the depth channel is needed.
  splat::RenderSettings only_depth = look;
  only_depth.far_m = settings.max_range_m;
  only_depth.color = false, only_depth.alpha = false, only_depth.depth = true;
  GS_TRY(const auto pictures, rasterizer.render(views, only_depth));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    // Look up the pixel that the ray's direction hits; depth / z converts depth along the optical axis to distance
    // along the ray.
    const Vec3d d = cast<double>(rays[i].direction);
    const std::size_t side = side_of(d);
    const Vec3d in_camera = views[side].map_from_camera.rotation.conjugate() * d;
    if (in_camera.z <= 0) continue;
    const Vec2d pixel = project(camera, in_camera);
    const auto x = static_cast<int>(std::lround(pixel.x)), y = static_cast<int>(std::lround(pixel.y));
    if (x < 0 || y < 0 || x >= camera.width || y >= camera.height) continue;
    const float depth =
        pictures[side].median_depth[static_cast<std::size_t>(y) * static_cast<std::size_t>(camera.width) +
                                    static_cast<std::size_t>(x)];
    // The image shows distances from the eye; the ray itself begins `ahead` of it along its direction.
    const double ahead = dot(cast<double>(rays[i].origin) - eyes[side], d);
    const auto distance = static_cast<float>(depth / in_camera.z - ahead);
    if (depth > 0 && distance > 0 && distance <= rays[i].max_distance) distances[i] = distance;
  }
  return {};
}

}  // namespace gs::sim
