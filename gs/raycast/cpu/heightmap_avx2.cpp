// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// AVX2 lanes. Compiled with -mavx2; called only if cpu_isa() allows it.
#include <immintrin.h>

#include "gs/core/numbers/simd.h"
#include "gs/raycast/cpu/heightmap_tiles.h"

namespace gs::raycast::detail {
namespace {

// Operations on one register of eight lanes, from which TwoLanes is built.
struct Avx2Lanes {
  using F = Pack<8>;
  using I = IntPack<8>;
  using M = Mask<8>;
  GS_INLINE static __m256i raw(I a) { return std::bit_cast<__m256i>(a.v); }
  GS_INLINE static I ints(__m256i a) { return std::bit_cast<I::Native>(a); }
  GS_INLINE static F load(const float* from) { return F::load(from); }
  GS_INLINE static float at(F x, int lane) { return x[lane]; }
  GS_INLINE static float as_float(int32_t x) { return static_cast<float>(x); }
  GS_INLINE static bool any(M m) {
    const __m256i bits = std::bit_cast<__m256i>(m.m);
    return _mm256_testz_si256(bits, bits) == 0;
  }
  GS_INLINE static __m256 raw(F a) { return std::bit_cast<__m256>(a.v); }
  GS_INLINE static F floats(__m256 a) { return std::bit_cast<F::Native>(a); }
  GS_INLINE static F min(F a, F b) { return floats(_mm256_min_ps(raw(a), raw(b))); }
  GS_INLINE static F max(F a, F b) { return floats(_mm256_max_ps(raw(a), raw(b))); }
  GS_INLINE static F abs(F a) { return gs::abs(a); }
  GS_INLINE static F sqrt(F a) { return floats(_mm256_sqrt_ps(raw(a))); }
  GS_INLINE static F select(M m, F yes, F no) {
    return floats(_mm256_blendv_ps(raw(no), raw(yes), std::bit_cast<__m256>(m.m)));
  }
  GS_INLINE static I select(M m, I yes, I no) {
    return ints(_mm256_blendv_epi8(raw(no), raw(yes), std::bit_cast<__m256i>(m.m)));
  }
  GS_INLINE static I min(I a, I b) { return ints(_mm256_min_epi32(raw(a), raw(b))); }
  GS_INLINE static I clamp(I x, I low, I high) {
    return ints(_mm256_min_epi32(_mm256_max_epi32(raw(x), raw(low)), raw(high)));
  }
  GS_INLINE static I shl(I a, I by) { return ints(_mm256_sllv_epi32(raw(a), raw(by))); }
  GS_INLINE static I shr(I a, I by) { return ints(_mm256_srlv_epi32(raw(a), raw(by))); }
  GS_INLINE static M negative(I a) { return {std::bit_cast<M::Native>(_mm256_srai_epi32(raw(a), 31))}; }
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

// Two registers that march together: each hides the gather latency of the other.
template <class T>
struct Two {
  T a, b;
  Two() = default;
  GS_INLINE Two(T first, T second) : a(first), b(second) {}
  template <class Constant>
  GS_INLINE explicit Two(Constant c) : a(c), b(c) {}
  GS_INLINE friend Two operator-(Two x) { return {-x.a, -x.b}; }
  GS_INLINE friend Two operator+(Two x, Two y) { return {x.a + y.a, x.b + y.b}; }
  GS_INLINE friend Two operator-(Two x, Two y) { return {x.a - y.a, x.b - y.b}; }
  GS_INLINE friend Two operator*(Two x, Two y) { return {x.a * y.a, x.b * y.b}; }
  GS_INLINE friend Two operator/(Two x, Two y) { return {x.a / y.a, x.b / y.b}; }
  GS_INLINE friend Two operator+(Two x, int32_t k) { return {x.a + k, x.b + k}; }
  GS_INLINE friend Two operator*(Two x, int32_t k) { return {x.a * k, x.b * k}; }
  GS_INLINE friend Two operator&(Two x, int32_t k) { return {x.a & k, x.b & k}; }
  GS_INLINE friend Two operator&(Two x, Two y) { return {x.a & y.a, x.b & y.b}; }
  GS_INLINE friend Two operator|(Two x, Two y) { return {x.a | y.a, x.b | y.b}; }
  GS_INLINE friend Two operator^(Two x, Two y) { return {x.a.v ^ y.a.v, x.b.v ^ y.b.v}; }
  GS_INLINE friend Two operator!(Two x) { return {!x.a, !x.b}; }
  GS_INLINE friend auto operator<(Two x, Two y) { return Two<Mask<8>>(x.a < y.a, x.b < y.b); }
  GS_INLINE friend auto operator>(Two x, Two y) { return Two<Mask<8>>(x.a > y.a, x.b > y.b); }
  GS_INLINE friend auto operator<=(Two x, Two y) { return Two<Mask<8>>(x.a <= y.a, x.b <= y.b); }
  GS_INLINE friend auto operator>=(Two x, Two y) { return Two<Mask<8>>(x.a >= y.a, x.b >= y.b); }
  GS_INLINE friend auto operator==(Two x, Two y) { return Two<Mask<8>>(x.a == y.a, x.b == y.b); }
};
GS_INLINE Two<IntPack<8>> to_int(Two<Pack<8>> x) { return {gs::to_int(x.a), gs::to_int(x.b)}; }
GS_INLINE Two<Pack<8>> to_float(Two<IntPack<8>> x) { return {gs::to_float(x.a), gs::to_float(x.b)}; }

// Lanes of width 16 in two registers.
struct TwoLanes {
  using One = Avx2Lanes;
  using F = Two<Pack<8>>;
  using I = Two<IntPack<8>>;
  using M = Two<Mask<8>>;
  static constexpr int kWidth = 16;
  static constexpr int kStartLevel = 3;
  GS_INLINE static F load(const float* from) { return {One::load(from), One::load(from + 8)}; }
  GS_INLINE static float at(F x, int lane) { return lane < 8 ? x.a[lane] : x.b[lane - 8]; }
  GS_INLINE static float as_float(int32_t x) { return static_cast<float>(x); }
  GS_INLINE static bool any(M m) { return One::any(m.a | m.b); }
  GS_INLINE static F min(F x, F y) { return {One::min(x.a, y.a), One::min(x.b, y.b)}; }
  GS_INLINE static F max(F x, F y) { return {One::max(x.a, y.a), One::max(x.b, y.b)}; }
  GS_INLINE static F abs(F x) { return {One::abs(x.a), One::abs(x.b)}; }
  GS_INLINE static F sqrt(F x) { return {One::sqrt(x.a), One::sqrt(x.b)}; }
  template <class T>
  GS_INLINE static Two<T> select(M m, Two<T> yes, Two<T> no) {
    return {One::select(m.a, yes.a, no.a), One::select(m.b, yes.b, no.b)};
  }
  GS_INLINE static I min(I x, I y) { return {One::min(x.a, y.a), One::min(x.b, y.b)}; }
  GS_INLINE static I clamp(I x, I low, I high) {
    return {One::clamp(x.a, low.a, high.a), One::clamp(x.b, low.b, high.b)};
  }
  GS_INLINE static I shl(I x, I by) { return {One::shl(x.a, by.a), One::shl(x.b, by.b)}; }
  GS_INLINE static I shr(I x, I by) { return {One::shr(x.a, by.a), One::shr(x.b, by.b)}; }
  GS_INLINE static M negative(I x) { return {One::negative(x.a), One::negative(x.b)}; }
  GS_INLINE static I lookup(const int32_t* table, I at) { return {One::lookup(table, at.a), One::lookup(table, at.b)}; }
  GS_INLINE static F gather(const float* from, I at) { return {One::gather(from, at.a), One::gather(from, at.b)}; }
  GS_INLINE static I gather(const uint32_t* from, I at) { return {One::gather(from, at.a), One::gather(from, at.b)}; }
};

}  // namespace

void march_tiles_avx2(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end, const Ray* rays,
                      HeightmapHit* hits) {
  march_tiles<TwoLanes>(view, tiles, begin, end, rays, hits);
}

}  // namespace gs::raycast::detail
