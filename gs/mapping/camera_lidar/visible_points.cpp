// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/visible_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gs::mapping {
namespace {

// A point further behind the depth buffer than this is hidden.
constexpr float kHiddenShare = 1.04f, kHiddenStep_m = 0.15f;
// The same for points that may become visible.
constexpr float kNearlyShare = 1.2f, kNearlyStep_m = 0.5f;
constexpr int kLargestSplat_px = 12;  // half the edge of the square that a near point covers

// A projected point.
struct Projected {
  uint32_t index;
  float depth, x, y;
};

// Depth of the nearest surface for every pixel [height, width]: each point covers a square of one voxel.
std::vector<float> depth_buffer(std::span<const Projected> points, const CameraD& camera, double voxel_m) {
  std::vector<float> depth(static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height),
                           std::numeric_limits<float>::infinity());
  for (const Projected& p : points) {
    // 0.6 and not 0.5 of a voxel: the squares of neighbours overlap, so that a surface has no holes.
    const int half = std::min(kLargestSplat_px, static_cast<int>(0.6 * voxel_m * camera.fx / double{p.depth} + 0.5));
    const int cx = static_cast<int>(std::lround(p.x)), cy = static_cast<int>(std::lround(p.y));
    for (int y = std::max(cy - half, 0); y <= std::min(cy + half, camera.height - 1); ++y) {
      for (int x = std::max(cx - half, 0); x <= std::min(cx + half, camera.width - 1); ++x) {
        float& d =
            depth[static_cast<std::size_t>(y) * static_cast<std::size_t>(camera.width) + static_cast<std::size_t>(x)];
        d = std::min(d, p.depth);
      }
    }
  }
  return depth;
}

std::size_t depth_index(const CameraD& camera, const Projected& p) {
  const auto x = std::clamp(static_cast<int>(std::lround(p.x)), 0, camera.width - 1);
  const auto y = std::clamp(static_cast<int>(std::lround(p.y)), 0, camera.height - 1);
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(camera.width) + static_cast<std::size_t>(x);
}

// Points inside the image or at most `margin` pixels outside.
std::vector<Projected> project_all(std::span<const MapPoint> points, std::span<const uint32_t> candidates,
                                   const CameraD& camera, const Rigid3d& camera_from_map,
                                   const VisibilityOptions& options, double margin) {
  std::vector<Projected> seen;
  const Mat3d rotation = to_matrix(camera_from_map.rotation);
  for (const uint32_t i : candidates) {
    const Vec3d p = rotation * points[i].position + camera_from_map.translation;
    if (!(p.z >= options.min_depth_m && p.z <= options.max_depth_m) || !can_project(camera, p)) continue;
    const Vec2d pixel = project(camera, p);
    if (!(pixel.x >= -margin && pixel.y >= -margin && pixel.x <= camera.width - 1 + margin &&
          pixel.y <= camera.height - 1 + margin)) {
      continue;
    }
    seen.push_back({i, static_cast<float>(p.z), static_cast<float>(pixel.x), static_cast<float>(pixel.y)});
  }
  return seen;
}

}  // namespace

std::vector<uint32_t> nearly_visible_points(std::span<const MapPoint> points, const CameraD& camera,
                                            const Rigid3d& camera_from_map, const VisibilityOptions& options) {
  std::vector<uint32_t> all;
  const Vec3d centre = camera_from_map.inverse().translation;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d offset = points[i].position - centre;
    if (dot(offset, offset) < options.max_depth_m * options.max_depth_m) all.push_back(static_cast<uint32_t>(i));
  }
  const auto seen = project_all(points, all, camera, camera_from_map, options, 0.08 * camera.width);
  const std::vector<float> depth = depth_buffer(seen, camera, options.voxel_m);
  std::vector<uint32_t> out;
  for (const Projected& p : seen) {
    if (p.depth <= depth[depth_index(camera, p)] * kNearlyShare + kNearlyStep_m) out.push_back(p.index);
  }
  return out;
}

std::vector<uint32_t> visible_points(std::span<const MapPoint> points, std::span<const uint32_t> candidates,
                                     const CameraD& camera, const Rigid3d& camera_from_map,
                                     const VisibilityOptions& options) {
  const auto seen = project_all(points, candidates, camera, camera_from_map, options, -1);
  const std::vector<float> depth = depth_buffer(seen, camera, options.voxel_m);
  const auto cell = static_cast<std::size_t>(options.cell_px);
  const std::size_t across = static_cast<std::size_t>(camera.width) / cell + 1;
  const std::size_t down = static_cast<std::size_t>(camera.height) / cell + 1;
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> nearest(across * down, kNone);
  for (uint32_t i = 0; i < seen.size(); ++i) {
    const Projected& p = seen[i];
    const std::size_t at = depth_index(camera, p), width = static_cast<std::size_t>(camera.width);
    if (p.depth > depth[at] * kHiddenShare + kHiddenStep_m) continue;
    if (!options.seen.empty() && options.seen[at] == 0) continue;
    uint32_t& best = nearest[at / width / cell * across + at % width / cell];
    if (best == kNone || p.depth < seen[best].depth) best = i;
  }
  std::vector<uint32_t> out;
  for (const uint32_t i : nearest) {
    if (i != kNone) out.push_back(seen[i].index);
  }
  if (out.size() <= options.most) return out;
  std::vector<uint32_t> thinned(options.most);
  // Cells come row by row, so even steps in the list keep points in all of the image.
  for (std::size_t i = 0; i < thinned.size(); ++i) thinned[i] = out[i * out.size() / thinned.size()];
  return thinned;
}

}  // namespace gs::mapping
