// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/node.h"

#include <algorithm>

#include "gs/core/json/json_writer.h"

namespace gs::config {

Node Node::of(bool value) { return {.kind = Kind::boolean, .boolean = value, .text = value ? "true" : "false"}; }

Node Node::of(int64_t value) {
  return {.kind = Kind::integer, .integer = value, .real = static_cast<double>(value), .text = std::to_string(value)};
}

Node Node::of(double value) { return {.kind = Kind::real, .real = value, .text = json_number(value)}; }

Node Node::of(std::string value) { return {.kind = Kind::text, .text = std::move(value)}; }

Node Node::list(std::vector<Node> items) { return {.kind = Kind::list, .items = std::move(items)}; }

// Linear search: maps in configuration files are small, and their order must be kept.
const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.first == key; });
  return found == members.end() ? nullptr : &found->second;
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

}  // namespace gs::config
