// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/static_map/moving_objects.h"

#include <algorithm>

#include "gs/core/parallel.h"
#include "gs/mapping/static_map/ground_level.h"
#include "gs/mapping/static_map/moving_evidence.h"

namespace gs::mapping {
namespace {

// Sweeps of a scan group. Together they leave fewer gaps between beams, and little moves in 0.3 s.
constexpr std::size_t kGroup = 3;
// Scan groups processed together, one a thread. A fixed number, so that memory is bounded.
constexpr std::size_t kBatch = 4;
// Undecided voxels connected with a moving object within this many voxels are removed with it.
constexpr int kGrowth = 12;
// An undecided voxel joins if at least this many of its neighbours moved.
constexpr int kGrowthNeighbours = 3;

// Rays of a scan group in map. Points near the ground are marked, because they occupy no voxel.
std::vector<FreeSpace::Ray> rays_of(std::span<const Sweep> group, const GroundLevel& ground,
                                    const StaticMapOptions& options) {
  const RangeGate gate{options.min_range_m, 1e6};
  std::vector<FreeSpace::Ray> rays;
  for (const Sweep& sweep : group) {
    const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
    const auto in_map = [&](Vec3f p) { return rotation * cast<double>(p) + sweep.map_from_base.translation; };
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      const Vec3f origin = origin_of(sweep, i), end = sweep.points[i].position_in_base;
      if (!gate.passes(origin, end)) continue;
      const Vec3d at = in_map(end);
      rays.push_back({in_map(origin), at, ground.height(at) <= options.ground_guard_m});
    }
  }
  return rays;
}

// Reads all sweeps and adds the free space of every scan group to the evidence, in time order.
Result<void> look_through(SweepSource& sweeps, const GroundLevel& ground, const StaticMapOptions& options,
                          MovingEvidence& evidence, Progress& progress) {
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
      spaces[group].observe(middle.map_from_base * middle.sensor_in_base, rays_of(together, ground, options));
    });
    for (std::size_t group = 0; group * kGroup < batch.size(); ++group) evidence.add(spaces[group]);
    progress.advance(s + batch.size());
  }
  progress.finish();
  return {};
}

// Occupied voxels above the ground and the verdict about each.
class OccupiedVoxels {
 public:
  OccupiedVoxels(const PointAccumulator& map, const GroundLevel& ground, const StaticMapOptions& options)
      : map_(map), voxel_of_cell_(map.cells.size(), KeyIndex::kNone) {
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
      const Vec3d point = map.point(i).position;
      const auto voxel = voxel_of(point, options.evidence_voxel_m);
      if (voxel && ground.height(point) > options.ground_guard_m) voxel_of_cell_[i] = voxels_.find_or_add(pack(*voxel));
    }
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const uint64_t key : voxels_.keys()) visit(unpack(key));
  }

  // Verdicts of the evidence, smoothed, then grown into undecided neighbours.
  void decide(const MovingEvidence& evidence) {
    stays_.clear();
    for_each([&](Voxel v) { stays_.push_back(evidence.stay(v)); });
    smooth();
    for (int i = 0; i < kGrowth && grow(); ++i) {
    }
  }

  // Flag per map cell: its voxel moved and the cell is not the noise of a wall next to it.
  std::vector<uint8_t> moved_cells() const {
    std::vector<uint8_t> moved(map_.cells.size(), 0);
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const uint32_t voxel = voxel_of_cell_[i];
      moved[i] = voxel != KeyIndex::kNone && stays_[voxel] == Stay::moved && !leans(i) ? 1 : 0;
    }
    return moved;
  }

 private:
  // Counts of neighbours (26) by verdict.
  struct Around {
    int moved = 0, stands = 0;
  };
  Around around(Voxel v) const {
    Around count;
    for (int i = 0; i < 27; ++i) {
      const uint32_t near = voxels_.find(pack({v.x + i % 3 - 1, v.y + i / 3 % 3 - 1, v.z + i / 9 - 1}));
      if (near == KeyIndex::kNone || i == 13) continue;
      count.moved += stays_[near] == Stay::moved;
      count.stands += stays_[near] == Stay::stands;
    }
    return count;
  }

  // Keeps voxels that only stray rays marked empty if clearly more neighbours are static.
  void smooth() {
    // Into a copy, so that a verdict does not depend on the order of the voxels.
    std::vector<Stay> smoothed = stays_;
    for (std::size_t i = 0; i < stays_.size(); ++i) {
      if (stays_[i] != Stay::moved) continue;
      const Around near = around(unpack(voxels_.keys()[i]));
      if (near.stands > near.moved + 2) smoothed[i] = Stay::stands;
    }
    stays_ = std::move(smoothed);
  }

  // One round of region growing: undecided voxels join the moved majority around them.
  bool grow() {
    std::vector<Stay> grown = stays_;
    bool changed = false;
    for (std::size_t i = 0; i < stays_.size(); ++i) {
      if (stays_[i] != Stay::unknown) continue;
      const Around near = around(unpack(voxels_.keys()[i]));
      if (near.moved < kGrowthNeighbours || near.moved <= near.stands) continue;
      grown[i] = Stay::moved;
      changed = true;
    }
    stays_ = std::move(grown);
    return changed;
  }

  // True for the thin tail of noise in front of a wall: it lies in a voxel of its own that is mostly observed empty,
  // next to a cell of the wall with more than twice as many points.
  bool leans(std::size_t cell) const {
    const Voxel v = unpack(map_.index.keys()[cell]);
    for (int i = 0; i < 27; ++i) {
      const uint32_t near = map_.index.find(pack({v.x + i % 3 - 1, v.y + i / 3 % 3 - 1, v.z + i / 9 - 1}));
      if (near == KeyIndex::kNone || voxel_of_cell_[near] == KeyIndex::kNone) continue;
      if (stays_[voxel_of_cell_[near]] == Stay::stands && map_.cells[near].count > 2 * map_.cells[cell].count)
        return true;
    }
    return false;
  }

  const PointAccumulator& map_;
  KeyIndex voxels_;
  std::vector<uint32_t> voxel_of_cell_;
  std::vector<Stay> stays_;
};

}  // namespace

Result<std::vector<uint8_t>> moved_cells(SweepSource& sweeps, const PointAccumulator& map,
                                         const StaticMapOptions& options, Progress& progress) {
  const GroundLevel ground(map);
  OccupiedVoxels voxels(map, ground, options);
  MovingEvidence evidence(options.min_seen_through);
  voxels.for_each([&](Voxel v) { evidence.watch(v); });
  GS_CHECK(look_through(sweeps, ground, options, evidence, progress));
  voxels.decide(evidence);
  return voxels.moved_cells();
}

}  // namespace gs::mapping
