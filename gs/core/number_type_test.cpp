// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names, sizes and limits of run-time number types.
#include "gs/core/number_type.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs {
namespace {

constexpr NumberType kAll[] = {NumberType::i8,  NumberType::u8,  NumberType::i16, NumberType::u16, NumberType::i32,
                               NumberType::u32, NumberType::i64, NumberType::u64, NumberType::f32, NumberType::f64};

TEST(NumberType, TypeSizeAndLetterAgreeForAllTypes) {
  for (const NumberType type : kAll) {
    with_number_type(type, [&]<class T>(T) {
      EXPECT_EQ(number_type_of<T>(), type);
      EXPECT_EQ(size_of(type), sizeof(T));
      const char kind = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
      EXPECT_EQ(number_type(kind, sizeof(T)), type);
    });
  }
}

TEST(NumberType, LoadsTheSmallestAndLargestNumbersOfAllTypes) {
  for (const NumberType type : kAll) {
    with_number_type(type, [&]<class T>(T) {
      for (const T value : {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), T{1}}) {
        std::byte stored[sizeof(T) + 1];  // one byte off, so that the address is not aligned
        std::memcpy(stored + 1, &value, sizeof(T));
        EXPECT_EQ(load_as_double(type, stored + 1), static_cast<double>(value));
        with_number(type, stored + 1, [&](auto loaded) {
          EXPECT_TRUE((std::is_same_v<decltype(loaded), T>));
          EXPECT_EQ(static_cast<T>(loaded), value);
        });
      }
    });
  }
}

TEST(NumberType, FloatsSaturateToInfinityAndKeepNan) {
  EXPECT_EQ(nearest_float(1e300), INFINITY);
  EXPECT_EQ(nearest_float(-1e300), -INFINITY);
  EXPECT_TRUE(std::isnan(nearest_float(std::nan(""))));
  EXPECT_EQ(nearest_float(static_cast<double>(std::numeric_limits<float>::max())), std::numeric_limits<float>::max());
  // Rounded once, not first to double: 2^60 + 2^36 + 1 lies just above the middle of two floats.
  constexpr int64_t kAboveMiddle = (int64_t{1} << 60) + (int64_t{1} << 36) + 1;
  EXPECT_EQ(nearest_float(kAboveMiddle), std::ldexp(1.0f, 60) + std::ldexp(1.0f, 37));
}

}  // namespace
}  // namespace gs
