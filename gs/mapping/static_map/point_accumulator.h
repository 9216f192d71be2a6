// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sums of the points in each voxel of the map, from which centroids follow. Private to PointcloudIntegrator.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/static_map/static_map.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {

// Sums over the points of one voxel.
struct Cell {
  Vec3f sum;        // of point positions relative to the voxel's corner [m]
  Vec3f to_sensor;  // of unit vectors towards the sensor
  float intensity = 0;
  uint32_t count = 0;
};

// A point prepared for adding. Preparation needs no hash table, so it runs in parallel. kNoKey: not a valid point.
struct Entry {
  static constexpr uint64_t kNoKey = ~uint64_t{0};
  uint64_t key = kNoKey;
  Vec3f inside, to_sensor;  // inside: relative to the voxel's corner [m]
  float intensity = 0;
};

// Hash table of cells; cells[i] belongs to index.keys()[i].
struct PointAccumulator {
  double voxel_m;
  KeyIndex index;
  std::vector<Cell> cells;

  // Prepares a point in map [m]; `to_sensor` is a unit vector. Points that are not finite or too far away get kNoKey.
  Entry entry(Vec3d point, Vec3d to_sensor, float intensity) const {
    const auto voxel = voxel_of(point, voxel_m);
    if (!voxel) return {};
    return {pack(*voxel), cast<float>(point - corner(*voxel)), cast<float>(to_sensor), intensity};
  }
  // Adds entries in the given order, so that sums do not depend on the thread count. Returns the number of valid ones.
  uint64_t add(std::span<const Entry> entries) {
    constexpr std::size_t kAhead = 16;
    uint64_t added = 0;
    for (std::size_t e = 0; e < entries.size(); ++e) {
      if (e + kAhead < entries.size()) index.prefetch(entries[e + kAhead].key);
      const Entry& entry = entries[e];
      if (entry.key == Entry::kNoKey) continue;
      const uint32_t i = index.find_or_add(entry.key);
      if (i == cells.size()) cells.emplace_back();
      Cell& cell = cells[i];
      cell.sum += entry.inside;
      cell.to_sensor += entry.to_sensor;
      cell.intensity += entry.intensity;
      ++cell.count;
      ++added;
    }
    return added;
  }
  // Lowest corner of a voxel [m], and the mean of the points of cell i.
  Vec3d corner(Voxel v) const { return Vec3d{double(v.x), double(v.y), double(v.z)} * voxel_m; }
  MapPoint point(std::size_t i) const {
    const Cell& cell = cells[i];
    const auto n = static_cast<float>(cell.count);
    return {corner(unpack(index.keys()[i])) + cast<double>(cell.sum / n), cell.intensity / n, cell.count,
            cell.to_sensor / n};
  }
};

}  // namespace gs::mapping
