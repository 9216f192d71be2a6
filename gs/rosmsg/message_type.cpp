// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/message_type.h"

#include <algorithm>
#include <array>
#include <limits>

namespace gs::rosmsg {
namespace {

// Name and size in bytes of each Kind, in the order of the enum.
struct KindInfo {
  std::string_view name;
  std::size_t size;
};
constexpr std::array<KindInfo, 16> kKinds = {{{"int8", 1},
                                              {"uint8", 1},
                                              {"int16", 2},
                                              {"uint16", 2},
                                              {"int32", 4},
                                              {"uint32", 4},
                                              {"int64", 8},
                                              {"uint64", 8},
                                              {"float32", 4},
                                              {"float64", 8},
                                              {"bool", 1},
                                              {"byte", 1},
                                              {"char", 1},
                                              {"string", 0},
                                              {"wstring", 0},
                                              {"", 0}}};

// a * b, limited to 2^62, so that sums of it cannot overflow.
uint64_t saturating_multiply(uint64_t a, uint64_t b) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max() / 4;
  return a != 0 && b > kMax / a ? kMax : a * b;
}

// Depth-first search over the fields; `found` keeps the order of first use.
void collect(const MessageType& type, std::vector<const MessageType*>& found) {
  for (const Field& field : type.fields) {
    const MessageType* below = field.type.message;
    if (below == nullptr || std::find(found.begin(), found.end(), below) != found.end()) continue;
    found.push_back(below);
    collect(*below, found);
  }
}

}  // namespace

std::string_view to_string(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }
std::size_t size_of(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].size; }

uint64_t min_element_bytes(const FieldType& type) {
  if (type.kind == Kind::message) return type.message->min_wire_bytes;
  return type.is_number() ? size_of(type.kind) : sizeof(uint32_t);
}

// Ignores padding and fields that exist in one version of ROS only, so that the bound holds for every encoding.
void MessageType::finish() {
  min_wire_bytes = 0;
  for (const Field& field : fields) {
    if (field.ros1_only) continue;
    const uint64_t count = field.type.array == ArrayKind::fixed ? field.type.capacity : 1;
    const uint64_t each = field.type.is_sequence() ? sizeof(uint32_t) : min_element_bytes(field.type);
    min_wire_bytes = std::min(min_wire_bytes + saturating_multiply(count, each), uint64_t{1} << 62);
  }
}

std::string ros2_type_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name.find('/', slash + 1) != std::string_view::npos) return std::string(name);
  return std::string(name.substr(0, slash)) + "/msg" + std::string(name.substr(slash));
}

std::string short_type_name(std::string_view name) {
  const std::size_t middle = name.find("/msg/");
  if (middle == std::string_view::npos) return std::string(name);
  return std::string(name.substr(0, middle)) + std::string(name.substr(middle + 4));
}

std::vector<const MessageType*> referenced_types(const MessageType& type) {
  std::vector<const MessageType*> found;
  collect(type, found);
  return found;
}

}  // namespace gs::rosmsg
