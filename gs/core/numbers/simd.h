// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SIMD packs: N floats that are used like one float, built on the vector extensions of GCC and Clang.
//
// A source file that uses packs is compiled once per instruction set, each time with another width (plain float,
// Pack<8> for AVX2, Pack<16> for AVX-512); the program chooses one of them at run time with cpu_isa(). Everything here
// is force-inlined: platform.h says why (GS_INLINE).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "gs/core/numbers/math.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace gs {

namespace detail {
// The compiler's vector types of N lanes of 4 bytes.
template <int N>
struct Vectors;
// SSE.
template <>
struct Vectors<4> {
  typedef float Floats __attribute__((vector_size(16)));
  typedef int32_t Ints __attribute__((vector_size(16)));
};
// AVX2.
template <>
struct Vectors<8> {
  typedef float Floats __attribute__((vector_size(32)));
  typedef int32_t Ints __attribute__((vector_size(32)));
};
// AVX-512.
template <>
struct Vectors<16> {
  typedef float Floats __attribute__((vector_size(64)));
  typedef int32_t Ints __attribute__((vector_size(64)));
};
}  // namespace detail

// One truth value per lane, the result of comparing two packs.
template <int N>
struct Mask {
  using Native = typename detail::Vectors<N>::Ints;
  Native m;  // every lane 0 or -1

  GS_INLINE friend Mask operator&(Mask a, Mask b) { return {a.m & b.m}; }
  GS_INLINE friend Mask operator|(Mask a, Mask b) { return {a.m | b.m}; }
  GS_INLINE friend Mask operator!(Mask a) { return {~a.m}; }
  GS_INLINE bool operator[](int lane) const { return m[lane] != 0; }
};

// The functions of math.h (both, any, all) for masks: lane by lane, or over all lanes.
template <int N>
GS_INLINE Mask<N> both(Mask<N> a, Mask<N> b) {
  return a & b;
}

// The mask as an integer: bit i is lane i. Uses intrinsics, because compilers turn the loop below into a slow chain of
// lane extractions.
template <int N>
GS_INLINE uint32_t bits_of(Mask<N> mask) {
#if defined(__AVX512DQ__)
  if constexpr (N == 16) return _mm512_movepi32_mask(std::bit_cast<__m512i>(mask.m));
#endif
#if defined(__AVX__)
  if constexpr (N == 8) return static_cast<uint32_t>(_mm256_movemask_ps(std::bit_cast<__m256>(mask.m)));
#endif
#if defined(__SSE2__)
  if constexpr (N == 4) return static_cast<uint32_t>(_mm_movemask_ps(std::bit_cast<__m128>(mask.m)));
#endif
  uint32_t bits = 0;
  for (int i = 0; i < N; ++i) bits |= (mask.m[i] != 0 ? 1u : 0u) << i;
  return bits;
}
template <int N>
GS_INLINE bool any(Mask<N> mask) {
  return bits_of(mask) != 0;
}
template <int N>
GS_INLINE bool all(Mask<N> mask) {
  return bits_of(mask) == (1u << N) - 1u;
}

// N lanes of int32_t. >> keeps the sign.
template <int N>
struct IntPack {
  using Native = typename detail::Vectors<N>::Ints;
  Native v;

  IntPack() = default;
  GS_INLINE IntPack(Native native) : v(native) {}            // NOLINT
  GS_INLINE IntPack(int32_t value) : v(value - Native{}) {}  // NOLINT: constants mix with packs
  // Loads or stores N consecutive values at any alignment.
  GS_INLINE static IntPack load(const int32_t* from) {
    IntPack r;
    std::memcpy(&r.v, from, sizeof(Native));
    return r;
  }
  GS_INLINE void store(int32_t* to) const { std::memcpy(to, &v, sizeof(Native)); }
  GS_INLINE int32_t operator[](int lane) const { return v[lane]; }
  GS_INLINE friend IntPack operator+(IntPack a, IntPack b) { return a.v + b.v; }
  GS_INLINE friend IntPack operator-(IntPack a, IntPack b) { return a.v - b.v; }
  GS_INLINE friend IntPack operator*(IntPack a, IntPack b) { return a.v * b.v; }
  GS_INLINE friend IntPack operator&(IntPack a, IntPack b) { return a.v & b.v; }
  GS_INLINE friend IntPack operator|(IntPack a, IntPack b) { return a.v | b.v; }
  GS_INLINE friend IntPack operator<<(IntPack a, int bits) { return a.v << bits; }
  GS_INLINE friend IntPack operator>>(IntPack a, int bits) { return a.v >> bits; }
  GS_INLINE friend Mask<N> operator<(IntPack a, IntPack b) { return {a.v < b.v}; }
  GS_INLINE friend Mask<N> operator==(IntPack a, IntPack b) { return {a.v == b.v}; }
};

// N lanes of float, with the arithmetic of a float in every lane.
template <int N>
struct Pack {
  using Native = typename detail::Vectors<N>::Floats;
  using Bits = typename detail::Vectors<N>::Ints;
  static constexpr int kWidth = N;
  Native v;

  Pack() = default;
  GS_INLINE Pack(Native native) : v(native) {}          // NOLINT
  GS_INLINE Pack(float value) : v(value - Native{}) {}  // NOLINT: constants mix with packs
  // Loads or stores N consecutive values at any alignment.
  GS_INLINE static Pack load(const float* from) {
    Pack r;
    std::memcpy(&r.v, from, sizeof(Native));
    return r;
  }
  GS_INLINE void store(float* to) const { std::memcpy(to, &v, sizeof(Native)); }
  // The lane numbers 0, 1, 2, ..., N - 1.
  GS_INLINE static Pack lanes() {
    Pack r;
    for (int i = 0; i < N; ++i) r.v[i] = static_cast<float>(i);
    return r;
  }
  GS_INLINE float operator[](int lane) const { return v[lane]; }

  GS_INLINE friend Pack operator-(Pack a) { return -a.v; }
  GS_INLINE friend Pack operator+(Pack a, Pack b) { return a.v + b.v; }
  GS_INLINE friend Pack operator-(Pack a, Pack b) { return a.v - b.v; }
  GS_INLINE friend Pack operator*(Pack a, Pack b) { return a.v * b.v; }
  GS_INLINE friend Pack operator/(Pack a, Pack b) { return a.v / b.v; }
  GS_INLINE Pack& operator+=(Pack o) { return v += o.v, *this; }
  GS_INLINE Pack& operator-=(Pack o) { return v -= o.v, *this; }
  GS_INLINE Pack& operator*=(Pack o) { return v *= o.v, *this; }
  GS_INLINE friend Mask<N> operator<(Pack a, Pack b) { return {a.v < b.v}; }
  GS_INLINE friend Mask<N> operator>(Pack a, Pack b) { return {a.v > b.v}; }
  GS_INLINE friend Mask<N> operator<=(Pack a, Pack b) { return {a.v <= b.v}; }
  GS_INLINE friend Mask<N> operator>=(Pack a, Pack b) { return {a.v >= b.v}; }
};

// The functions of math.h for packs, lane by lane. min and max treat NaN as the scalar ones do.
template <int N>
GS_INLINE Pack<N> select(Mask<N> mask, Pack<N> yes, Pack<N> no) {
  return mask.m ? yes.v : no.v;  // lane by lane
}
template <int N>
GS_INLINE Pack<N> min(Pack<N> a, Pack<N> b) {
  return select(a < b, a, b);
}
template <int N>
GS_INLINE Pack<N> max(Pack<N> a, Pack<N> b) {
  return select(a > b, a, b);
}
template <int N>
GS_INLINE Pack<N> abs(Pack<N> a) {
  return std::bit_cast<typename Pack<N>::Native>(std::bit_cast<typename Pack<N>::Bits>(a.v) & 0x7FFFFFFF);
}
template <int N>
GS_INLINE Pack<N> sqrt(Pack<N> a) {
  Pack<N> r;
  for (int i = 0; i < N; ++i) r.v[i] = __builtin_sqrtf(a.v[i]);
  return r;
}
template <int N>
GS_INLINE IntPack<N> to_int(Pack<N> a) {  // rounds towards zero
  return __builtin_convertvector(a.v, typename IntPack<N>::Native);
}
template <int N>
GS_INLINE Pack<N> to_float(IntPack<N> a) {
  return __builtin_convertvector(a.v, typename Pack<N>::Native);
}
template <int N>
GS_INLINE Pack<N> floor(Pack<N> a) {  // valid for |a| < 2^31
  const Pack<N> truncated = to_float(to_int(a));
  return select(truncated > a, truncated - Pack<N>(1.0f), truncated);
}
GS_HD GS_INLINE int32_t to_int(float a) { return static_cast<int32_t>(a); }
GS_HD GS_INLINE float to_float(int32_t a) { return static_cast<float>(a); }
GS_INLINE float float_from_bits(int32_t bits) { return std::bit_cast<float>(bits); }
template <int N>
GS_INLINE Pack<N> float_from_bits(IntPack<N> bits) {
  return std::bit_cast<typename Pack<N>::Native>(bits.v);
}

// e^x with the same sequence of operations for a float and for every pack width: files compiled with -ffp-contract=off
// get the same bits from all of them. Relative error below 3e-7 for |x| < 87; x is clamped to [-87, 88].
// Cephes' expf (Moshier): x = n ln2 + r with |r| <= ln2 / 2, ln2 split in two constants, a minimax polynomial in r,
// and 2^n built from the exponent bits.
template <class F>
GS_INLINE F exp_same_bits(F x) {
  x = min(max(x, F(-87.0f)), F(88.0f));
  const F n = floor(x * F(1.44269504088896341f) + F(0.5f));
  const F r = (x - n * F(0.693359375f)) - n * F(-2.12194440e-4f);
  F p = F(1.9875691500e-4f);
  p = p * r + F(1.3981999507e-3f);
  p = p * r + F(8.3334519073e-3f);
  p = p * r + F(4.1665795894e-2f);
  p = p * r + F(1.6666665459e-1f);
  p = p * r + F(5.0000001201e-1f);
  const F y = p * r * r + r + F(1.0f);
  return y * float_from_bits((to_int(n) + 127) << 23);
}
template <int N>
GS_INLINE Pack<N> exp(Pack<N> x) {
  return exp_same_bits(x);
}

// Instruction sets that a source file with packs is compiled for, slowest first.
enum class Isa { scalar, avx2, avx512 };

// The best instruction set that this processor supports. The environment variable GS_ISA=scalar|avx2|avx512 lowers it,
// for tests and comparisons.
Isa cpu_isa();

}  // namespace gs
