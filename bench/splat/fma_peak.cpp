// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/splat/fma_peak.h"

#include <algorithm>

#include "bench/table.h"
#include "gs/core/numbers/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bench {
namespace {

#if defined(__x86_64__)
constexpr int kRounds = 2'000'000, kSums = 10;  // more accumulators than latency x units, so that no instruction waits

// Ten named accumulators: the compiler keeps an array in memory at -O2, whose loads and stores cost two thirds of the
// peak.
__attribute__((target("avx2,fma"))) float run_fmas() {
  const __m256 factor = _mm256_set1_ps(0.999f), step = _mm256_set1_ps(1e-3f);
  __m256 a = step, b = factor, c = step, d = factor, e = step, f = factor, g = step, h = factor, i = step, j = factor;
  for (int round = 0; round < kRounds; ++round) {
    a = _mm256_fmadd_ps(a, factor, step), b = _mm256_fmadd_ps(b, factor, step);
    c = _mm256_fmadd_ps(c, factor, step), d = _mm256_fmadd_ps(d, factor, step);
    e = _mm256_fmadd_ps(e, factor, step), f = _mm256_fmadd_ps(f, factor, step);
    g = _mm256_fmadd_ps(g, factor, step), h = _mm256_fmadd_ps(h, factor, step);
    i = _mm256_fmadd_ps(i, factor, step), j = _mm256_fmadd_ps(j, factor, step);
  }
  const __m256 first = _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d)), e);
  const __m256 second = _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(f, g), _mm256_add_ps(h, i)), j);
  return _mm256_cvtss_f32(_mm256_add_ps(first, second));
}
#endif

}  // namespace

// Best of several rounds, because other load can only lower the rate.
double fma_peak_gflops() {
#if defined(__x86_64__)
  if (gs::cpu_isa() < gs::Isa::avx2) return 0;
  double best = 1e30;
  volatile float sink = 0;
  for (int k = 0; k < 5; ++k) {
    const double start = cpu_seconds();
    sink = run_fmas();
    best = std::min(best, cpu_seconds() - start);
  }
  static_cast<void>(sink);
  return 1e-9 * 2 * 8 * kSums * kRounds / best;
#else
  return 0;
#endif
}

}  // namespace bench
