// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Folding after Gopal et al. 2009, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", in the
// bit-reflected form. A 128-bit accumulator is multiplied by a power of x modulo the polynomial, so that it can be
// added to data further on; this is repeated until 16 bytes are left. These are reduced by table instead of Barrett's
// method, which is shorter code and as fast for the sizes that matter.
#include "gs/core/hash/crc32.h"

#include <array>

#include "gs/core/numbers/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gs {
namespace {

constexpr uint32_t kPolynomial = 0xEDB88320u;  // reflected: bit 31 is the coefficient of x^0

// tables[k][b]: the effect of byte b that is followed by k zero bytes ("slicing by 8").
using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t r = i;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ ((r & 1) != 0 ? kPolynomial : 0);
    tables[0][i] = r;
  }
  for (uint32_t i = 0; i < 256; ++i) {
    for (std::size_t k = 1; k < 8; ++k) {
      tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xFF];
    }
  }
  return tables;
}
constexpr Tables kTables = make_tables();

// Like all functions named fold_by_..., it works on the inverted checksum: crc32() inverts before and after.
uint32_t fold_by_table(uint32_t state, const std::byte* from, std::size_t count) {
  for (; count >= 8; count -= 8, from += 8) {
    const uint64_t word = load_le<uint64_t>(from) ^ state;
    state = 0;
    for (std::size_t k = 0; k < 8; ++k) state ^= kTables[7 - k][(word >> (8 * k)) & 0xFF];
  }
  for (; count > 0; --count, ++from) {
    state = (state >> 8) ^ kTables[0][(state ^ static_cast<uint32_t>(*from)) & 0xFF];
  }
  return state;
}

#if defined(__x86_64__)

// a * b mod P for polynomials over GF(2) of degree up to 31; bit 31 is the coefficient of x^0.
constexpr uint32_t multiply(uint32_t a, uint32_t b) {
  uint32_t product = 0;
  for (int i = 31; i >= 0; --i) {
    if ((b >> i & 1) != 0) product ^= a;
    a = (a >> 1) ^ ((a & 1) != 0 ? kPolynomial : 0);
  }
  return product;
}

// x^n mod P by repeated squaring, shifted left by one because the product of reflected values is off by one bit.
constexpr uint64_t power(int n) {
  uint32_t result = 0x80000000u, square = 0x40000000u;
  for (; n > 0; n /= 2, square = multiply(square, square)) {
    if (n % 2 == 1) result = multiply(result, square);
  }
  return static_cast<uint64_t>(result) << 1;
}
static_assert(power(4 * 128 + 32) == 0x154442bd4 && power(4 * 128 - 32) == 0x1c6e41596);  // the paper's k1 and k2

// Multipliers of the two halves of a 128-bit value that is moved forward by kBits.
template <int kBits>
constexpr long long kNear = static_cast<long long>(power(kBits - 32));
template <int kBits>
constexpr long long kFar = static_cast<long long>(power(kBits + 32));

#define GS_CLMUL_TARGET __attribute__((target("sse4.1,pclmul")))
#define GS_VPCLMUL_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,vpclmulqdq,pclmul,sse4.1")))

// value * x^distance + next, with the distance of the constants.
GS_CLMUL_TARGET inline __m128i fold(__m128i value, __m128i constants, __m128i next) {
  const __m128i low = _mm_clmulepi64_si128(value, constants, 0x00);
  const __m128i high = _mm_clmulepi64_si128(value, constants, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

GS_CLMUL_TARGET inline __m128i load(const std::byte* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

// The last phase: folds the remaining whole 16-byte blocks into `value`, and reduces it and the last bytes by table.
GS_CLMUL_TARGET uint32_t finish(__m128i value, const std::byte* from, std::size_t count) {
  const __m128i by_128 = _mm_set_epi64x(kNear<128>, kFar<128>);
  for (; count >= 16; count -= 16, from += 16) value = fold(value, by_128, load(from));
  alignas(16) std::byte rest[16];
  _mm_store_si128(reinterpret_cast<__m128i*>(rest), value);
  return fold_by_table(fold_by_table(0, rest, 16), from, count);
}

// Four accumulators hide the latency of the multiplication; each moves forward by 64 bytes per step.
GS_CLMUL_TARGET uint32_t fold_by_clmul_128(uint32_t state, const std::byte* from, std::size_t count) {
  if (count < 64) return fold_by_table(state, from, count);
  __m128i a = _mm_xor_si128(load(from), _mm_cvtsi32_si128(static_cast<int>(state)));
  __m128i b = load(from + 16), c = load(from + 32), d = load(from + 48);
  const __m128i by_512 = _mm_set_epi64x(kNear<512>, kFar<512>);
  for (from += 64, count -= 64; count >= 64; from += 64, count -= 64) {
    a = fold(a, by_512, load(from));
    b = fold(b, by_512, load(from + 16));
    c = fold(c, by_512, load(from + 32));
    d = fold(d, by_512, load(from + 48));
  }
  const __m128i by_128 = _mm_set_epi64x(kNear<128>, kFar<128>);
  return finish(fold(fold(fold(a, by_128, b), by_128, c), by_128, d), from, count);
}

GS_VPCLMUL_TARGET inline __m512i fold(__m512i value, __m512i constants, __m512i next) {
  const __m512i low = _mm512_clmulepi64_epi128(value, constants, 0x00);
  const __m512i high = _mm512_clmulepi64_epi128(value, constants, 0x11);
  return _mm512_ternarylogic_epi64(low, high, next, 0x96);  // exclusive or of three
}

GS_VPCLMUL_TARGET inline __m512i load_512(const std::byte* from) { return _mm512_loadu_si512(from); }

template <int kBits>
GS_VPCLMUL_TARGET inline __m512i constants_512() {
  return _mm512_set_epi64(kNear<kBits>, kFar<kBits>, kNear<kBits>, kFar<kBits>, kNear<kBits>, kFar<kBits>, kNear<kBits>,
                          kFar<kBits>);
}

// Large inputs are read as four streams side by side. A single stream of loads keeps too few cache lines in flight to
// saturate memory, because the processor prefetches only within a page.
constexpr std::size_t kStreamBytes = 16 << 10;

GS_VPCLMUL_TARGET uint32_t fold_by_clmul_512(uint32_t state, const std::byte* from, std::size_t count) {
  if (count < 512) return fold_by_clmul_128(state, from, count);
  const __m512i by_512 = constants_512<512>();
  const __m512i by_stream = constants_512<static_cast<int>(kStreamBytes) * 8>();
  __m512i a = _mm512_xor_si512(load_512(from), _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(state))));
  // Inputs of 64 KiB and more: four streams of 16 KiB, combined at the end of each round.
  for (from += 64, count -= 64; count >= 4 * kStreamBytes; from += 4 * kStreamBytes, count -= 4 * kStreamBytes) {
    a = fold(a, by_512, load_512(from));
    __m512i b = load_512(from + kStreamBytes), c = load_512(from + 2 * kStreamBytes);
    __m512i d = load_512(from + 3 * kStreamBytes);
    for (const std::byte* at = from + 64; at < from + kStreamBytes; at += 64) {
      a = fold(a, by_512, load_512(at));
      b = fold(b, by_512, load_512(at + kStreamBytes));
      c = fold(c, by_512, load_512(at + 2 * kStreamBytes));
      d = fold(d, by_512, load_512(at + 3 * kStreamBytes));
    }
    a = fold(fold(fold(a, by_stream, b), by_stream, c), by_stream, d);
  }
  // Then four accumulators of 64 bytes, as in the 128-bit version.
  if (count >= 256) {
    const __m512i by_2048 = constants_512<2048>();
    a = fold(a, by_512, load_512(from));
    __m512i b = load_512(from + 64), c = load_512(from + 128), d = load_512(from + 192);
    for (from += 256, count -= 256; count >= 256; from += 256, count -= 256) {
      a = fold(a, by_2048, load_512(from));
      b = fold(b, by_2048, load_512(from + 64));
      c = fold(c, by_2048, load_512(from + 128));
      d = fold(d, by_2048, load_512(from + 192));
    }
    a = fold(fold(fold(a, by_512, b), by_512, c), by_512, d);
  }
  for (; count >= 64; from += 64, count -= 64) a = fold(a, by_512, load_512(from));
  // Combine the four 128-bit lanes.
  const __m128i by_128 = _mm_set_epi64x(kNear<128>, kFar<128>);
  alignas(64) std::byte lanes[64];
  _mm512_store_si512(lanes, a);
  __m128i value = load(lanes);
  for (int lane = 16; lane < 64; lane += 16) value = fold(value, by_128, load(lanes + lane));
  return finish(value, from, count);
}

#endif

using Fold = uint32_t (*)(uint32_t, const std::byte*, std::size_t);

Fold fold_of(Crc32Method method) {
#if defined(__x86_64__)
  if (method == Crc32Method::clmul_512) return fold_by_clmul_512;
  if (method == Crc32Method::clmul_128) return fold_by_clmul_128;
#endif
  static_cast<void>(method);
  return fold_by_table;
}

Fold best_fold() {
  for (const auto method : {Crc32Method::clmul_512, Crc32Method::clmul_128}) {
    if (available(method)) return fold_of(method);
  }
  return fold_by_table;
}

}  // namespace

bool available(Crc32Method method) {
  if (method == Crc32Method::table) return true;
#if defined(__x86_64__)
  if (cpu_isa() == Isa::scalar || !__builtin_cpu_supports("pclmul")) return false;
  return method == Crc32Method::clmul_128 || (cpu_isa() == Isa::avx512 && __builtin_cpu_supports("vpclmulqdq"));
#else
  return false;
#endif
}

uint32_t crc32_by(Crc32Method method, Bytes bytes, uint32_t previous) {
  GS_EXPECT(available(method));
  return ~fold_of(method)(~previous, bytes.data(), bytes.size());
}

uint32_t crc32(Bytes bytes, uint32_t previous) {
  static const Fold fold = best_fold();
  return ~fold(~previous, bytes.data(), bytes.size());
}

}  // namespace gs
