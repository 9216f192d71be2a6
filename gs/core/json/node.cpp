// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/json/node.h"

#include <algorithm>
#include <cmath>

#include "gs/core/json/json_writer.h"

namespace gs {

Node Node::of(bool value) { return {.kind = Kind::boolean, .boolean = value, .text = value ? "true" : "false"}; }

Node Node::of(int64_t value) {
  return {.kind = Kind::integer, .integer = value, .real = static_cast<double>(value), .text = std::to_string(value)};
}

Node Node::of(double value) { return {.kind = Kind::real, .real = value, .text = json_number(value)}; }

Node Node::of(std::string value) { return {.kind = Kind::text, .text = std::move(value)}; }

Node Node::list(std::vector<Node> items) { return {.kind = Kind::list, .items = std::move(items)}; }

// Linear search: most maps are small, and their order must be kept.
const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.first == key; });
  return found == members.end() ? nullptr : &found->second;
}

const Node& Node::operator[](std::string_view key) const {
  static const Node nothing;
  const Node* found = find(key);
  return found != nullptr ? *found : nothing;
}

std::optional<uint64_t> Node::index() const {
  constexpr double kLargestExact = 9007199254740992.0;  // 2^53
  if (!is_number() || !(real >= 0 && real <= kLargestExact) || real != std::floor(real)) return std::nullopt;
  return static_cast<uint64_t>(real);
}

Node& Node::add(std::string key, Node value) { return members.emplace_back(std::move(key), std::move(value)).second; }

std::string_view name_of(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::integer:
      return "an integer";
    case Node::Kind::real:
      return "a number";
    case Node::Kind::text:
      return "a text";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  return "null";
}

}  // namespace gs
