// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/moving_masks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/mapping/voxel.h"

namespace gs {
namespace {

using mapping::KeyIndex;
using mapping::Voxel;

// Disjoint sets of cells, each with what is known about it.
struct Clusters {
  struct Cluster {
    uint32_t parent;
    std::size_t points = 0;
    float low = std::numeric_limits<float>::infinity(), high = -low;
  };
  std::vector<Cluster> all;

  uint32_t root(uint32_t i) {
    while (all[i].parent != i) i = all[i].parent = all[all[i].parent].parent;
    return i;
  }
  void join(uint32_t a, uint32_t b) {
    a = root(a), b = root(b);
    if (a == b) return;
    if (b < a) std::swap(a, b);
    all[b].parent = a;
    all[a].points += all[b].points;
    all[a].low = std::min(all[a].low, all[b].low), all[a].high = std::max(all[a].high, all[b].high);
  }
};

void fill_disc(Image& mask, Vec2d middle, double radius) {
  const int x0 = std::max(0, static_cast<int>(std::floor(middle.x - radius)));
  const int x1 = std::min(mask.width - 1, static_cast<int>(std::ceil(middle.x + radius)));
  const int y0 = std::max(0, static_cast<int>(std::floor(middle.y - radius)));
  const int y1 = std::min(mask.height - 1, static_cast<int>(std::ceil(middle.y + radius)));
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      const double dx = x - middle.x, dy = y - middle.y;
      if (dx * dx + dy * dy <= radius * radius) mask.row(y)[x] = 0;
    }
  }
}

}  // namespace

std::vector<Vec3f> points_of_objects(std::span<const Vec3f> points, const MaskOptions& options) {
  KeyIndex cells;
  Clusters clusters;
  std::vector<uint32_t> cell_of(points.size(), KeyIndex::kNone);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto voxel = mapping::voxel_of(cast<double>(points[i]), options.cluster_cell_m);
    if (!voxel) continue;
    const uint32_t cell = cell_of[i] = cells.find_or_add(mapping::pack(*voxel));
    if (cell == clusters.all.size()) clusters.all.push_back({.parent = cell});
    auto& cluster = clusters.all[cell];
    ++cluster.points;
    cluster.low = std::min(cluster.low, points[i].z), cluster.high = std::max(cluster.high, points[i].z);
  }
  for (uint32_t cell = 0; cell < clusters.all.size(); ++cell) {
    const Voxel at = mapping::unpack(cells.keys()[cell]);
    for (int k = 0; k < 27; ++k) {
      const Voxel next{at.x + k % 3 - 1, at.y + k / 3 % 3 - 1, at.z + k / 9 - 1};
      if (const uint32_t other = cells.find(mapping::pack(next)); other != KeyIndex::kNone) clusters.join(cell, other);
    }
  }
  std::vector<Vec3f> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (cell_of[i] == KeyIndex::kNone) continue;
    const auto& cluster = clusters.all[clusters.root(cell_of[i])];
    const bool high_enough = cluster.high - cluster.low >= static_cast<float>(options.min_cluster_height_m);
    if (high_enough && cluster.points >= options.min_cluster_points) out.push_back(points[i]);
  }
  return out;
}

Result<MovingMasks> MovingMasks::create(std::span<const Vec3f> moving_in_map, double voxel_m, RecordedSweeps& sweeps,
                                        const MaskOptions& options, Progress& progress) {
  MovingMasks out(options);
  KeyIndex moving;
  for (const Vec3f& point : points_of_objects(moving_in_map, options)) {
    if (const auto voxel = mapping::voxel_of(cast<double>(point), voxel_m)) moving.find_or_add(mapping::pack(*voxel));
  }
  if (moving.size() == 0) return out;
  progress.begin("finding what moved", sweeps.count(), "sweeps");
  for (std::size_t i = 0; i < sweeps.count(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while looking for what moved");
    GS_TRY(const mapping::Sweep sweep, sweeps.read(i));
    MovingSweep own{sweep.stamp, {}};
    for (const mapping::SweepPoint& point : sweep.points) {
      const Vec3d p = sweep.map_from_base * cast<double>(point.position_in_base);
      const auto voxel = mapping::voxel_of(p, voxel_m);
      if (voxel && moving.find(mapping::pack(*voxel)) != KeyIndex::kNone) own.points_in_map.push_back(cast<float>(p));
    }
    if (!own.points_in_map.empty()) out.sweeps_.push_back(std::move(own));
    progress.advance(i + 1);
  }
  progress.finish();
  return out;
}

Image MovingMasks::mask_of(const RecordedView& view, const CameraD& lens) const {
  Image mask;
  const Rigid3d camera_from_map = view.map_from_camera.inverse();
  for (const MovingSweep& sweep : sweeps_) {
    const double after = (sweep.stamp - view.stamp).seconds();
    if (after < -options_.before_s || after > options_.after_s) continue;
    for (const Vec3f& point : sweep.points_in_map) {
      const Vec3d p = camera_from_map * cast<double>(point);
      if (p.z < 0.5 || !can_project(lens, p)) continue;
      const Vec2d pixel = project(lens, p);
      if (!(pixel.x >= 0 && pixel.y >= 0 && pixel.x < lens.width && pixel.y < lens.height)) continue;
      if (mask.empty()) {
        mask = Image::make(lens.width, lens.height, 1);
        std::ranges::fill(mask.data, uint8_t{255});
      }
      fill_disc(mask, pixel, std::max<double>(options_.min_margin_px, lens.fx * options_.margin_m / p.z));
    }
  }
  return mask;
}

}  // namespace gs
