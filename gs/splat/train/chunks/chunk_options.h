// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options for splitting a long drive into chunks that are trained one after the other (chunks.h).
#pragma once

#include "gs/core/options/options.h"

namespace gs::splat::train {

// Group `chunks` of the training options.
struct ChunkOptions {
  double split_above_m = 600;  // 0: never
  double length_m = 250;
  double overlap_m = 40;
};
void describe(auto& visit, ChunkOptions& o) {
  visit("split_above_m", o.split_above_m, "longer paths are trained in chunks [m]; 0: never", Range{0, 1e7});
  visit("length_m", o.length_m, "maximum length of a chunk along the path [m]", Range{1, 1e6});
  visit("overlap_m", o.overlap_m, "views up to this distance from a chunk's path also train it [m]", Range{0, 1e4});
}

}  // namespace gs::splat::train
