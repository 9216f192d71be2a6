// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/ground/ground_surface.h"

#include <algorithm>

#include "gs/core/parallel.h"
#include "gs/mapping/ground/ground_points.h"
#include "gs/mapping/ground/height_filters.h"
#include "gs/mapping/ground/point_grid.h"

namespace gs::mapping {
namespace {

constexpr double kMaxSamples = 1 << 28;  // 1 GiB of heights
// Robust low mean: the mean of the points from kBelow_m below to kAbove_m above the low quantile kLowShare.
constexpr double kLowShare = 0.1, kBelow_m = 0.05, kAbove_m = 0.08;
// Greatest weight of one map voxel, however many points it holds.
constexpr uint32_t kMaxWeight = 20;

// All samples unknown. They lie on whole multiples of the resolution, so that the grids of one world line up.
Result<GroundSurface> empty_surface(const Extent& extent, double resolution_m) {
  const double x0 = std::floor(extent.x_min / resolution_m), x1 = std::ceil(extent.x_max / resolution_m);
  const double y0 = std::floor(extent.y_min / resolution_m), y1 = std::ceil(extent.y_max / resolution_m);
  const double width = x1 - x0 + 1, height = y1 - y0 + 1;
  if (!(extent.x_min < extent.x_max) || !(extent.y_min < extent.y_max)) {
    return fail(ErrorCode::invalid_argument,
                "the extent of the ground is empty: x and y need a minimum below the maximum");
  }
  if (!(width * height <= kMaxSamples)) {
    return fail(ErrorCode::limit_exceeded, "a ground of {} x {} samples is too large, the limit is 2^28 samples", width,
                height)
        .with_hint("choose a smaller extent or a larger heightmap resolution");
  }
  GroundSurface surface{.width = static_cast<int>(width), .height = static_cast<int>(height)};
  surface.resolution_m = resolution_m;
  surface.origin_x = x0 * resolution_m;
  surface.origin_y = y0 * resolution_m;
  surface.heights.assign(static_cast<std::size_t>(width * height), std::nanf(""));
  return surface;
}

// The hint depends on how far the vehicle drove.
Error no_ground(std::size_t points, double length_m) {
  constexpr double kHardlyMoved_m = 10;  // about the diameter of the circle that a roof LiDAR cannot see
  Error error = fail(ErrorCode::invalid_data,
                     "none of {} map points is ground under or beside the trajectory of {:.1f} m", points, length_m);
  if (length_m < kHardlyMoved_m)
    return std::move(error).with_hint(
        "the vehicle hardly moved, and a LiDAR does not see the ground below it: record a drive of 20 m or more; or "
        "check "
        "that poses are those of base_link on the ground, and the LiDAR's extrinsics");
  return std::move(error).with_hint(
      "check that poses are those of base_link on the ground, and the LiDAR's extrinsics");
}

struct Weighted {
  double z, weight;
};

// Weighted mean of the low end of a height distribution: insensitive to low outliers and to objects above the ground.
float robust_low_mean(std::vector<Weighted>& samples) {
  std::sort(samples.begin(), samples.end(), [](const Weighted& a, const Weighted& b) { return a.z < b.z; });
  double total = 0;
  for (const Weighted& s : samples) total += s.weight;
  if (total <= 0) return std::nanf("");
  double below = 0, low = samples.front().z;
  for (const Weighted& s : samples) {
    low = s.z;
    below += s.weight;
    if (below >= kLowShare * total) break;
  }
  double sum = 0, weight = 0;
  for (const Weighted& s : samples) {
    if (s.z < low - kBelow_m || s.z > low + kAbove_m) continue;
    sum += s.z * s.weight;
    weight += s.weight;
  }
  return static_cast<float>(sum / weight);
}

// Height of every sample from the points in the four cells that meet in it, with bilinear weights.
void measure(std::span<const MapPoint> ground, GroundSurface& surface) {
  const double r = surface.resolution_m;
  const Extent cover{surface.origin_x, surface.origin_x + (surface.width - 1) * r, surface.origin_y,
                     surface.origin_y + (surface.height - 1) * r};
  const PointGrid grid(ground, cover, r);
  for_each_sample<std::vector<Weighted>>(surface, [&](int ix, int iy, std::vector<Weighted>& near) {
    near.clear();
    const double x = surface.origin_x + ix * r, y = surface.origin_y + iy * r;
    for (int v = std::max(0, iy - 1); v <= iy; ++v) {
      for (int u = std::max(0, ix - 1); u <= ix; ++u) {
        for (const uint32_t i : grid.points(static_cast<std::size_t>(v) * grid.width() + static_cast<std::size_t>(u))) {
          const MapPoint& p = ground[i];
          const double wx = 1 - std::abs(p.position.x - x) / r, wy = 1 - std::abs(p.position.y - y) / r;
          if (wx <= 0 || wy <= 0) continue;
          near.push_back({p.position.z, wx * wy * std::min(p.count, kMaxWeight)});
        }
      }
    }
    if (!near.empty()) surface.heights[surface.index(ix, iy)] = robust_low_mean(near);
  });
}

// Fills unknown samples under the vehicle with the plane of its wheels. Returns the number of filled samples.
std::size_t fill_under_path(const Trajectory& trajectory, double half_width_m, GroundSurface& surface) {
  const double r = surface.resolution_m;
  std::size_t filled = 0;
  for (const Rigid3d& pose : poses_along(trajectory, 0.5 * r)) {
    const Vec3d p = pose.translation, up = pose.rotation * Vec3d{0, 0, 1};
    if (up.z < 0.5) continue;
    const auto first = [&](double v, double origin) {
      return static_cast<int>(std::clamp(std::floor((v - half_width_m - origin) / r), 0.0, 1e9));
    };
    const auto last = [&](double v, double origin, int size) {
      return static_cast<int>(std::clamp(std::ceil((v + half_width_m - origin) / r), -1.0, size - 1.0));
    };
    for (int iy = first(p.y, surface.origin_y); iy <= last(p.y, surface.origin_y, surface.height); ++iy) {
      for (int ix = first(p.x, surface.origin_x); ix <= last(p.x, surface.origin_x, surface.width); ++ix) {
        float& h = surface.heights[surface.index(ix, iy)];
        const double dx = surface.origin_x + ix * r - p.x, dy = surface.origin_y + iy * r - p.y;
        if (!std::isnan(h)) continue;
        h = static_cast<float>(p.z - (up.x * dx + up.y * dy) / up.z);
        ++filled;
      }
    }
  }
  return filled;
}

}  // namespace

Extent extent_around(const Trajectory& trajectory, double margin_m) {
  const Vec3d first = trajectory.poses().front().map_from_body.translation;
  Extent e{first.x, first.x, first.y, first.y};
  for (const StampedPose& pose : trajectory.poses()) {
    const Vec3d p = pose.map_from_body.translation;
    e = {std::min(e.x_min, p.x), std::max(e.x_max, p.x), std::min(e.y_min, p.y), std::max(e.y_max, p.y)};
  }
  return {e.x_min - margin_m, e.x_max + margin_m, e.y_min - margin_m, e.y_max + margin_m};
}

std::optional<double> ground_height(const GroundSurface& surface, double x, double y) {
  const double u = (x - surface.origin_x) / surface.resolution_m, v = (y - surface.origin_y) / surface.resolution_m;
  if (!(u >= 0 && v >= 0 && u <= surface.width - 1 && v <= surface.height - 1)) return std::nullopt;
  const int ix = std::min(static_cast<int>(u), surface.width - 2),
            iy = std::min(static_cast<int>(v), surface.height - 2);
  if (ix < 0 || iy < 0) return std::nullopt;
  const double a = u - ix, b = v - iy;
  const double low = surface.at(ix, iy) * (1 - a) + surface.at(ix + 1, iy) * a;
  const double high = surface.at(ix, iy + 1) * (1 - a) + surface.at(ix + 1, iy + 1) * a;
  const double h = low * (1 - b) + high * b;
  return std::isnan(h) ? std::nullopt : std::optional(h);
}

Result<GroundSurface> GroundSurfaceBuilder::run(std::span<const MapPoint> map, const Trajectory& trajectory,
                                                const std::optional<Extent>& extent, const Options& options) {
  if (trajectory.empty())
    return fail(ErrorCode::invalid_argument, "the ground needs a trajectory with at least one pose to start from");
  const Extent area = extent.value_or(extent_around(trajectory, options.margin_m));
  GS_TRY(GroundSurface surface, empty_surface(area, options.resolution_m));

  // Segment the ground, measure heights, filter, then fill what was not measured.
  std::vector<MapPoint> ground;
  for (const uint32_t i : ground_points(map, trajectory, area, options)) ground.push_back(map[i]);
  if (ground.empty()) {
    return no_ground(map.size(), trajectory.length_m());
  }
  measure(ground, surface);
  // Before the holes are looked for: the outliers that it drops are filled like what was never seen.
  median_filter(surface, options.median_kernel, options.outlier_threshold_m);
  surface.measured = static_cast<std::size_t>(
      std::count_if(surface.heights.begin(), surface.heights.end(), [](float h) { return !std::isnan(h); }));
  for (const float h : surface.heights) surface.guessed.push_back(std::isnan(h) ? 1 : 0);
  surface.interpolated = fill_holes(surface, options.max_hole_m2);
  surface.from_path = fill_under_path(trajectory, options.path_half_width_m, surface);
  return surface;
}

}  // namespace gs::mapping
