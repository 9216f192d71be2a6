// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packs of 4, 8 and 16 lanes, compiled without special flags: the compiler emulates the wide ones.
#include "gs/core/numbers/simd.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs {
namespace {

// Compares every operation of a pack of N lanes with the same operation on floats, bit by bit.
template <int N>
void same_as_scalar() {
  using P = Pack<N>;
  float a[N], b[N], out[N];
  for (int i = 0; i < N; ++i) a[i] = 0.7f * static_cast<float>(i) - 3.3f, b[i] = 2.0f - 0.31f * static_cast<float>(i);
  const P pa = P::load(a), pb = P::load(b);
  const auto expect = [&](P pack, auto scalar) {
    pack.store(out);
    for (int i = 0; i < N; ++i) EXPECT_EQ(out[i], scalar(a[i], b[i])) << "lane " << i;
  };
  expect(pa + pb, [](float x, float y) { return x + y; });
  expect(pa * pb - 1.0f, [](float x, float y) { return x * y - 1.0f; });
  expect(pa / pb, [](float x, float y) { return x / y; });
  expect(min(pa, pb), [](float x, float y) { return x < y ? x : y; });
  expect(max(pa, pb), [](float x, float y) { return x > y ? x : y; });
  expect(abs(pa), [](float x, float) { return std::fabs(x); });
  expect(sqrt(abs(pa)), [](float x, float) { return std::sqrt(std::fabs(x)); });
  expect(floor(pa), [](float x, float) { return std::floor(x); });
  expect(select(pa < pb, pa, pb * 2.0f), [](float x, float y) { return x < y ? x : y * 2.0f; });
  expect(exp(pa), [](float x, float) { return exp_same_bits(x); });
  EXPECT_TRUE(any(pa < pb));
  EXPECT_TRUE(all(abs(pa) >= 0.0f));
  EXPECT_FALSE(any(abs(pa) < 0.0f));
  EXPECT_FALSE(all(P::lanes() < 1.0f));
}

TEST(Simd, PacksComputeWhatFloatsCompute) {
  same_as_scalar<4>();
  same_as_scalar<8>();
  same_as_scalar<16>();
}

// The error bound that simd.h states, over the whole valid range; beyond it the result is positive and finite.
TEST(Simd, ExponentialIsAccurateAndClamped) {
  for (float x = -86.0f; x < 87.0f; x += 0.0371f) {
    EXPECT_NEAR(exp_same_bits(x) / std::exp(static_cast<double>(x)), 1.0, 3e-7) << x;
  }
  EXPECT_GT(exp_same_bits(-1e30f), 0.0f);
  EXPECT_TRUE(std::isfinite(exp_same_bits(1e30f)));
}

TEST(Simd, IntegerPacks) {
  const IntPack<8> a(3);
  EXPECT_EQ((a * 5 + 1)[7], 16);
  EXPECT_EQ(((a << 4) >> 2)[0], 12);
  EXPECT_TRUE(all(a == IntPack<8>(3)));
}

}  // namespace
}  // namespace gs
