// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/moving_masks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/builder/mask_shapes.h"
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

// Cells of points that touch, joined.
struct CellClusters {
  Clusters clusters;
  std::vector<uint32_t> cell_of;  // by point; KeyIndex::kNone where it lies nowhere

  CellClusters(std::span<const Vec3f> points, double cell_m) : cell_of(points.size(), KeyIndex::kNone) {
    KeyIndex cells;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto voxel = mapping::voxel_of(cast<double>(points[i]), cell_m);
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
        if (const uint32_t other = cells.find(mapping::pack(next)); other != KeyIndex::kNone)
          clusters.join(cell, other);
      }
    }
  }
};

// Points of one thing each, as one sweep saw them.
std::vector<std::vector<Vec3f>> objects_of(std::span<const Vec3f> points, double cell_m) {
  CellClusters cells(points, cell_m);
  std::vector<uint32_t> number(cells.clusters.all.size(), KeyIndex::kNone);
  std::vector<std::vector<Vec3f>> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (cells.cell_of[i] == KeyIndex::kNone) continue;
    uint32_t& own = number[cells.clusters.root(cells.cell_of[i])];
    if (own == KeyIndex::kNone) own = static_cast<uint32_t>(out.size()), out.emplace_back();
    out[own].push_back(points[i]);
  }
  return out;
}

// How far apart its points are, at most [m].
double extent_m(std::span<const Vec3f> points) {
  Vec3f low = points[0], high = points[0];
  for (const Vec3f& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
  }
  return static_cast<double>(norm(Vec3f{high.x - low.x, high.y - low.y, 0}));
}

}  // namespace

std::vector<Vec3f> points_of_objects(std::span<const Vec3f> points, const MaskOptions& options) {
  CellClusters cells(points, options.cluster_cell_m);
  std::vector<Vec3f> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (cells.cell_of[i] == KeyIndex::kNone) continue;
    const auto& cluster = cells.clusters.all[cells.clusters.root(cells.cell_of[i])];
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
    std::vector<Vec3f> points;
    for (const mapping::SweepPoint& point : sweep.points) {
      const Vec3d p = sweep.map_from_base * cast<double>(point.position_in_base);
      const auto voxel = mapping::voxel_of(p, voxel_m);
      if (voxel && moving.find(mapping::pack(*voxel)) != KeyIndex::kNone) points.push_back(cast<float>(p));
    }
    if (!points.empty()) out.sweeps_.push_back({sweep.stamp, objects_of(points, 2 * options.cluster_cell_m)});
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
    for (const std::vector<Vec3f>& object : sweep.objects_in_map) cover(object, camera_from_map, lens, mask);
  }
  return mask;
}

// Beams miss windows, and what lies between two of them: an object is covered as a whole.
void MovingMasks::cover(std::span<const Vec3f> object, const Rigid3d& camera_from_map, const CameraD& lens,
                        Image& mask) const {
  struct Disc {
    Vec2d middle;
    double radius;
  };
  std::vector<Disc> discs;
  bool visible = false;
  for (const Vec3f& point : object) {
    const Vec3d p = camera_from_map * cast<double>(point);
    if (p.z < 0.5 || !can_project(lens, p)) continue;
    const Vec2d at = project(lens, p);
    discs.push_back({at, std::max<double>(options_.min_margin_px, lens.fx * options_.margin_m / p.z)});
    visible = visible || (at.x >= 0 && at.y >= 0 && at.x < lens.width && at.y < lens.height);
  }
  if (!visible) return;
  if (mask.empty()) {
    mask = Image::make(lens.width, lens.height, 1);
    std::ranges::fill(mask.data, uint8_t{255});
  }
  std::vector<Vec2d> outline;
  for (const Disc& disc : discs) {
    fill_disc(mask, disc.middle, disc.radius);
    for (const Vec2d& way : {Vec2d{1, 0}, Vec2d{0, 1}, Vec2d{-1, 0}, Vec2d{0, -1}}) {
      outline.push_back(disc.middle + way * disc.radius);
    }
  }
  if (object.size() >= options_.min_filled_points && extent_m(object) <= options_.max_filled_m) {
    fill_hull(mask, std::move(outline));
  }
}

}  // namespace gs
