// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/common/ground_height.h"

#include <algorithm>
#include <cmath>

namespace gs::importers {

std::optional<double> ground_height(const std::vector<Vec3d>& points, const HeightRange& range) {
  constexpr double kNearest_m = 3, kFarthest_m = 15, kBin_m = 0.05;
  constexpr std::size_t kFewest = 100;
  struct Bin {
    std::size_t count = 0;
    double sum = 0;
  };
  std::vector<Bin> bins(static_cast<std::size_t>((range.highest_m - range.lowest_m) / kBin_m) + 1);
  std::size_t used = 0;
  for (const Vec3d& p : points) {
    const double distance = std::hypot(p.x, p.y);
    if (!(distance > kNearest_m && distance < kFarthest_m && p.z > range.lowest_m && p.z < range.highest_m)) continue;
    Bin& bin = bins[std::min(static_cast<std::size_t>((p.z - range.lowest_m) / kBin_m), bins.size() - 1)];
    ++bin.count, bin.sum += p.z;
    ++used;
  }
  if (used < kFewest) return std::nullopt;
  const Bin& best = *std::ranges::max_element(bins, {}, &Bin::count);
  return best.sum / static_cast<double>(best.count);
}

}  // namespace gs::importers
