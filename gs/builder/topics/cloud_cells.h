// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The space that the points of a cloud occupy; tells copies of a cloud from the cloud of another LiDAR.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gs/core/time.h"
#include "gs/rosmsg/point_field.h"

namespace gs::builder {

// Cells of 0.1 m in which one cloud has points.
struct CloudCells {
  Timestamp stamp;
  std::vector<uint64_t> cells{};  // sorted
};

// Points that are not finite or further than 1 km away are left out; no cells without the fields x, y and z.
CloudCells cells_of(Timestamp stamp, const rosmsg::PointChannels& points);

// Of two clouds with one stamp, the share of the cells of the smaller one that the other has as well: 1 for copies,
// also filtered ones. The largest of all pairs; empty if no clouds with enough points have a stamp in common.
std::optional<double> shared_cells(std::span<const CloudCells> a, std::span<const CloudCells> b);

}  // namespace gs::builder
