// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Points that hang together: those of cells that touch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs {

// The points of each cluster, by index and in order; clusters in the order of their first points. Points that are not
// finite belong to none.
std::vector<std::vector<uint32_t>> clusters_of(std::span<const Vec3f> points, double cell_m);

}  // namespace gs
