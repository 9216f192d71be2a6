// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/static_map.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "gs/core/parallel.h"
#include "gs/mapping/moving_evidence.h"

namespace gs::mapping {
namespace {

// Sweeps that count as one look: together they leave fewer gaps between beams, and in so short a time little moves.
constexpr std::size_t kGroup = 3;
// Groups looked at together, one a thread. Fixed, so that memory is too.
constexpr std::size_t kBatch = 4;
// Column of the map in which the lowest point stands for the ground.
constexpr double kColumn_m = 0.4;
// Below an emptied voxel, and this near the ground, things went with what stood above: their own voxel touches the
// ground, whose inside no ray ever sees, so it can never be seen empty.
constexpr double kSkirt_m = 0.6;

struct Cell {
  Vec3f sum;        // of the points, relative to the voxel's corner [m]
  Vec3f to_sensor;  // sum of unit vectors
  float intensity = 0;
  uint32_t count = 0;
};

struct Accumulator {
  double voxel_m;
  KeyIndex index;
  std::vector<Cell> cells;

  bool add(Vec3d point, Vec3d to_sensor, float intensity) {
    const auto voxel = voxel_of(point, voxel_m);
    if (!voxel) return false;
    const uint32_t i = index.find_or_add(pack(*voxel));
    if (i == cells.size()) cells.emplace_back();
    Cell& cell = cells[i];
    cell.sum += cast<float>(point - corner(*voxel));
    cell.to_sensor += cast<float>(to_sensor);
    cell.intensity += intensity;
    ++cell.count;
    return true;
  }
  Vec3d corner(Voxel v) const { return Vec3d{double(v.x), double(v.y), double(v.z)} * voxel_m; }
  MapPoint point(std::size_t i) const {
    const Cell& cell = cells[i];
    const auto n = static_cast<float>(cell.count);
    return {corner(unpack(index.keys()[i])) + cast<double>(cell.sum / n), cell.intensity / n, cell.count,
            cell.to_sensor / n};
  }
};

struct RangeGate {
  double min_m, max_m;
  bool passes(Vec3f origin, Vec3f point) const {
    const Vec3f d = point - origin;
    const float squared = dot(d, d);
    return squared >= min_m * min_m && squared <= max_m * max_m;  // false for NaN
  }
};

Vec3f origin_of(const Sweep& sweep, std::size_t i) {
  return i < sweep.ray_origins.size() ? sweep.ray_origins[i] : cast<float>(sweep.sensor_in_base);
}

Result<void> check_stop(const Progress& progress) {
  if (progress.stop_requested()) return fail(ErrorCode::interrupted, "mapping was stopped");
  return {};
}

Result<void> accumulate(SweepSource& sweeps, const RangeGate& gate, Accumulator& all, StaticMap& map,
                        Progress& progress) {
  progress.begin("integrating sweeps", sweeps.count(), "sweeps");
  for (std::size_t s = 0; s < sweeps.count(); ++s) {
    GS_CHECK(check_stop(progress));
    GS_TRY(const Sweep sweep, sweeps.read(s));
    const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
    map.points_read += sweep.points.size();
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      const auto& [position, intensity] = sweep.points[i];
      const Vec3f origin = origin_of(sweep, i);
      if (!gate.passes(origin, position)) continue;
      const Vec3d in_map = rotation * cast<double>(position) + sweep.map_from_base.translation;
      const Vec3d back = cast<double>(origin - position);
      map.points_used += all.add(in_map, rotation * (back / std::max(norm(back), 1e-6)), intensity) ? 1 : 0;
    }
    progress.advance(s + 1);
  }
  progress.finish();
  return {};
}

std::vector<FreeSpace::Ray> rays_of(std::span<const Sweep> group, double min_range_m) {
  const RangeGate gate{min_range_m, 1e6};
  std::vector<FreeSpace::Ray> rays;
  for (const Sweep& sweep : group) {
    const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
    const auto in_map = [&](Vec3f p) { return rotation * cast<double>(p) + sweep.map_from_base.translation; };
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      const Vec3f origin = origin_of(sweep, i), end = sweep.points[i].position_in_base;
      if (gate.passes(origin, end)) rays.push_back({in_map(origin), in_map(end)});
    }
  }
  return rays;
}

Result<void> look_through(SweepSource& sweeps, const StaticMapOptions& options, MovingEvidence& evidence,
                          Progress& progress) {
  std::vector<FreeSpace> spaces(kBatch, FreeSpace(options.evidence_voxel_m, options.max_range_m));
  std::vector<Sweep> batch;
  progress.begin("finding moving objects", sweeps.count(), "sweeps");
  for (std::size_t s = 0; s < sweeps.count(); s += batch.size()) {
    GS_CHECK(check_stop(progress));
    batch.clear();
    while (batch.size() < kBatch * kGroup && s + batch.size() < sweeps.count()) {
      GS_TRY(Sweep sweep, sweeps.read(s + batch.size()));
      batch.push_back(std::move(sweep));
    }
    parallel_blocks(batch.size(), kGroup, [&](std::size_t begin, std::size_t end, std::size_t group) {
      const Sweep& middle = batch[(begin + end) / 2];
      const std::span<const Sweep> together(&batch[begin], end - begin);
      spaces[group].observe(middle.map_from_base * middle.sensor_in_base, rays_of(together, options.min_range_m));
    });
    for (std::size_t group = 0; group * kGroup < batch.size(); ++group) evidence.add(spaces[group]);
    progress.advance(s + batch.size());
  }
  progress.finish();
  return {};
}

// Height of the lowest point of each column; single points may be echoes from below the ground and do not count.
class LowestPoints {
 public:
  explicit LowestPoints(const Accumulator& all) {
    for (std::size_t i = 0; i < all.cells.size(); ++i) {
      if (all.cells[i].count < 2) continue;
      const MapPoint point = all.point(i);
      const uint32_t column = columns_.find_or_add(key(point.position));
      if (column == lowest_.size()) lowest_.push_back(point.position.z);
      lowest_[column] = std::min(lowest_[column], point.position.z);
    }
  }
  double above(Vec3d point) const {
    const uint32_t column = columns_.find(key(point));
    return column == KeyIndex::kNone ? 0 : point.z - lowest_[column];
  }

 private:
  static uint64_t key(Vec3d point) {
    const auto cell = voxel_of({point.x, point.y, 0}, kColumn_m);
    return cell ? pack(*cell) : 0;
  }
  KeyIndex columns_;
  std::vector<double> lowest_;
};

// The occupied voxels above the ground, and which of them hold something that moved.
class MovedVoxels {
 public:
  MovedVoxels(const Accumulator& all, const MovingEvidence& evidence, const StaticMapOptions& options)
      : lowest_(all), options_(options) {
    for (std::size_t i = 0; i < all.cells.size(); ++i) {
      const Vec3d point = all.point(i).position;
      const auto voxel = above_ground(point);
      if (!voxel || voxels_.find_or_add(pack(*voxel)) < emptied_.size()) continue;
      emptied_.push_back(evidence.emptied(*voxel) || (lowest_.above(point) <= kSkirt_m && skirt(*voxel, evidence)));
    }
  }

  // By majority of the voxel and its occupied neighbours: a voxel that no sweep happened to see through goes with the
  // object it is part of, and one that a stray ray crossed stays with its wall.
  bool moved(Vec3d point) const {
    const auto voxel = above_ground(point);
    if (!voxel) return false;
    int balance = 0;
    for (int i = 0; i < 27; ++i) {
      const Voxel near{voxel->x + i % 3 - 1, voxel->y + i / 3 % 3 - 1, voxel->z + i / 9 - 1};
      const uint32_t index = voxels_.find(pack(near));
      if (index == KeyIndex::kNone) continue;
      balance += (emptied_[index] ? 1 : -1) * (near == *voxel ? 2 : 1);
    }
    return balance > 0;
  }

 private:
  std::optional<Voxel> above_ground(Vec3d point) const {
    if (lowest_.above(point) <= options_.ground_guard_m) return std::nullopt;
    return voxel_of(point, options_.evidence_voxel_m);
  }
  static bool skirt(Voxel v, const MovingEvidence& evidence) {
    for (int i = 0; i < 18; ++i) {
      if (evidence.emptied({v.x + i % 3 - 1, v.y + i / 3 % 3 - 1, v.z + 1 + i / 9})) return true;
    }
    return false;
  }

  LowestPoints lowest_;
  const StaticMapOptions& options_;
  KeyIndex voxels_;
  std::vector<uint8_t> emptied_;
};

}  // namespace

Result<StaticMap> build_static_map(SweepSource& sweeps, const StaticMapOptions& options, Progress& progress) {
  StaticMap map{.voxel_m = options.voxel_m};
  Accumulator all{.voxel_m = options.voxel_m, .index = {}, .cells = {}};
  GS_CHECK(accumulate(sweeps, {options.min_range_m, options.max_range_m}, all, map, progress));

  MovingEvidence evidence(options.min_seen_through);
  if (options.remove_moving) {
    for (std::size_t i = 0; i < all.cells.size(); ++i) {
      if (const auto voxel = voxel_of(all.point(i).position, options.evidence_voxel_m)) evidence.watch(*voxel);
    }
    GS_CHECK(look_through(sweeps, options, evidence, progress));
  }

  const MovedVoxels voxels(all, evidence, options);
  std::vector<uint32_t> order(all.cells.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return all.index.keys()[a] < all.index.keys()[b]; });
  for (const uint32_t i : order) {
    const MapPoint point = all.point(i);
    (voxels.moved(point.position) ? map.moving : map.points).push_back(point);
  }
  return map;
}

}  // namespace gs::mapping
