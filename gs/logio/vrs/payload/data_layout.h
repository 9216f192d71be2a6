// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// DataLayout: named, typed fields ("pieces") of a metadata block. On disk the fixed-size pieces come first, back to
// back; then one (u32 offset, u32 length) pair per variable-size piece; then their bytes. The description is JSON in
// the tags of the stream.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::logio::vrs {

// Kinds of pieces. Values and arrays have a fixed size; the others vary from record to record.
enum class PieceKind { value, array, vector, string, string_map };

// Basic types of elements.
// clang-format off
enum class Scalar { boolean, character, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, text };
// clang-format on

// Type of one element: `count` scalars in a row (points, matrices by rows), or a text.
struct ElementType {
  std::string_view name;  // "uint32_t", "Point3Dd", "string"
  Scalar scalar;
  uint32_t count;
  uint32_t scalar_bytes;
  // Size of an element.
  uint32_t bytes() const { return count * scalar_bytes; }
};
// Looks up a type by its VRS name; null if unknown.
const ElementType* find_element_type(std::string_view name);

// Description of one field.
struct Piece {
  std::string name;
  PieceKind kind = PieceKind::value;
  const ElementType* element = nullptr;       // entry of a static table; null for PieceKind::string
  uint32_t array_size = 1;                    // number of elements of an array
  std::map<std::string, std::string> tags{};  // by convention "unit" and "description"

  // Fixed-size pieces and their size [bytes]; variable-size pieces count 0.
  bool is_fixed() const { return kind == PieceKind::value || kind == PieceKind::array; }
  uint64_t fixed_bytes() const { return is_fixed() ? uint64_t{element->bytes()} * array_size : 0; }
  std::string type_name() const;  // "DataPieceArray<double>"
};

// Fields of a block.
struct DataLayout {
  std::vector<Piece> pieces;  // fixed ones first

  // Size of the fixed part [bytes], and number of variable-size pieces.
  uint64_t fixed_bytes() const;
  std::size_t variable_count() const;
};

// Parses the JSON description. Errors: corrupt; unsupported for unknown piece types, since they would shift all fields
// behind them.
Result<DataLayout> parse_data_layout(std::string_view json);
// Writes the JSON description.
std::string to_json(const DataLayout& layout);

}  // namespace gs::logio::vrs
