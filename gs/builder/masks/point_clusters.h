// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Connected components of points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs::builder {

// Clusters points whose cells of edge cell_m touch (26-connected). Returns point indices per cluster, ascending;
// clusters in the order of their first points. Points that are not finite belong to no cluster.
std::vector<std::vector<uint32_t>> clusters_of(std::span<const Vec3f> points, double cell_m);

}  // namespace gs::builder
