// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// AVX-512 lanes. Compiled with -mavx512f, -mavx512dq and -mavx512vl; called only if cpu_isa() allows it.
#include <immintrin.h>

#include "gs/raycast/cpu/heightmap_tiles.h"

namespace gs::raycast::detail {
namespace {

// Sixteen lanes with one mask bit per lane: a select is one instruction, and the whole march stays in registers.
struct Mask16 {
  __mmask16 m;
  GS_INLINE friend Mask16 operator&(Mask16 a, Mask16 b) { return {static_cast<__mmask16>(a.m & b.m)}; }
  GS_INLINE friend Mask16 operator|(Mask16 a, Mask16 b) { return {static_cast<__mmask16>(a.m | b.m)}; }
  GS_INLINE friend Mask16 operator!(Mask16 a) { return {static_cast<__mmask16>(~a.m)}; }
};

// Sixteen 32-bit integers.
struct Int16 {
  __m512i v;
  Int16() = default;
  GS_INLINE Int16(__m512i native) : v(native) {}                   // NOLINT
  GS_INLINE Int16(int32_t value) : v(_mm512_set1_epi32(value)) {}  // NOLINT: constants mix with lanes
  GS_INLINE friend Int16 operator+(Int16 a, Int16 b) { return _mm512_add_epi32(a.v, b.v); }
  GS_INLINE friend Int16 operator-(Int16 a, Int16 b) { return _mm512_sub_epi32(a.v, b.v); }
  GS_INLINE friend Int16 operator*(Int16 a, Int16 b) { return _mm512_mullo_epi32(a.v, b.v); }
  GS_INLINE friend Int16 operator&(Int16 a, Int16 b) { return _mm512_and_si512(a.v, b.v); }
  GS_INLINE friend Int16 operator|(Int16 a, Int16 b) { return _mm512_or_si512(a.v, b.v); }
  GS_INLINE friend Int16 operator^(Int16 a, Int16 b) { return _mm512_xor_si512(a.v, b.v); }
  GS_INLINE friend Mask16 operator==(Int16 a, Int16 b) { return {_mm512_cmpeq_epi32_mask(a.v, b.v)}; }
};

// Sixteen floats.
struct Float16 {
  __m512 v;
  Float16() = default;
  GS_INLINE Float16(__m512 native) : v(native) {}               // NOLINT
  GS_INLINE Float16(float value) : v(_mm512_set1_ps(value)) {}  // NOLINT: constants mix with lanes
  GS_INLINE friend Float16 operator-(Float16 a) { return _mm512_xor_ps(a.v, _mm512_set1_ps(-0.0f)); }
  GS_INLINE friend Float16 operator+(Float16 a, Float16 b) { return _mm512_add_ps(a.v, b.v); }
  GS_INLINE friend Float16 operator-(Float16 a, Float16 b) { return _mm512_sub_ps(a.v, b.v); }
  GS_INLINE friend Float16 operator*(Float16 a, Float16 b) { return _mm512_mul_ps(a.v, b.v); }
  GS_INLINE friend Float16 operator/(Float16 a, Float16 b) { return _mm512_div_ps(a.v, b.v); }
  GS_INLINE friend Mask16 operator<(Float16 a, Float16 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OS)}; }
  GS_INLINE friend Mask16 operator>(Float16 a, Float16 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OS)}; }
  GS_INLINE friend Mask16 operator<=(Float16 a, Float16 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LE_OS)}; }
  GS_INLINE friend Mask16 operator>=(Float16 a, Float16 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GE_OS)}; }
};
GS_INLINE Int16 to_int(Float16 a) { return _mm512_cvttps_epi32(a.v); }
GS_INLINE Float16 to_float(Int16 a) { return _mm512_cvtepi32_ps(a.v); }

// Lanes of width 16 in one register.
struct Avx512Lanes {
  using F = Float16;
  using I = Int16;
  using M = Mask16;
  static constexpr int kWidth = 16;
  static constexpr int kStartLevel = 3;
  GS_INLINE static F load(const float* from) { return _mm512_loadu_ps(from); }
  GS_INLINE static float at(F x, int lane) {
    alignas(64) float lanes[16];
    _mm512_store_ps(lanes, x.v);
    return lanes[lane];
  }
  GS_INLINE static float as_float(int32_t x) { return static_cast<float>(x); }
  GS_INLINE static bool any(M m) { return m.m != 0; }
  GS_INLINE static F min(F a, F b) { return _mm512_min_ps(a.v, b.v); }
  GS_INLINE static F max(F a, F b) { return _mm512_max_ps(a.v, b.v); }
  GS_INLINE static F abs(F a) { return _mm512_abs_ps(a.v); }
  GS_INLINE static F sqrt(F a) { return _mm512_sqrt_ps(a.v); }
  GS_INLINE static F select(M m, F yes, F no) { return _mm512_mask_mov_ps(no.v, m.m, yes.v); }
  GS_INLINE static I select(M m, I yes, I no) { return _mm512_mask_mov_epi32(no.v, m.m, yes.v); }
  GS_INLINE static I min(I a, I b) { return _mm512_min_epi32(a.v, b.v); }
  GS_INLINE static I clamp(I x, I low, I high) { return _mm512_min_epi32(_mm512_max_epi32(x.v, low.v), high.v); }
  GS_INLINE static I shl(I a, I by) { return _mm512_sllv_epi32(a.v, by.v); }
  GS_INLINE static I shr(I a, I by) { return _mm512_srlv_epi32(a.v, by.v); }
  GS_INLINE static M negative(I a) { return {_mm512_movepi32_mask(a.v)}; }
  GS_INLINE static I lookup(const int32_t* table, I at) {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table));
    return _mm512_permutexvar_epi32(at.v, _mm512_castsi256_si512(eight));
  }
  GS_INLINE static F gather(const float* from, I at) { return _mm512_i32gather_ps(at.v, from, 4); }
  GS_INLINE static I gather(const uint32_t* from, I at) { return _mm512_i32gather_epi32(at.v, from, 4); }
};
static_assert(kMarchLevels == 8);

}  // namespace

void march_tiles_avx512(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end,
                        const Ray* rays, HeightmapHit* hits) {
  march_tiles<Avx512Lanes>(view, tiles, begin, end, rays, hits);
}

}  // namespace gs::raycast::detail
