// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/static_map/static_map.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "gs/core/parallel.h"
#include "gs/mapping/static_map/moving_objects.h"
#include "gs/mapping/static_map/point_accumulator.h"

namespace gs::mapping {
namespace {

// First pass: adds the points of every sweep to the voxels. Points are prepared in parallel and added in order.
Result<void> accumulate(SweepSource& sweeps, const RangeGate& gate, PointAccumulator& all, StaticMap& map,
                        Progress& progress) {
  std::vector<Entry> entries;
  progress.begin("integrating sweeps", sweeps.count(), "sweeps");
  for (std::size_t s = 0; s < sweeps.count(); ++s) {
    GS_CHECK(check_stop(progress));
    GS_TRY(const Sweep sweep, sweeps.read(s));
    const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
    map.points_read += sweep.points.size();
    entries.assign(sweep.points.size(), {});
    parallel_for(sweep.points.size(), [&](std::size_t i) {
      const auto& [position, intensity] = sweep.points[i];
      const Vec3f origin = origin_of(sweep, i);
      if (!gate.passes(origin, position)) return;
      const Vec3d in_map = rotation * cast<double>(position) + sweep.map_from_base.translation;
      const Vec3d back = cast<double>(origin - position);
      entries[i] = all.entry(in_map, rotation * (back / std::max(norm(back), 1e-6)), intensity);
    });
    map.points_used += all.add(entries);
    progress.advance(s + 1);
  }
  progress.finish();
  return {};
}

}  // namespace

Result<StaticMap> PointcloudIntegrator::run(SweepSource& sweeps, const Options& options, Progress& progress) {
  StaticMap map{.voxel_m = options.voxel_m};
  PointAccumulator all{.voxel_m = options.voxel_m, .index = {}, .cells = {}};
  GS_CHECK(accumulate(sweeps, {options.min_range_m, options.max_range_m}, all, map, progress));
  std::vector<uint8_t> moved(all.cells.size(), 0);
  if (options.remove_moving) {
    GS_TRY(moved, moved_cells(sweeps, all, options, progress));
  }

  // Sort by voxel key, so that the output does not depend on the order of insertion.
  std::vector<uint32_t> order(all.cells.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return all.index.keys()[a] < all.index.keys()[b]; });
  for (const uint32_t i : order) (moved[i] != 0 ? map.moving : map.points).push_back(all.point(i));
  return map;
}

}  // namespace gs::mapping
