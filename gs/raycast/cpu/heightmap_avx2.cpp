// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compiled with -mavx2: called only where cpu_isa() says so.
#include <immintrin.h>

#include "gs/core/simd.h"
#include "gs/raycast/cpu/heightmap_tiles.h"

namespace gs::detail {
namespace {

struct Avx2Lanes {
  using F = Pack<8>;
  using I = IntPack<8>;
  using M = Mask<8>;
  static constexpr int kWidth = 8;
  static constexpr int kStartLevel = 3;
  GS_INLINE static __m256i raw(I a) { return std::bit_cast<__m256i>(a.v); }
  GS_INLINE static I ints(__m256i a) { return std::bit_cast<I::Native>(a); }
  GS_INLINE static F load(const float* from) { return F::load(from); }
  GS_INLINE static float at(F x, int lane) { return x[lane]; }
  GS_INLINE static float as_float(int32_t x) { return static_cast<float>(x); }
  GS_INLINE static bool any(M m) {
    const __m256i bits = std::bit_cast<__m256i>(m.m);
    return _mm256_testz_si256(bits, bits) == 0;
  }
  GS_INLINE static I select(M m, I yes, I no) {
    return ints(_mm256_blendv_epi8(raw(no), raw(yes), std::bit_cast<__m256i>(m.m)));
  }
  GS_INLINE static I min(I a, I b) { return ints(_mm256_min_epi32(raw(a), raw(b))); }
  GS_INLINE static I clamp(I x, I low, I high) {
    return ints(_mm256_min_epi32(_mm256_max_epi32(raw(x), raw(low)), raw(high)));
  }
  GS_INLINE static I shl(I a, I by) { return ints(_mm256_sllv_epi32(raw(a), raw(by))); }
  GS_INLINE static I shr(I a, I by) { return ints(_mm256_srav_epi32(raw(a), raw(by))); }
  GS_INLINE static I lookup(const int32_t* table, I at) {
    return ints(_mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table)), raw(at)));
  }
  GS_INLINE static F gather(const float* from, I at) {
    return std::bit_cast<F::Native>(_mm256_i32gather_ps(from, raw(at), 4));
  }
  GS_INLINE static I gather(const uint32_t* from, I at) {
    return ints(_mm256_i32gather_epi32(reinterpret_cast<const int*>(from), raw(at), 4));
  }
};
static_assert(kMarchLevels == 8);

}  // namespace

void march_tiles_avx2(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end, const Ray* rays,
                      HeightmapHit* hits) {
  march_tiles<Avx2Lanes>(view, tiles, begin, end, rays, hits);
}

}  // namespace gs::detail
