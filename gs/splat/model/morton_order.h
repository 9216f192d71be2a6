// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "gs/splat/model/cloud_view.h"

namespace gs::splat {

// Indices of all Gaussians along a Morton curve (kernel/morton.h), so that consecutive ones are neighbours in space.
// Gaussians of equal key keep their order; those whose position is not finite come last.
std::vector<uint32_t> morton_order(CloudView cloud);

}  // namespace gs::splat
