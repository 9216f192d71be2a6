// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/vote_translation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr int kCell_cm = 10;
constexpr int kApart = 5;  // cells between two candidates

// A point in whole centimetres.
struct CmPoint {
  int z, x, y;
};
std::vector<CmPoint> in_cm(const ObjectCloud& cloud, Vec3d origin) {
  const Vec3d shift = cloud.mean - origin;
  const auto cm = [](double m) { return static_cast<int>(std::lround(100 * m)); };
  std::vector<CmPoint> out;
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    out.push_back(
        {cm(shift.z + double{cloud.z[i]}), cm(shift.x + double{cloud.x[i]}), cm(shift.y + double{cloud.y[i]})});
  }
  std::ranges::sort(out, {}, [](const CmPoint& p) { return std::array{p.z, p.x, p.y}; });
  return out;
}

}  // namespace

std::vector<Vec3d> vote_translation(const ObjectCloud& from, const ObjectCloud& to, Vec3d expected,
                                    const VoteOptions& options) {
  const int reach = std::max(1, static_cast<int>(std::ceil(100 * options.reach_m / kCell_cm)));
  const int side = 2 * reach + 3;  // a rim for the sums over neighbours
  const int half_cm = (2 * reach + 1) * kCell_cm / 2;
  const auto row = static_cast<std::size_t>(side);
  std::vector<int> votes(row * row, 0);
  const auto at = [&](int ix, int iy) {
    return static_cast<std::size_t>(iy + 1) * row + static_cast<std::size_t>(ix + 1);
  };

  const std::vector<CmPoint> a = in_cm(from, from.mean - expected), b = in_cm(to, from.mean);
  const int height = static_cast<int>(std::lround(100 * options.height_m));
  std::size_t first = 0;
  for (const CmPoint& p : a) {
    while (first < b.size() && b[first].z < p.z - height) ++first;
    for (std::size_t j = first; j < b.size() && b[j].z <= p.z + height; ++j) {
      const int dx = b[j].x - p.x + half_cm, dy = b[j].y - p.y + half_cm;
      if (dx < 0 || dy < 0 || dx >= 2 * half_cm || dy >= 2 * half_cm) continue;
      ++votes[at(dx / kCell_cm, dy / kCell_cm)];
    }
  }

  // Sums over 3 x 3 cells, sorted by votes, votes of the cell itself, distance and index.
  struct Peak {
    int sum, own, away, ix, iy;
  };
  std::vector<Peak> peaks;
  for (int iy = 0; iy <= 2 * reach; ++iy) {
    for (int ix = 0; ix <= 2 * reach; ++ix) {
      int sum = 0;
      for (int k = 0; k < 9; ++k) sum += votes[at(ix + k % 3 - 1, iy + k / 3 - 1)];
      const int x = ix - reach, y = iy - reach;
      if (sum > 0) peaks.push_back({sum, votes[at(ix, iy)], x * x + y * y, ix, iy});
    }
  }
  std::ranges::sort(peaks, {}, [](const Peak& p) { return std::array{-p.sum, -p.own, p.away, p.iy, p.ix}; });
  std::vector<Peak> chosen;
  for (const Peak& peak : peaks) {
    if (chosen.size() == options.candidates) break;
    const auto near = [&](const Peak& c) {
      return std::max(std::abs(c.ix - peak.ix), std::abs(c.iy - peak.iy)) <= kApart;
    };
    if (std::ranges::none_of(chosen, near)) chosen.push_back(peak);
  }
  std::vector<Vec3d> out;
  for (const Peak& peak : chosen) {
    out.push_back(expected + Vec3d{0.01 * kCell_cm * (peak.ix - reach), 0.01 * kCell_cm * (peak.iy - reach), 0});
  }
  return out;
}

}  // namespace gs::mapping
