// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/cloud_cells.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gs::builder {
namespace {

constexpr double kCell_m = 0.1, kFarthest_m = 1000;
constexpr std::size_t kFewestCells = 100;

// 0 to 20,000 for -1000 to 1000 m.
uint64_t cell_of(double value) { return static_cast<uint64_t>((value + kFarthest_m) / kCell_m); }

}  // namespace

CloudCells cells_of(Timestamp stamp, const rosmsg::PointChannels& points) {
  CloudCells out{.stamp = stamp};
  if (!points.x || !points.y || !points.z) return out;
  for (std::size_t i = 0; i < points.x->size(); ++i) {
    const double x = points.x->at(i), y = points.y->at(i), z = points.z->at(i);
    const double farthest = std::max({std::abs(x), std::abs(y), std::abs(z)});
    if (!(std::isfinite(x + y + z) && farthest <= kFarthest_m)) continue;
    out.cells.push_back((cell_of(x) << 32) | (cell_of(y) << 16) | cell_of(z));
  }
  std::ranges::sort(out.cells);
  const auto repeated = std::unique(out.cells.begin(), out.cells.end());
  out.cells.erase(repeated, out.cells.end());
  return out;
}

std::optional<double> shared_cells(std::span<const CloudCells> a, std::span<const CloudCells> b) {
  std::optional<double> most;
  for (const CloudCells& first : a) {
    for (const CloudCells& second : b) {
      const std::size_t fewer = std::min(first.cells.size(), second.cells.size());
      if (first.stamp != second.stamp || fewer < kFewestCells) continue;
      std::vector<uint64_t> both;
      std::ranges::set_intersection(first.cells, second.cells, std::back_inserter(both));
      most = std::max(most.value_or(0), static_cast<double>(both.size()) / static_cast<double>(fewer));
    }
  }
  return most;
}

}  // namespace gs::builder
