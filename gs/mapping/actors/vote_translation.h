// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Translation candidates between two clusters by a vote of point pairs. Private to track_objects.
#pragma once

#include "gs/mapping/actors/object_cloud.h"

namespace gs::mapping {

// Options of the vote.
struct VoteOptions {
  double reach_m = 4.5;        // largest difference from the expected translation, along x and along y
  double height_m = 0.15;      // largest difference in height of a pair
  std::size_t candidates = 4;  // most translations returned
};

// Horizontal translations from cloud `from` to cloud `to` around an expected one, most votes first. Every pair of
// points at nearly the same height votes for its difference in a grid of 0.1 m, because the faces of vehicles are
// vertical and say nothing of the height (ICP-Flow, Lin et al. 2024, votes in three dimensions). Counts are integers:
// the result does not depend on the order of the sums. Ties: the smaller difference from the expected translation.
std::vector<Vec3d> vote_translation(const ObjectCloud& from, const ObjectCloud& to, Vec3d expected,
                                    const VoteOptions& options = {});

}  // namespace gs::mapping
