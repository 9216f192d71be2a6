// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The mathematical functions that kernels are written with, for float and double. The same names exist for SIMD packs
// (simd.h) and dual numbers (dual.h), so that one template serves all of them.
#pragma once

#include <cmath>
#include <cstdint>

#include "gs/core/platform.h"

namespace gs {

inline constexpr double kPi = 3.14159265358979323846;

// `yes` where the condition holds, else `no`. Kernels use it instead of ?:, because a SIMD pack decides lane by lane.
GS_HD GS_INLINE float select(bool condition, float yes, float no) { return condition ? yes : no; }
GS_HD GS_INLINE double select(bool condition, double yes, double no) { return condition ? yes : no; }
GS_HD GS_INLINE int32_t select(bool condition, int32_t yes, int32_t no) { return condition ? yes : no; }

// Functions of one argument, with the meaning of the standard library; angles in radians.
#define GS_SCALAR_FUNCTION(name)                               \
  GS_HD GS_INLINE float name(float x) { return std::name(x); } \
  GS_HD GS_INLINE double name(double x) { return std::name(x); }
GS_SCALAR_FUNCTION(sqrt)
GS_SCALAR_FUNCTION(exp)
GS_SCALAR_FUNCTION(log)
GS_SCALAR_FUNCTION(sin)
GS_SCALAR_FUNCTION(cos)
GS_SCALAR_FUNCTION(tan)
GS_SCALAR_FUNCTION(asin)
GS_SCALAR_FUNCTION(acos)
GS_SCALAR_FUNCTION(atan)
GS_SCALAR_FUNCTION(floor)
#undef GS_SCALAR_FUNCTION

// |x|, and the angle of the point (x, y) in (-pi, pi].
GS_HD GS_INLINE float abs(float x) { return std::fabs(x); }
GS_HD GS_INLINE double abs(double x) { return std::fabs(x); }
GS_HD GS_INLINE float atan2(float y, float x) { return std::atan2(y, x); }
GS_HD GS_INLINE double atan2(double y, double x) { return std::atan2(y, x); }
// Minimum and maximum. If an argument is NaN the result is the second argument, as with SSE's minps and maxps.
GS_HD GS_INLINE float min(float a, float b) { return a < b ? a : b; }
GS_HD GS_INLINE double min(double a, double b) { return a < b ? a : b; }
GS_HD GS_INLINE float max(float a, float b) { return a > b ? a : b; }
GS_HD GS_INLINE double max(double a, double b) { return a > b ? a : b; }
// Reductions and conjunction of conditions; for a pack they look at all lanes.
GS_HD GS_INLINE bool any(bool condition) { return condition; }
GS_HD GS_INLINE bool all(bool condition) { return condition; }
GS_HD GS_INLINE bool both(bool a, bool b) { return a && b; }

// x limited to [low, high].
template <class F>
GS_HD GS_INLINE F clamp(F x, F low, F high) {
  return min(max(x, low), high);
}
template <class F>
GS_HD GS_INLINE F square(F x) {
  return x * x;
}

}  // namespace gs
