// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A rendered image in host memory.
#pragma once

#include <cstdint>
#include <vector>

namespace gs::splat {

// Planes of [height, width]; those that were not requested are empty.
struct SplatImage {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb8;        // [height, width, 3]
  std::vector<float> alpha;         // coverage by splats, 0..1
  std::vector<float> depth;         // expected depth [m], 0 where alpha is 0
  std::vector<float> median_depth;  // depth at which less than half the light is left [m]; 0 if it never is
  std::vector<uint16_t> instance;   // 1 + index in RenderView::instances of the splat at that depth; 0: cloud or none
};

}  // namespace gs::splat
