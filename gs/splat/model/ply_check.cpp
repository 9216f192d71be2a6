// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// check_ply(): examines every value once, in parallel, without storing the cloud.
#include <algorithm>
#include <limits>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/ply_row.h"

namespace gs::splat {
namespace {

using ply::Plan;
using ply::Row;

constexpr std::size_t kCheckBlock = 16384;  // Gaussians per parallel task: about 4 MB of the file

// Counts of problems in a range of rows.
struct Tally {
  uint64_t non_finite = 0, first_non_finite = 0, bad_rotations = 0, first_bad_rotation = 0;
  uint64_t loose_rotations = 0;
  std::size_t slot = 0;
  double norm = 0;
  std::array<float, 3> low = filled(std::numeric_limits<float>::infinity());
  std::array<float, 3> high = filled(-std::numeric_limits<float>::infinity());

  static std::array<float, 3> filled(float value) { return {value, value, value}; }

  // Adds one row; a row with non-finite values is not examined further.
  void add(uint64_t index, const Row& row, const Plan& plan, PlySource source) {
    if (!ply::all_finite(row, plan.slots)) return add_non_finite(index, row, plan.slots);
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], row.value[k]);
      high[k] = std::max(high[k], row.value[k]);
    }
    const ply::Rotation rotation = ply::rotation_of(row, plan.info.quaternion_order, source);
    if (rotation.ok) return static_cast<void>(loose_rotations += rotation.norm != 1.0 ? 1 : 0);
    if (bad_rotations++ == 0) first_bad_rotation = index, norm = rotation.norm;
  }
  void add_non_finite(uint64_t index, const Row& row, std::size_t slots) {
    for (std::size_t s = 0; s < slots; ++s) {
      if (std::isfinite(row.value[s])) continue;
      if (non_finite++ == 0) first_non_finite = index, slot = s;
    }
  }
};

// Adds the counts of a later range to those of an earlier one.
Tally combined(Tally a, const Tally& b) {
  if (a.non_finite == 0) a.first_non_finite = b.first_non_finite, a.slot = b.slot;
  if (a.bad_rotations == 0) a.first_bad_rotation = b.first_bad_rotation, a.norm = b.norm;
  a.non_finite += b.non_finite;
  a.bad_rotations += b.bad_rotations;
  a.loose_rotations += b.loose_rotations;
  for (std::size_t k = 0; k < 3; ++k) {
    a.low[k] = std::min(a.low[k], b.low[k]);
    a.high[k] = std::max(a.high[k], b.high[k]);
  }
  return a;
}

// Rows of a binary file have one size, so ranges are examined in parallel and combined in file order.
Tally tally_binary(const Plan& plan, PlySource source) {
  return parallel_reduce(
      plan.info.count, kCheckBlock, Tally{},
      [&](std::size_t begin, std::size_t end) {
        Tally tally;
        Row row;
        const std::byte* from = plan.data.data() + begin * plan.info.row_bytes;
        for (std::size_t i = begin; i < end; ++i, from += plan.info.row_bytes) {
          ply::fetch(plan, from, row);
          tally.add(i, row, plan, source);
        }
        return tally;
      },
      combined);
}

Result<Tally> tally_ascii(const Plan& plan, PlySource source) {
  Tally tally;
  GS_CHECK(ply::for_each_ascii_row(plan, [&](uint64_t i, const Row& row) { tally.add(i, row, plan, source); }));
  return tally;
}

}  // namespace

Result<PlyCheck> check_ply(Bytes file, const PlyOptions& options) {
  GS_TRY(const Plan plan, ply::make_plan(file, options));
  Tally tally;
  if (plan.info.ascii) {
    GS_TRY(tally, tally_ascii(plan, options.source));
  } else {
    tally = tally_binary(plan, options.source);
  }
  PlyCheck check{.info = plan.info,
                 .non_finite_values = tally.non_finite,
                 .first_non_finite_index = tally.first_non_finite,
                 .bad_rotations = tally.bad_rotations,
                 .first_bad_rotation_index = tally.first_bad_rotation,
                 .first_bad_rotation_norm = tally.norm,
                 .loose_rotations = tally.loose_rotations};
  if (tally.non_finite > 0) check.first_non_finite_property = ply::slot_name(tally.slot);
  if (tally.low[0] <= tally.high[0]) check.min_position = tally.low, check.max_position = tally.high;
  return check;
}

Result<PlyCheck> check_ply(const std::filesystem::path& path, const PlyOptions& options) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return check_ply(file.bytes(), options).with_context(path.string());
}

}  // namespace gs::splat
