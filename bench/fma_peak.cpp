// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/fma_peak.h"

#include <algorithm>

#include "bench/table.h"
#include "gs/core/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bench {
namespace {

#if defined(__x86_64__)
constexpr int kRounds = 2'000'000, kSums = 10;  // more sums than latency times units: nothing waits

__attribute__((target("avx2,fma"))) float run_fmas() {
  __m256 sum[kSums];
  for (int k = 0; k < kSums; ++k) sum[k] = _mm256_set1_ps(static_cast<float>(k));
  const __m256 factor = _mm256_set1_ps(0.999f), step = _mm256_set1_ps(1e-3f);
  for (int round = 0; round < kRounds; ++round) {
    for (__m256& s : sum) s = _mm256_fmadd_ps(s, factor, step);
  }
  for (int k = 1; k < kSums; ++k) sum[0] = _mm256_add_ps(sum[0], sum[k]);
  return _mm256_cvtss_f32(sum[0]);
}
#endif

}  // namespace

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
