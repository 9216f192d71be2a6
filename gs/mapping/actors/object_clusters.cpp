// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/object_clusters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "gs/core/parallel.h"

namespace gs::mapping {
namespace {

// Points are gathered in cells of this edge before gaps are measured.
constexpr double kFineCell_m = 0.1;
// Overhead points belong to an object whose lower points are horizontally within this distance.
constexpr double kAbove_m = 0.4;
// Points up to this height make clusters of their own.
constexpr double kPerson_m = 2.0;
// Nothing that drives is higher; trees and signs are.
constexpr double kHighestPoint_m = 4.2;

// Cells (x, y) with the heights and the range of their points.
struct FineCells {
  KeyIndex index;
  std::vector<double> low, high, range;
  std::vector<uint32_t> parent;  // union-find

  uint32_t add(Voxel at, double z, double range_m) {
    const uint32_t i = index.find_or_add(pack(at));
    if (i == low.size()) {
      low.push_back(z), high.push_back(z), range.push_back(range_m), parent.push_back(i);
    }
    low[i] = std::min(low[i], z), high[i] = std::max(high[i], z);
    return i;
  }
  uint32_t root(uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  void join(uint32_t a, uint32_t b) {
    a = root(a), b = root(b);
    parent[std::max(a, b)] = std::min(a, b);
  }

  // Joins cells whose gap is at most the link length at their range.
  void link(const ClusterOptions& options) {
    for (uint32_t i = 0; i < index.size(); ++i) {
      const Voxel at = unpack(index.keys()[i]);
      const double reach = (options.link_m + options.link_per_range * range[i]) / kFineCell_m;
      const auto cells = static_cast<int>(reach);
      for (int dy = 0; dy <= cells; ++dy) {
        for (int dx = dy == 0 ? 1 : -cells; dx <= cells; ++dx) {
          if (dx * dx + dy * dy > reach * reach) continue;
          const uint32_t other = index.find(pack({at.x + dx, at.y + dy, 0}));
          if (other != KeyIndex::kNone) join(i, other);
        }
      }
    }
  }
  // The nearest cell within reach, whose heights contain z if it is given; kNone without one.
  uint32_t near(Voxel at, std::optional<double> z, double reach_m) const {
    const auto cells = static_cast<int>(reach_m / kFineCell_m);
    uint32_t best = KeyIndex::kNone;
    int least = cells * cells + 1;
    for (int dy = -cells; dy <= cells; ++dy) {
      for (int dx = -cells; dx <= cells; ++dx) {
        if (dx * dx + dy * dy >= least) continue;
        const uint32_t i = index.find(pack({at.x + dx, at.y + dy, 0}));
        if (i == KeyIndex::kNone || (z && (*z < low[i] - reach_m || *z > high[i] + reach_m))) continue;
        best = i, least = dx * dx + dy * dy;
      }
    }
    return best;
  }
  // Points by linked cells, in the order of their first points. cell_of: kNone for other points.
  std::vector<std::vector<uint32_t>> clusters(const std::vector<uint32_t>& cell_of) {
    std::vector<uint32_t> number(index.size(), KeyIndex::kNone);
    std::vector<std::vector<uint32_t>> out;
    for (uint32_t i = 0; i < cell_of.size(); ++i) {
      if (cell_of[i] == KeyIndex::kNone) continue;
      uint32_t& own = number[root(cell_of[i])];
      if (own == KeyIndex::kNone) own = static_cast<uint32_t>(out.size()), out.emplace_back();
      out[own].push_back(i);
    }
    return out;
  }
};

// Whether the extent of a cluster is that of an object.
bool fits(const Sweep& sweep, const std::vector<Vec3d>& in_map, const std::vector<uint32_t>& cluster,
          const ClusterOptions& options) {
  if (cluster.size() < options.fewest_at(static_cast<double>(norm(sweep.points[cluster[0]].position_in_base)))) {
    return false;
  }
  Vec3d low = in_map[cluster[0]], high = low;
  for (const uint32_t i : cluster) {
    const Vec3d p = in_map[i];
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return high.z - low.z >= options.min_height_m && std::hypot(high.x - low.x, high.y - low.y) <= options.max_length_m;
}

}  // namespace

std::vector<PointMotion> motion_of_points(const Sweep& sweep, const MotionEvidence& evidence, const PointGate& gate) {
  std::vector<PointMotion> motion(sweep.points.size(), PointMotion::none);
  const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
  parallel_for(
      sweep.points.size(),
      [&](std::size_t i) {
        if (!gate.passes(sweep, i)) return;
        const Vec3d p = rotation * cast<double>(sweep.points[i].position_in_base) + sweep.map_from_base.translation;
        const double height = evidence.height(p);
        if (height <= evidence.above_ground_m() || height > kHighestPoint_m) return;
        using Verdict = MotionEvidence::Verdict;
        const Verdict verdict = evidence.verdict(p);
        motion[i] = verdict == Verdict::moved    ? (height > kPerson_m ? PointMotion::overhead : PointMotion::moved)
                    : verdict == Verdict::stands ? PointMotion::stands
                                                 : PointMotion::unknown;
      },
      8192);
  return motion;
}

std::vector<std::vector<uint32_t>> find_clusters(const Sweep& sweep, const std::vector<PointMotion>& motion,
                                                 const ClusterOptions& options) {
  std::vector<Vec3d> in_map(sweep.points.size());
  std::vector<uint32_t> cell_of(sweep.points.size(), KeyIndex::kNone);
  const auto cell_at = [&](std::size_t i) {
    return voxel_of({in_map[i].x, in_map[i].y, 0}, kFineCell_m).value_or(Voxel{});
  };
  const auto add_to = [&](FineCells& cells, std::size_t i) {
    return cells.add(cell_at(i), in_map[i].z, static_cast<double>(norm(sweep.points[i].position_in_base)));
  };
  FineCells cells, above;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion[i] == PointMotion::none || motion[i] == PointMotion::stands) continue;
    in_map[i] = sweep.map_from_base * cast<double>(sweep.points[i].position_in_base);
    if (motion[i] == PointMotion::moved) cell_of[i] = add_to(cells, i);
  }
  cells.link(options);
  std::vector<uint32_t> cell_above(sweep.points.size(), KeyIndex::kNone);
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion[i] == PointMotion::unknown) cell_of[i] = cells.near(cell_at(i), in_map[i].z, options.attach_m);
    if (motion[i] != PointMotion::overhead) continue;
    cell_of[i] = cells.near(cell_at(i), std::nullopt, kAbove_m);
    if (cell_of[i] == KeyIndex::kNone) cell_above[i] = add_to(above, i);
  }
  above.link(options);

  std::vector<std::vector<uint32_t>> clusters = cells.clusters(cell_of);
  std::ranges::move(above.clusters(cell_above), std::back_inserter(clusters));
  std::erase_if(clusters, [&](const std::vector<uint32_t>& c) { return !fits(sweep, in_map, c, options); });
  return clusters;
}

}  // namespace gs::mapping
