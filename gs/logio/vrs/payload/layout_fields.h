// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Structs as data layouts: a struct lists its fields once; the description, the encoder and the decoder follow from it.
//
//   struct ImuData { double timestamp = 0; std::string frame_id; };
//   void fields(auto& visit, LayoutOf<ImuData> auto& data) {  // found by argument-dependent lookup
//     visit("timestamp", data.timestamp);
//     visit("frame_id", data.frame_id);
//   }
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/logio/vrs/payload/data_layout.h"
#include "gs/logio/vrs/payload/layout_view.h"

namespace gs::logio::vrs {

// Matches Struct and const Struct, so that one field list serves reading and writing.
template <class T, class Struct>
concept LayoutOf = std::is_same_v<std::remove_const_t<T>, Struct>;

// Three doubles, stored as one DataPieceValue<Point3Dd>.
struct Point3 {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const Point3&, const Point3&) = default;
};

namespace detail {

// Maps a C++ type to its piece: kind, VRS name of the element type, array size.
template <class T>
struct PieceOf;

// Scalars and points: one value of fixed size.
#define GS_VRS_SCALAR(type, text)                       \
  template <>                                           \
  struct PieceOf<type> {                                \
    static constexpr PieceKind kind = PieceKind::value; \
    static constexpr std::string_view element = text;   \
    static constexpr uint32_t size = 1;                 \
  }
GS_VRS_SCALAR(bool, "Bool");
GS_VRS_SCALAR(uint8_t, "uint8_t");
GS_VRS_SCALAR(int32_t, "int32_t");
GS_VRS_SCALAR(uint32_t, "uint32_t");
GS_VRS_SCALAR(int64_t, "int64_t");
GS_VRS_SCALAR(uint64_t, "uint64_t");
GS_VRS_SCALAR(float, "float");
GS_VRS_SCALAR(double, "double");
GS_VRS_SCALAR(Point3, "Point3Dd");
#undef GS_VRS_SCALAR

// Arrays have a fixed size; vectors, strings and maps are variable-size pieces.
template <class T, std::size_t N>
struct PieceOf<std::array<T, N>> {
  static constexpr PieceKind kind = PieceKind::array;
  static constexpr std::string_view element = PieceOf<T>::element;
  static constexpr uint32_t size = N;
};
template <class T>
struct PieceOf<std::vector<T>> {
  static constexpr PieceKind kind = PieceKind::vector;
  static constexpr std::string_view element = PieceOf<T>::element;
  static constexpr uint32_t size = 1;
};
template <>
struct PieceOf<std::vector<std::string>> {
  static constexpr PieceKind kind = PieceKind::vector;
  static constexpr std::string_view element = "string";
  static constexpr uint32_t size = 1;
};
template <>
struct PieceOf<std::string> {
  static constexpr PieceKind kind = PieceKind::string;
  static constexpr std::string_view element = "";
  static constexpr uint32_t size = 1;
};
template <>
struct PieceOf<std::map<std::string, std::string>> {
  static constexpr PieceKind kind = PieceKind::string_map;
  static constexpr std::string_view element = "string";
  static constexpr uint32_t size = 1;
};

// True for types that are stored in the fixed part of a block.
template <class T>
constexpr bool is_fixed_field() {
  return PieceOf<T>::kind == PieceKind::value || PieceOf<T>::kind == PieceKind::array;
}

// Appends the bytes of one field in the form of its piece.
template <class T>
void put_field(ByteWriter& out, const T& value) {
  if constexpr (is_fixed_field<T>()) {
    out.bytes({reinterpret_cast<const std::byte*>(&value), sizeof(T)});
  } else if constexpr (std::is_same_v<T, std::string>) {
    out.text(value);
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    out.u32(static_cast<uint32_t>(value.size()));
    for (const std::string& item : value) out.string32(item);
  } else if constexpr (PieceOf<T>::kind == PieceKind::string_map) {
    for (const auto& [key, item] : value) {
      out.string32(key);
      out.string32(item);
    }
  } else {
    out.bytes(std::as_bytes(std::span(value)));
  }
}

// Reads one field; leaves `value` unchanged if the block has no such field, or one of another size.
template <class T>
void take_field(const LayoutView& view, std::string_view name, T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (auto text = view.text(name)) value = std::move(*text);
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    value = view.texts(name);
  } else if constexpr (PieceOf<T>::kind == PieceKind::string_map) {
    value = view.text_map(name);
  } else if constexpr (std::is_same_v<T, bool>) {  // a byte of a file may be neither 0 nor 1, a bool may not
    const auto raw = view.raw(name);
    if (raw && raw->size() == 1) value = raw->front() != std::byte{0};
  } else if constexpr (is_fixed_field<T>()) {
    const auto raw = view.raw(name);
    if (raw && raw->size() == sizeof(T)) std::memcpy(&value, raw->data(), sizeof(T));
  } else {
    const auto raw = view.raw(name);
    if (!raw) return;
    value.resize(raw->size() / sizeof(typename T::value_type));
    if (!value.empty()) std::memcpy(value.data(), raw->data(), value.size() * sizeof(typename T::value_type));
  }
}

}  // namespace detail

// Data layout of Struct; fixed-size fields first, otherwise in the order of the list.
template <class Struct>
DataLayout layout_of() {
  DataLayout fixed, variable;
  Struct example{};
  auto visit = [&](std::string_view name, auto& value) {
    using T = std::remove_cvref_t<decltype(value)>;
    using P = detail::PieceOf<T>;
    Piece piece{.name = std::string(name), .kind = P::kind, .element = find_element_type(P::element)};
    piece.array_size = P::size;
    (detail::is_fixed_field<T>() ? fixed : variable).pieces.push_back(std::move(piece));
  };
  fields(visit, example);
  for (Piece& piece : variable.pieces) fixed.pieces.push_back(std::move(piece));
  return fixed;
}

// Writes the block of `data`: fixed fields, (offset, length) pairs, variable fields.
template <class Struct>
std::vector<std::byte> encode_layout(const Struct& data) {
  ByteWriter fixed, index, variable;
  auto visit = [&](std::string_view, const auto& value) {
    using T = std::remove_cvref_t<decltype(value)>;
    if constexpr (detail::is_fixed_field<T>()) {
      detail::put_field(fixed, value);
    } else {
      const std::size_t begin = variable.size();
      detail::put_field(variable, value);
      index.u32(static_cast<uint32_t>(begin));
      index.u32(static_cast<uint32_t>(variable.size() - begin));
    }
  };
  fields(visit, data);
  fixed.bytes(index.view());
  fixed.bytes(variable.view());
  return std::move(fixed).take();
}

// Reads a block into a struct. Missing fields keep their defaults and extra fields are ignored, so layouts may grow.
template <class Struct>
Struct decode_layout(const LayoutView& view) {
  Struct data{};
  auto visit = [&](std::string_view name, auto& value) { detail::take_field(view, name, value); };
  fields(visit, data);
  return data;
}

}  // namespace gs::logio::vrs
