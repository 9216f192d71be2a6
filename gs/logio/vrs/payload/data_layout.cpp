// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/payload/data_layout.h"

#include <algorithm>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::logio::vrs {
namespace {

constexpr ElementType kElementTypes[] = {
    {"Bool", Scalar::boolean, 1, 1},   {"char", Scalar::character, 1, 1}, {"int8_t", Scalar::i8, 1, 1},
    {"uint8_t", Scalar::u8, 1, 1},     {"int16_t", Scalar::i16, 1, 2},    {"uint16_t", Scalar::u16, 1, 2},
    {"int32_t", Scalar::i32, 1, 4},    {"uint32_t", Scalar::u32, 1, 4},   {"int64_t", Scalar::i64, 1, 8},
    {"uint64_t", Scalar::u64, 1, 8},   {"float", Scalar::f32, 1, 4},      {"double", Scalar::f64, 1, 8},
    {"Point2Dd", Scalar::f64, 2, 8},   {"Point2Df", Scalar::f32, 2, 4},   {"Point2Di", Scalar::i32, 2, 4},
    {"Point3Dd", Scalar::f64, 3, 8},   {"Point3Df", Scalar::f32, 3, 4},   {"Point3Di", Scalar::i32, 3, 4},
    {"Point4Dd", Scalar::f64, 4, 8},   {"Point4Df", Scalar::f32, 4, 4},   {"Point4Di", Scalar::i32, 4, 4},
    {"Matrix2Dd", Scalar::f64, 4, 8},  {"Matrix2Df", Scalar::f32, 4, 4},  {"Matrix2Di", Scalar::i32, 4, 4},
    {"Matrix3Dd", Scalar::f64, 9, 8},  {"Matrix3Df", Scalar::f32, 9, 4},  {"Matrix3Di", Scalar::i32, 9, 4},
    {"Matrix4Dd", Scalar::f64, 16, 8}, {"Matrix4Df", Scalar::f32, 16, 4}, {"Matrix4Di", Scalar::i32, 16, 4},
    {"string", Scalar::text, 1, 0},
};

constexpr std::string_view kPrefix = "DataPiece";

// Parses "DataPieceVector<float>" into kind and element type.
Result<void> parse_type(std::string_view type, Piece& piece) {
  const Error unknown = fail(ErrorCode::unsupported, "field '{}' has unknown type '{}'", piece.name, type);
  if (!type.starts_with(kPrefix)) return unknown;
  type.remove_prefix(kPrefix.size());
  if (type == "String") return piece.kind = PieceKind::string, Result<void>{};
  const std::size_t open = type.find('<');
  if (open == std::string_view::npos || !type.ends_with('>')) return unknown;
  const std::string_view kind = type.substr(0, open);
  piece.element = find_element_type(type.substr(open + 1, type.size() - open - 2));
  if (piece.element == nullptr) return unknown;
  const bool text = piece.element->scalar == Scalar::text;
  if (kind == "Value" && !text) return piece.kind = PieceKind::value, Result<void>{};
  if (kind == "Array" && !text) return piece.kind = PieceKind::array, Result<void>{};
  if (kind == "Vector") return piece.kind = PieceKind::vector, Result<void>{};
  if (kind == "StringMap") return piece.kind = PieceKind::string_map, Result<void>{};
  return unknown;
}

Result<Piece> parse_piece(const Node& json) {
  const Node* name = json.find("name");
  const Node* type = json.find("type");
  if (name == nullptr || !name->is_text() || type == nullptr || !type->is_text()) {
    return fail(ErrorCode::corrupt, "a field of a data layout has no name or type");
  }
  Piece piece{.name = name->text};
  GS_CHECK(parse_type(type->text, piece));
  // The size comes from the file; 1e8 elements is far above any real array.
  if (piece.kind == PieceKind::array) {
    const Node* size = json.find("size");
    if (size == nullptr || !(size->number_or(-1) >= 0 && size->real <= 1e8)) {
      return fail(ErrorCode::corrupt, "array '{}' of a data layout has no valid size", piece.name);
    }
    piece.array_size = static_cast<uint32_t>(size->real);
  }
  if (const Node* tags = json.find("tags")) {
    for (const auto& [key, tag] : tags->members) piece.tags[key] = tag.is_text() ? tag.text : "";
  }
  return piece;
}

}  // namespace

const ElementType* find_element_type(std::string_view name) {
  const auto* found = std::find_if(std::begin(kElementTypes), std::end(kElementTypes),
                                   [&](const ElementType& type) { return type.name == name; });
  return found == std::end(kElementTypes) ? nullptr : found;
}

std::string Piece::type_name() const {
  switch (kind) {
    case PieceKind::value:
      return format("DataPieceValue<{}>", element->name);
    case PieceKind::array:
      return format("DataPieceArray<{}>", element->name);
    case PieceKind::vector:
      return format("DataPieceVector<{}>", element->name);
    case PieceKind::string_map:
      return format("DataPieceStringMap<{}>", element->name);
    case PieceKind::string:
      break;
  }
  return "DataPieceString";
}

uint64_t DataLayout::fixed_bytes() const {
  uint64_t total = 0;
  for (const Piece& piece : pieces) total += piece.fixed_bytes();
  return total;
}

std::size_t DataLayout::variable_count() const {
  return static_cast<std::size_t>(
      std::count_if(pieces.begin(), pieces.end(), [](const Piece& piece) { return !piece.is_fixed(); }));
}

Result<DataLayout> parse_data_layout(std::string_view json) {
  GS_TRY(const Node root, parse_json(json));
  const Node* list = root.find("data_layout");
  if (list == nullptr || !list->is_list()) {
    return fail(ErrorCode::corrupt, "data layout has no list of fields");
  }
  DataLayout layout;
  for (const Node& item : list->items) {
    GS_TRY(Piece piece, parse_piece(item));
    layout.pieces.push_back(std::move(piece));
  }
  // Offsets follow from the order within the fixed and the variable group.
  std::stable_partition(layout.pieces.begin(), layout.pieces.end(),
                        [](const Piece& piece) { return piece.is_fixed(); });
  return layout;
}

std::string to_json(const DataLayout& layout) {
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().key("data_layout").begin_array();
  // "offset" of fixed pieces, "index" of variable ones, as the official library writes them.
  uint64_t offset = 0, index = 0;
  for (const Piece& piece : layout.pieces) {
    json.begin_object().field("name", piece.name).field("type", piece.type_name());
    if (piece.is_fixed()) {
      json.field("offset", offset);
      offset += piece.fixed_bytes();
    } else {
      json.field("index", index++);
    }
    if (piece.kind == PieceKind::array) json.field("size", piece.array_size);
    if (!piece.tags.empty()) {
      json.key("tags").begin_object();
      for (const auto& [key, value] : piece.tags) json.field(key, value);
      json.end_object();
    }
    json.end_object();
  }
  json.end_array().end_object();
  return json.text();
}

}  // namespace gs::logio::vrs
