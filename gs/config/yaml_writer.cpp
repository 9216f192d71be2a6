// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/config/yaml.h"
#include "gs/config/yaml_scalar.h"
#include "gs/core/expect.h"
#include "gs/core/json/json_writer.h"

namespace gs::config {
namespace {

// The text of a scalar. Texts are quoted as in JSON, which is valid in YAML.
std::string scalar_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
      return std::to_string(node.integer);
    case Node::Kind::real:
      if (std::isnan(node.real)) return ".nan";
      if (std::isinf(node.real)) return node.real > 0 ? ".inf" : "-.inf";
      return json_number(node.real);
    case Node::Kind::text:
      return json_quote(node.text);
    default:
      return "null";
  }
}

// A key, without quotation marks if a reader would take it for a text.
std::string key_text(const std::string& key) {
  constexpr std::string_view kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const bool bare = key.find_first_not_of(kBare) == std::string::npos;
  return bare && resolve_plain_scalar(key, 0).kind == Node::Kind::text ? key : json_quote(key);
}

bool has_only_scalars(const Node& list) {
  for (const Node& item : list.items) {
    if (!item.is_scalar()) return false;
  }
  return true;
}

// Appends YAML lines to a text.
class Emitter {
 public:
  std::string take() && { return std::move(out_); }

  // One line or block per entry of the map.
  void members(const Node& map, int indent) {
    for (const auto& [key, value] : map.members) {
      pad(indent);
      out_ += key_text(key) + ":";
      after_mark(value, indent + 2);
    }
  }

 private:
  void pad(int indent) { out_.append(static_cast<std::size_t>(indent), ' '); }

  // Writes the value behind "key:" or "-": a scalar or flow list on the same line, else a block below it.
  void after_mark(const Node& value, int indent) {
    if (value.is_scalar()) {
      out_ += " " + scalar_text(value) + "\n";
    } else if (value.is_map()) {
      if (value.members.empty()) return void(out_ += " {}\n");
      out_ += "\n";
      members(value, indent);
    } else if (has_only_scalars(value)) {
      out_ += " [";
      for (std::size_t i = 0; i < value.items.size(); ++i) out_ += (i > 0 ? ", " : "") + scalar_text(value.items[i]);
      out_ += "]\n";
    } else {
      out_ += "\n";
      for (const Node& item : value.items) {
        pad(indent);
        out_ += "-";
        after_mark(item, indent + 2);
      }
    }
  }

  std::string out_;
};

}  // namespace

// write_yaml() is in a file of its own, because it does not need yaml-cpp.
std::string write_yaml(const Node& root) {
  GS_EXPECT(root.is_map() || root.is_null());
  Emitter emitter;
  emitter.members(root, 0);
  return std::move(emitter).take();
}

}  // namespace gs::config
