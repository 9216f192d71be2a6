// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// When a drive is too long to be trained at once, and how it is split.
#pragma once

#include "gs/core/options.h"

namespace gs {

struct ChunkOptions {
  double split_above_m = 600;  // 0: never
  double length_m = 250;
  double overlap_m = 40;
};
void describe(auto& visit, ChunkOptions& o) {
  visit("split_above_m", o.split_above_m, "longer paths are trained in chunks [m]; 0: never", Range{0, 1e7});
  visit("length_m", o.length_m, "of a chunk along the path, at most [m]", Range{1, 1e6});
  visit("overlap_m", o.overlap_m, "views this near to a chunk train it too [m]", Range{0, 1e4});
}

}  // namespace gs
