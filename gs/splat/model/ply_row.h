// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Inner loop of load and check: one vertex row as floats in slot order, with tests of finiteness and rotation.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>

#include "gs/core/numbers/simd.h"
#include "gs/splat/model/ply_header.h"

namespace gs::splat::ply {

// Values of one row in slot order. The rest of the array stays zero, so that whole SIMD packs can be tested.
struct Row {
  alignas(16) float value[kMaxSlots + 1]{};
};

// Converts a stored value to float; doubles beyond the range of float become infinite.
float load_as_float(const std::byte* from, Type type);

// Reads one binary row, with shortcuts for the canonical layout and for all-float rows.
inline void fetch(const Plan& plan, const std::byte* from, Row& row) {
  if (plan.info.canonical) {
    std::memcpy(row.value, from, plan.slots * sizeof(float));
    return;
  }
  if (plan.all_float) {
    for (std::size_t s = 0; s < plan.slots; ++s) row.value[s] = load_le<float>(from + plan.source[s].offset);
    return;
  }
  for (std::size_t s = 0; s < plan.slots; ++s) {
    row.value[s] = load_as_float(from + plan.source[s].offset, plan.source[s].type);
  }
}

// True if the first `slots` values are finite. Inf and NaN are the floats whose exponent bits are all ones.
inline bool all_finite(const Row& row, std::size_t slots) {
  using Ints = IntPack<4>;
  const Ints exponent(0x7F800000);
  Mask<4> special = Ints(0) < Ints(0);
  for (std::size_t s = 0; s < slots; s += 4) {
    Ints bits;
    std::memcpy(&bits.v, row.value + s, sizeof(bits.v));
    special = special | ((bits & exponent) == exponent);
  }
  return !any(special);
}

// Rotation of a row after validation.
struct Rotation {
  Quaternionf value;  // unit length, when ok
  double norm = 0;
  bool ok = false;
};

// Quaternion of the row as [x, y, z, w]. Within 1e-6 of unit length it keeps its bits, so that files survive round
// trips.
inline Rotation rotation_of(const Row& row, QuaternionOrder order, PlySource source) {
  const float* r = row.value + kRotation;
  const Quaternionf q =
      order == QuaternionOrder::xyzw ? Quaternionf{r[0], r[1], r[2], r[3]} : Quaternionf{r[1], r[2], r[3], r[0]};
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  const double norm2 = x * x + y * y + z * z + w * w;
  if (std::abs(norm2 - 1.0) <= 2e-6) return {q, 1.0, true};
  const double norm = std::sqrt(norm2);
  const bool ok = source == PlySource::bundle ? std::abs(norm - 1.0) <= 1e-3 : norm > 1e-30;
  const double k = ok ? 1.0 / norm : 0.0;
  return {{static_cast<float>(x * k), static_cast<float>(y * k), static_cast<float>(z * k), static_cast<float>(w * k)},
          norm,
          ok};
}

// Parses the next whitespace-separated number and removes it from `text`. Errors: truncated, corrupt.
Result<float> next_ascii_value(std::string_view& text);

// Calls take(index, row) for every vertex of an ascii file, in order. Errors: those of next_ascii_value(), with the
// index.
template <class Take>
Result<void> for_each_ascii_row(const Plan& plan, Take take) {
  std::string_view text = as_text(plan.data);
  std::vector<float> columns(plan.columns);
  Row row;
  for (uint64_t i = 0; i < plan.info.count; ++i) {
    for (float& column : columns) {
      auto value = next_ascii_value(text);
      if (!value) return std::move(value).error().with_context(format("Gaussian {}", i));
      column = *value;
    }
    for (std::size_t s = 0; s < plan.slots; ++s) row.value[s] = columns[plan.source[s].offset];
    take(i, row);
  }
  return {};
}

}  // namespace gs::splat::ply
