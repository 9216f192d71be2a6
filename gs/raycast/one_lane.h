// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of the march's lanes (heightmap_march.h) that is the same for one ray on the CPU and on the GPU.
#pragma once

#include <cstdint>

#include "gs/core/platform.h"

namespace gs::raycast {

// Width one: integers, comparisons and tables. Executors add min, max, abs and sqrt of floats, and gather.
struct OneLane {
  using F = float;
  using I = int32_t;
  static constexpr int kWidth = 1;
  static constexpr int kStartLevel = 3;
  GS_HD GS_INLINE static float as_float(int32_t x) { return static_cast<float>(x); }
  GS_HD GS_INLINE static bool any(bool m) { return m; }
  GS_HD GS_INLINE static F select(bool m, F yes, F no) { return m ? yes : no; }
  GS_HD GS_INLINE static I select(bool m, I yes, I no) { return m ? yes : no; }
  GS_HD GS_INLINE static I min(I a, I b) { return a < b ? a : b; }
  GS_HD GS_INLINE static I clamp(I x, I low, I high) { return x < low ? low : x > high ? high : x; }
  GS_HD GS_INLINE static I shl(I a, I by) { return a << by; }
  // Logical shift (unsigned).
  GS_HD GS_INLINE static I shr(I a, I by) { return static_cast<I>(static_cast<uint32_t>(a) >> by); }
  GS_HD GS_INLINE static bool negative(I a) { return a < 0; }
  GS_HD GS_INLINE static I lookup(const int32_t* table, I at) { return table[at]; }
};

}  // namespace gs::raycast
