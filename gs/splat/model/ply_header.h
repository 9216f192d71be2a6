// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses the text header of a PLY file and locates the values of a Gaussian in a row. Used by load and check.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/number_type.h"
#include "gs/core/result.h"
#include "gs/splat/model/ply.h"

namespace gs::splat::ply {

// Number types of PLY; it has no integers of 8 bytes.
using Type = NumberType;

// One property line.
struct Property {
  std::string name;
  Type type = Type::f32;
  bool list = false;
};

// One element with its properties.
struct Element {
  std::string name;
  uint64_t count = 0;
  std::vector<Property> properties;
};

// Parsed header.
struct Header {
  bool ascii = false;
  std::vector<Element> elements;
  std::optional<QuaternionOrder> quaternion_order;  // from the header comment
  std::size_t bytes = 0;                            // length of the header = offset of the data
};

// Parses the header; lines end with LF or CRLF. Headers longer than 64 kB are refused. Errors: truncated, corrupt,
// unsupported (big endian), invalid_data (quaternion_order).
Result<Header> parse_header(Bytes file);

// Order of the values of a row in memory, as in a bundle's file: x y z, scale, rot (file order), opacity, dc, rest.
enum Slot : std::size_t { kPosition = 0, kScale = 3, kRotation = 6, kOpacity = 10, kDc = 11, kRest = 14 };
inline constexpr std::size_t kMaxSlots = kRest + 45;
// Property name of a slot, for example "f_rest_7".
std::string slot_name(std::size_t slot);

// Where the value of a slot lies in a row of the file.
struct Source {
  uint32_t offset = 0;  // [bytes]; ascii: column index
  Type type = Type::f32;
};

// Everything needed to read the vertices, checked against the size of the file.
struct Plan {
  PlyInfo info;
  std::array<Source, kMaxSlots> source{};
  std::size_t slots = 0;    // 14 + number of f_rest
  bool all_float = true;    // every source is a float32
  std::size_t columns = 0;  // properties of a vertex
  Bytes data{};             // starts at the first vertex
};
// Parses the header and checks properties, SH degree and sizes. Errors: those of parse_header(), and invalid_data for
// missing properties, limit_exceeded, truncated.
Result<Plan> make_plan(Bytes file, const PlyOptions& options);

}  // namespace gs::splat::ply
