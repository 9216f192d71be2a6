// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measures the peak floating-point rate of one core: fused multiply-adds of eight floats.
#pragma once

namespace bench {

// Measured rate in 10^9 operations per second (two per element and instruction); 0 without AVX2 and FMA.
double fma_peak_gflops();

// Floating-point operations per Gaussian and pixel in the splat renderers: offset 1, quadratic form 4, exp2 by a
// polynomial of degree 4 with range reduction 11, transmittance 2, three channels 6.
inline constexpr double kBlendOperations = 24;

}  // namespace bench
