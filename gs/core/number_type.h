// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Number types that are known only at run time, as file headers and message definitions state them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "gs/core/bytes.h"

namespace gs {

// Integers with and without sign, of 1 to 8 bytes, and IEEE 754 numbers of 4 and 8 bytes.
enum class NumberType : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

// Size of a number [bytes].
constexpr std::size_t size_of(NumberType type) {
  constexpr std::array<uint8_t, 10> kBytes = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

// The type of NumPy's kind letter ('f' float, 'i' signed, any other letter unsigned) and size: 1, 2, 4 or 8 bytes, of
// floats 4 or 8.
constexpr NumberType number_type(char kind, std::size_t bytes) {
  if (kind == 'f') return bytes == 4 ? NumberType::f32 : NumberType::f64;
  const auto power = static_cast<int>(std::bit_width(bytes)) - 1;
  return static_cast<NumberType>(2 * power + (kind == 'i' ? 0 : 1));
}

// The type of a C++ number; bool and long double have none.
template <Number T>
requires(!std::is_same_v<T, bool> && sizeof(T) <= 8) constexpr NumberType number_type_of() {
  return number_type(std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u', sizeof(T));
}

// Calls use(T()) with the C++ type of a number type and returns its result, which must have the same type for all T.
template <class Use>
decltype(auto) with_number_type(NumberType type, Use&& use) {
  // NOLINTBEGIN(bugprone-branch-clone): the branches are equal for a `use` that ignores its argument
  switch (type) {
    case NumberType::i8:
      return use(int8_t());
    case NumberType::u8:
      return use(uint8_t());
    case NumberType::i16:
      return use(int16_t());
    case NumberType::u16:
      return use(uint16_t());
    case NumberType::i32:
      return use(int32_t());
    case NumberType::u32:
      return use(uint32_t());
    case NumberType::i64:
      return use(int64_t());
    case NumberType::u64:
      return use(uint64_t());
    case NumberType::f32:
      return use(float());
    case NumberType::f64:
      break;
  }
  // NOLINTEND(bugprone-branch-clone)
  return use(double());
}

// Loads a little-endian number and calls use(number) with its C++ type. The caller has checked that its bytes exist.
template <class Use>
decltype(auto) with_number(NumberType type, const std::byte* from, Use&& use) {
  return with_number_type(type, [&]<class T>(T) -> decltype(auto) { return use(load_le<T>(from)); });
}

// A stored number as double; integers beyond 2^53 are rounded.
inline double load_as_double(NumberType type, const std::byte* from) {
  return with_number(type, from, [](auto value) { return static_cast<double>(value); });
}

// The nearest float; doubles beyond the range of float become infinite (their conversion is undefined in C++).
template <Number T>
float nearest_float(T value) {
  if constexpr (std::is_same_v<T, double>) {
    constexpr double kMax = std::numeric_limits<float>::max();
    if (value > kMax) return std::numeric_limits<float>::infinity();
    if (value < -kMax) return -std::numeric_limits<float>::infinity();
  }
  return static_cast<float>(value);
}

}  // namespace gs
