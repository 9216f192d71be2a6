// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives of dual numbers equal central differences.
#include "gs/core/numbers/dual.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

// Compares the derivative of a dual number with the central difference at a few points.
template <class Function>
void check(Function f, double low, double high) {
  for (int i = 0; i <= 10; ++i) {
    const double x = low + (high - low) * i / 10.0, h = 1e-6;
    const double numeric = (f(Dual<1>(x + h)).value - f(Dual<1>(x - h)).value) / (2 * h);
    EXPECT_NEAR(f(Dual<1>::variable(x, 0)).d[0], numeric, 1e-6 * std::max(1.0, std::abs(numeric))) << x;
  }
}

TEST(Dual, DerivativesEqualCentralDifferences) {
  using D = Dual<1>;
  check([](D x) { return x * x * x - 2.0 * x + 1.0; }, -2, 2);
  check([](D x) { return 1.0 / (x + 3.0); }, -2, 2);
  check([](D x) { return sqrt(x) * log(x) + exp(x); }, 0.5, 2);
  check([](D x) { return sin(x) * cos(x) + tan(x * 0.3); }, -2, 2);
  check([](D x) { return atan(x) + atan2(x, D(2.0) + x * x); }, -2, 2);
  check([](D x) { return max(x * x, 2.0 - x) + min(x, D(0.3)) + abs(x); }, 0.13, 3.1);
}

TEST(Dual, SeveralInputsKeepTheirOwnDerivatives) {
  const auto x = Dual<2>::variable(3, 0), y = Dual<2>::variable(4, 1);
  const auto r = sqrt(x * x + y * y);
  EXPECT_DOUBLE_EQ(r.value, 5);
  EXPECT_DOUBLE_EQ(r.d[0], 0.6);
  EXPECT_DOUBLE_EQ(r.d[1], 0.8);
}

}  // namespace
}  // namespace gs
