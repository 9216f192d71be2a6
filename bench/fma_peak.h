// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What one core can do at most: fused multiply-adds of eight floats, nothing else.
#pragma once

namespace bench {

// 10^9 floating-point operations a second (two an element and instruction), measured; 0 where there is no AVX2 and FMA.
double fma_peak_gflops();

// Operations a Gaussian-pixel costs in the splat renderers: offset 1, quadratic 4, exp2 by a polynomial of degree 4 and
// the split before it 11, transmittance 2, three channels 6.
inline constexpr double kBlendOperations = 24;

}  // namespace bench
