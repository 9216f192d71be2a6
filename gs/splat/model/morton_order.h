// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/kernel/morton.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::splat {

// A Gaussian on the Morton curve.
struct MortonItem {
  uint64_t key;    // of its cell (kernel/morton.h)
  uint32_t index;  // in the cloud
};

// All Gaussians by key, equal keys by index, and the cube that the keys refer to. The result does not depend on the
// number of threads.
struct MortonCurve {
  std::vector<MortonItem> items;
  MortonCube cube;
};
MortonCurve morton_curve(CloudView cloud);

// Indices of all Gaussians along a Morton curve (kernel/morton.h), so that consecutive ones are neighbours in space.
// Gaussians of equal key keep their order; those whose position is not finite come last.
std::vector<uint32_t> morton_order(CloudView cloud);

}  // namespace gs::splat
