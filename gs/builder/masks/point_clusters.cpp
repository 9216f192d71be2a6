// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/point_clusters.h"

#include <algorithm>

#include "gs/mapping/voxel.h"

namespace gs::builder {
namespace {

using mapping::KeyIndex;
using mapping::Voxel;

// Disjoint-set forest (union-find) over cells.
struct Cells {
  std::vector<uint32_t> parents;

  uint32_t root(uint32_t i) {
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
  }
  void join(uint32_t a, uint32_t b) {
    a = root(a), b = root(b);
    parents[std::max(a, b)] = std::min(a, b);
  }
};

}  // namespace

std::vector<std::vector<uint32_t>> clusters_of(std::span<const Vec3f> points, double cell_m) {
  KeyIndex index;
  // Cell of every point.
  std::vector<uint32_t> cell_of(points.size(), KeyIndex::kNone);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto voxel = mapping::voxel_of(cast<double>(points[i]), cell_m);
    if (voxel) cell_of[i] = index.find_or_add(mapping::pack(*voxel));
  }
  Cells cells;
  for (uint32_t cell = 0; cell < index.size(); ++cell) cells.parents.push_back(cell);
  for (uint32_t cell = 0; cell < index.size(); ++cell) {
    // Join each cell with its 26 neighbours.
    const Voxel at = mapping::unpack(index.keys()[cell]);
    for (int k = 0; k < 27; ++k) {
      const uint32_t other = index.find(mapping::pack({at.x + k % 3 - 1, at.y + k / 3 % 3 - 1, at.z + k / 9 - 1}));
      if (other != KeyIndex::kNone) cells.join(cell, other);
    }
  }
  // Number clusters in the order of their first point.
  std::vector<uint32_t> number(index.size(), KeyIndex::kNone);
  std::vector<std::vector<uint32_t>> out;
  for (uint32_t i = 0; i < points.size(); ++i) {
    if (cell_of[i] == KeyIndex::kNone) continue;
    uint32_t& own = number[cells.root(cell_of[i])];
    if (own == KeyIndex::kNone) own = static_cast<uint32_t>(out.size()), out.emplace_back();
    out[own].push_back(i);
  }
  return out;
}

}  // namespace gs::builder
