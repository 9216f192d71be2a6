// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A DataLayout: the named, typed fields ("pieces") of a metadata block. Fixed-size pieces come first, back to back;
// then one (offset, length) pair per variable-size piece, then their bytes. The description is JSON in the stream's
// tags.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::vrs {

// Value and array have a fixed size; the others vary from record to record.
enum class PieceKind { value, array, vector, string, string_map };

// clang-format off
enum class Scalar { boolean, character, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, text };
// clang-format on

// What one element is: count scalars in a row (points, matrices row by row), or a text.
struct ElementType {
  std::string_view name;  // "uint32_t", "Point3Dd", "string"
  Scalar scalar;
  uint32_t count;
  uint32_t scalar_bytes;
  uint32_t bytes() const { return count * scalar_bytes; }
};
const ElementType* find_element_type(std::string_view name);

struct Piece {
  std::string name;
  PieceKind kind = PieceKind::value;
  const ElementType* element = nullptr;       // of the static table; null for PieceKind::string
  uint32_t array_size = 1;                    // elements of an array
  std::map<std::string, std::string> tags{};  // conventional: "unit", "description"

  bool is_fixed() const { return kind == PieceKind::value || kind == PieceKind::array; }
  uint64_t fixed_bytes() const { return is_fixed() ? uint64_t{element->bytes()} * array_size : 0; }
  std::string type_name() const;  // "DataPieceArray<double>"
};

struct DataLayout {
  std::vector<Piece> pieces;  // fixed ones first

  uint64_t fixed_bytes() const;
  std::size_t variable_count() const;
};

// An unknown piece type is an error: it would shift everything behind it.
Result<DataLayout> parse_data_layout(std::string_view json);
std::string to_json(const DataLayout& layout);

}  // namespace gs::vrs
