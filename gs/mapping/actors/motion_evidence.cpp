// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/motion_evidence.h"

#include <bit>

#include "gs/core/parallel.h"

namespace gs::mapping {
namespace {

// Sweeps of a scan group lie within this time: little moves in it, and together they leave fewer gaps between beams.
constexpr double kGroup_s = 0.25;
// Scan groups processed together, one a thread. A fixed number, so that memory is bounded.
constexpr std::size_t kGroupsAtOnce = 4;
// A voxel that this many scan groups saw occupied stands, unless it moved.
constexpr int kStanding = 4;

// Sweeps of up to kGroupsAtOnce scan groups; group g holds the sweeps from begins[g] to begins[g + 1] - 1.
struct GroupBatch {
  std::vector<Sweep> sweeps;
  std::vector<std::size_t> begins{0};

  // Adds a sweep, unless it begins a group beyond the last one.
  bool add(Sweep& sweep) {
    const bool begins_group = !sweeps.empty() && (sweep.stamp - sweeps[begins.back()].stamp).seconds() >= kGroup_s;
    if (begins_group && begins.size() == kGroupsAtOnce) return false;
    if (begins_group) begins.push_back(sweeps.size());
    sweeps.push_back(std::move(sweep));
    return true;
  }
  std::span<const Sweep> group(std::size_t g) const {
    const std::size_t end = g + 1 < begins.size() ? begins[g + 1] : sweeps.size();
    return std::span(sweeps).subspan(begins[g], end - begins[g]);
  }
};

std::vector<FreeSpace::Ray> rays_of_group(std::span<const Sweep> group, const PointGate& gate,
                                          const GroundColumns& ground, double above_ground_m) {
  std::vector<FreeSpace::Ray> rays;
  for (const Sweep& sweep : group) {
    const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
    const auto in_map = [&](Vec3f p) { return rotation * cast<double>(p) + sweep.map_from_base.translation; };
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      if (!gate.passes(sweep, i)) continue;
      const Vec3d end = in_map(sweep.points[i].position_in_base);
      rays.push_back({in_map(ray_origin(sweep, i)), end, ground.height(end) <= above_ground_m});
    }
  }
  return rays;
}

using Voxels = BlockGrid<SeenCounts>;

void count(SeenCounts& seen, uint8_t SeenCounts::*counter) {
  if (seen.*counter == 255) seen.filled /= 2, seen.empty /= 2, seen.passed /= 2;
  ++(seen.*counter);
}

Result<void> stop_if_asked(const Progress& progress) {
  if (progress.stop_requested()) return fail(ErrorCode::interrupted, "the search for moving objects was stopped");
  return {};
}

}  // namespace

Result<MotionEvidence> MotionEvidence::from(SweepSource& sweeps, std::size_t first, std::size_t last,
                                            const PointGate& gate, const EvidenceOptions& options, Progress& progress) {
  MotionEvidence evidence(options);
  GS_CHECK(evidence.find_surfaces(sweeps, first, last, gate, progress));
  GS_CHECK(evidence.find_free_space(sweeps, first, last, gate, progress));
  return evidence;
}

// Often seen certainly empty, or very often passed: the voxel was occupied for a part of the time only. Passed alone
// says less, because rays also pass through voxels that a surface fills in part.
MotionEvidence::Verdict MotionEvidence::verdict(SeenCounts seen) const {
  const int filled = seen.filled, empty = seen.empty;
  if (empty >= options_.min_seen_empty && empty >= options_.min_empty_share * (empty + filled)) return Verdict::moved;
  return filled >= kStanding ? Verdict::stands : Verdict::unknown;
}

MotionEvidence::Verdict MotionEvidence::verdict(Vec3d point) const {
  const auto voxel = voxel_of(point, options_.voxel_m);
  const SeenCounts* found = voxel ? voxels_.find(*voxel) : nullptr;
  if (found == nullptr) return Verdict::unknown;
  const Verdict certain = verdict(*found);
  const int filled = found->filled, passed = int{found->empty} + int{found->passed};
  const bool often = passed > options_.min_seen_empty && passed >= options_.min_passed_share * (passed + filled);
  if (certain == Verdict::moved || !often) return certain;
  int stands = 0, moved = 0;
  for (int i = 0; i < 27; ++i) {
    const SeenCounts* near = voxels_.find({voxel->x + i % 3 - 1, voxel->y + i / 3 % 3 - 1, voxel->z + i / 9 - 1});
    if (near == nullptr || near == found) continue;
    const Verdict own = verdict(*near);
    stands += own == Verdict::stands, moved += own == Verdict::moved;
  }
  return stands > moved ? certain : Verdict::moved;
}

// First pass: the ground, and the blocks of voxels that hold points.
Result<void> MotionEvidence::find_surfaces(SweepSource& sweeps, std::size_t first, std::size_t last,
                                           const PointGate& gate, Progress& progress) {
  progress.begin("finding the ground", last - first, "sweeps");
  for (std::size_t s = first; s < last; ++s) {
    GS_CHECK(stop_if_asked(progress));
    GS_TRY(const Sweep sweep, sweeps.read(s));
    const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      if (!gate.passes(sweep, i)) continue;
      const Vec3d p = rotation * cast<double>(sweep.points[i].position_in_base) + sweep.map_from_base.translation;
      ground_.add(p);
      if (const auto voxel = voxel_of(p, options_.voxel_m)) voxels_.add_block(Voxels::block_of(*voxel));
    }
    progress.advance(s + 1 - first);
  }
  ground_.finish();
  progress.finish();
  return {};
}

// Counts the observations of a scan group in the blocks that hold points.
void MotionEvidence::add(const FreeSpace& space) {
  const Voxel first = space.first_block(), last = space.last_block();
  FreeSpace::BlockBits bits;
  for (int32_t z = first.z; z < last.z; ++z) {
    for (int32_t y = first.y; y < last.y; ++y) {
      for (int32_t x = first.x; x < last.x; ++x) {
        const uint32_t index = voxels_.find_block({x, y, z});
        if (index == Voxels::kNone || !space.read_block({x, y, z}, bits)) continue;
        Voxels::Block& block = voxels_.block(index);
        for (std::size_t row = 0; row < 64; ++row) {
          for (unsigned any = bits.filled[row] | bits.empty[row] | bits.passed[row]; any != 0; any &= any - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(any));
            const auto is = [&](const uint8_t(&of)[64]) { return (of[row] >> bit & 1) != 0; };
            count(block[8 * row + bit], is(bits.filled)  ? &SeenCounts::filled
                                        : is(bits.empty) ? &SeenCounts::empty
                                                         : &SeenCounts::passed);
          }
        }
      }
    }
  }
}

// Second pass: the free space of every scan group, added in time order.
Result<void> MotionEvidence::find_free_space(SweepSource& sweeps, std::size_t first, std::size_t last,
                                             const PointGate& gate, Progress& progress) {
  std::vector<FreeSpace> spaces(kGroupsAtOnce, FreeSpace(options_.voxel_m, gate.max_range_m, /*find_passed=*/true));
  progress.begin("finding free space", last - first, "sweeps");
  GroupBatch batch;
  const auto add_batch = [&] {
    parallel_for(
        batch.begins.size(),
        [&](std::size_t g) {
          const std::span<const Sweep> group = batch.group(g);
          const Sweep& middle = group[group.size() / 2];
          spaces[g].observe(middle.map_from_base * middle.sensor_in_base,
                            rays_of_group(group, gate, ground_, options_.above_ground_m));
        },
        1);
    for (std::size_t g = 0; g < batch.begins.size(); ++g) add(spaces[g]);
    batch = {};
  };
  for (std::size_t s = first; s < last; ++s) {
    GS_CHECK(stop_if_asked(progress));
    GS_TRY(Sweep sweep, sweeps.read(s));
    if (!batch.add(sweep)) {
      add_batch();
      batch.add(sweep);
    }
    progress.advance(s + 1 - first);
  }
  if (!batch.sweeps.empty()) add_batch();
  progress.finish();
  return {};
}

}  // namespace gs::mapping
