// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The text header of a PLY file, and where a Gaussian's numbers lie in a row. Used by load, check and save.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/ply.h"

namespace gs::ply {

enum class Type : uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };
std::size_t size_of(Type type);

struct Property {
  std::string name;
  Type type = Type::f32;
  bool list = false;
};

struct Element {
  std::string name;
  uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  bool ascii = false;
  std::vector<Element> elements;
  std::optional<QuaternionOrder> quaternion_order;  // from the comment
  std::size_t bytes = 0;                            // offset of the data
};

// Lines end with LF or CRLF. The header may have at most 64 kB: no file of ours or of others comes near it.
Result<Header> parse_header(Bytes file);

// Destination slots of a row, in the order of a bundle's file: x y z, scale, rot (file order), opacity, dc, rest.
enum Slot : std::size_t { kPosition = 0, kScale = 3, kRotation = 6, kOpacity = 10, kDc = 11, kRest = 14 };
inline constexpr std::size_t kMaxSlots = kRest + 45;
std::string slot_name(std::size_t slot);

struct Source {
  uint32_t offset = 0;  // in the row [bytes]; ascii: column
  Type type = Type::f32;
};

// Everything needed to read the vertices, already checked against the size of the file.
struct Plan {
  PlyInfo info;
  std::array<Source, kMaxSlots> source{};
  std::size_t slots = 0;    // 14 + number of f_rest
  bool all_float = true;    // every source is a float32
  std::size_t columns = 0;  // properties of a vertex
  Bytes data{};             // begins at the first vertex
};
Result<Plan> make_plan(Bytes file, const PlyOptions& options);

// Place of the file's rot_k in [x, y, z, w].
inline std::size_t rotation_component(QuaternionOrder order, std::size_t k) {
  return order == QuaternionOrder::xyzw ? k : (k + 3) % 4;
}

}  // namespace gs::ply
