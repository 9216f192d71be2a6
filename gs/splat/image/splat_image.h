// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A finished picture on the host.
#pragma once

#include <cstdint>
#include <vector>

namespace gs {

// Everything [height, width]; what was not asked for is empty.
struct SplatImage {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb8;        // [height, width, 3]
  std::vector<float> alpha;         // coverage by splats, 0..1
  std::vector<float> depth;         // expected depth [m], 0 where alpha is 0
  std::vector<float> median_depth;  // depth of the splat behind which less than half the light is left [m], or 0
};

}  // namespace gs
