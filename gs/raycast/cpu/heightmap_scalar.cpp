// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/numbers/simd.h"
#include "gs/raycast/cpu/heightmap_tiles.h"

namespace gs::raycast::detail {
namespace {

// Lanes of width one: the reference.
struct ScalarLanes {
  using F = float;
  using I = int32_t;
  static constexpr int kWidth = 1;
  static constexpr int kStartLevel = 3;
  GS_INLINE static F load(const float* from) { return *from; }
  GS_INLINE static float at(F x, int) { return x; }
  GS_INLINE static float as_float(int32_t x) { return static_cast<float>(x); }
  GS_INLINE static bool any(bool m) { return m; }
  GS_INLINE static F min(F a, F b) { return gs::min(a, b); }
  GS_INLINE static F max(F a, F b) { return gs::max(a, b); }
  GS_INLINE static F abs(F a) { return gs::abs(a); }
  GS_INLINE static F sqrt(F a) { return gs::sqrt(a); }
  GS_INLINE static F select(bool m, F yes, F no) { return m ? yes : no; }
  GS_INLINE static I select(bool m, I yes, I no) { return m ? yes : no; }
  GS_INLINE static I min(I a, I b) { return a < b ? a : b; }
  GS_INLINE static I clamp(I x, I low, I high) { return x < low ? low : x > high ? high : x; }
  GS_INLINE static I shl(I a, I by) { return a << by; }
  // Logical shift (unsigned).
  GS_INLINE static I shr(I a, I by) { return static_cast<I>(static_cast<uint32_t>(a) >> by); }
  GS_INLINE static bool negative(I a) { return a < 0; }
  GS_INLINE static I lookup(const int32_t* table, I at) { return table[at]; }
  GS_INLINE static F gather(const float* from, I at) { return from[at]; }
  GS_INLINE static I gather(const uint32_t* from, I at) { return static_cast<I>(from[at]); }
};

}  // namespace

void march_tiles_scalar(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end,
                        const Ray* rays, HeightmapHit* hits) {
  march_tiles<ScalarLanes>(view, tiles, begin, end, rays, hits);
}

}  // namespace gs::raycast::detail
