// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/numbers/simd.h"
#include "gs/raycast/cpu/heightmap_tiles.h"
#include "gs/raycast/one_lane.h"

namespace gs::raycast::detail {
namespace {

// Lanes of width one: the reference.
struct ScalarLanes : OneLane {
  using OneLane::min;
  GS_INLINE static F load(const float* from) { return *from; }
  GS_INLINE static float at(F x, int) { return x; }
  GS_INLINE static F min(F a, F b) { return gs::min(a, b); }
  GS_INLINE static F max(F a, F b) { return gs::max(a, b); }
  GS_INLINE static F abs(F a) { return gs::abs(a); }
  GS_INLINE static F sqrt(F a) { return gs::sqrt(a); }
  GS_INLINE static F gather(const float* from, I at) { return from[at]; }
  GS_INLINE static I gather(const uint32_t* from, I at) { return static_cast<I>(from[at]); }
};

}  // namespace

void march_tiles_scalar(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end,
                        const Ray* rays, HeightmapHit* hits) {
  march_tiles<ScalarLanes>(view, tiles, begin, end, rays, hits);
}

}  // namespace gs::raycast::detail
