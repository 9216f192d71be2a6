// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/yaml_options.h"

#include <algorithm>

#include "gs/config/yaml.h"
#include "gs/config/yaml_scalar.h"

namespace gs::config {
namespace {

// The error with "line N: " in front, if the line is known.
Error at_line(const Node& node, Error error) {
  return node.line == 0 ? error : std::move(error).with_context(format("line {}", node.line));
}

Error unknown_key(const Node& node, const std::string& name, const OptionTable& table) {
  Error error = fail(ErrorCode::invalid_option, "unknown key '{}'", name);
  const std::string near = table.nearest(name);
  return at_line(node, near.empty() ? error : std::move(error).with_hint("did you mean '" + near + "'?"));
}

// True if `name` is the first part of dotted option names.
bool is_group(const OptionTable& table, const std::string& name) {
  const auto& all = table.all();
  return std::any_of(all.begin(), all.end(), [&](const Option& o) { return o.name.starts_with(name + "."); });
}

// Strict types: a quoted "5" is a text and not a number. A plain 5 may be used where a text is expected; it is "5".
bool fits_type(const Node& node, const Option& option) {
  using enum OptionType;
  switch (option.type) {
    case boolean:
      return node.kind == Node::Kind::boolean;
    case integer:
    case integer_list:
      return node.kind == Node::Kind::integer;
    case real:
    case real_list:
      return node.is_number();
    case text:
    case text_list:
      return node.is_scalar() && !node.is_null();
  }
  return false;
}

// The text of a scalar in the form that OptionTable reads. YAML also has 0x10 and +1.
std::string option_text(const Node& node) {
  if (node.kind == Node::Kind::integer) return std::to_string(node.integer);
  if (node.kind == Node::Kind::boolean) return node.boolean ? "true" : "false";
  return node.text.starts_with("+") && node.is_number() ? node.text.substr(1) : node.text;
}

// The texts of a value for one option; null stands for an unset optional or an empty list.
Result<std::vector<std::string>> option_texts(const Node& node, const Option& option) {
  if (node.is_null() && (option.optional || option.is_list())) return std::vector<std::string>{};
  std::vector<std::string> texts;
  const auto wrong = [&](const Node& found) {
    return at_line(found, fail(ErrorCode::invalid_option, "{} is {}, but {} is wanted", option.name,
                               name_of(found.kind), to_string(option.type)));
  };
  if (!option.is_list()) {
    if (!fits_type(node, option)) return wrong(node);
    return std::vector{option_text(node)};
  }
  if (!node.is_list()) return wrong(node);
  for (const Node& item : node.items) {
    if (!fits_type(item, option)) return wrong(item);
    texts.push_back(option_text(item));
  }
  return texts;
}

// Sets the options of one map, recursively; `prefix` is the dotted name of the map.
Result<void> set_members(const Node& map, const std::string& prefix, const OptionTable& table) {
  for (const auto& [key, value] : map.members) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (const Option* option = table.find(name)) {
      GS_TRY(const std::vector<std::string> texts, option_texts(value, *option));
      if (auto set = option->set(texts); !set) return at_line(value, std::move(set).error());
    } else if (!is_group(table, name)) {
      return unknown_key(value, name, table);
    } else if (value.is_map()) {
      GS_CHECK(set_members(value, name, table));
    } else if (!value.is_null()) {
      return at_line(value,
                     fail(ErrorCode::invalid_option, "{} is {}, but a map is wanted", name, name_of(value.kind)));
    }
  }
  return {};
}

// One text of an option, as a typed value.
Node scalar_node(const std::string& text, OptionType type) {
  if (type == OptionType::text || type == OptionType::text_list) return Node::of(text);
  Node node = resolve_plain_scalar(text, 0);
  if (type == OptionType::real || type == OptionType::real_list) node.kind = Node::Kind::real;
  return node;
}

Node option_node(const Option& option) {
  const std::vector<std::string> texts = option.get();
  if (!option.is_list()) return texts.empty() ? Node{} : scalar_node(texts[0], option.type);
  Node list = Node::list();
  for (const std::string& text : texts) list.items.push_back(scalar_node(text, option.type));
  return list;
}

// The map under `key`, made if it does not exist.
Node& child_map(Node& parent, const std::string& key) {
  for (auto& [name, value] : parent.members) {
    if (name == key) return value;
  }
  return parent.add(key, Node::map());
}

}  // namespace

Result<void> set_options(const Node& root, const OptionTable& table) {
  if (root.is_null()) return {};
  if (!root.is_map()) {
    return at_line(root,
                   fail(ErrorCode::invalid_option, "the document is {}, but a map is wanted", name_of(root.kind)));
  }
  return set_members(root, "", table);
}

Result<void> read_yaml_options(std::string_view text, const OptionTable& table) {
  GS_TRY(const Node root, parse_yaml(text));
  return set_options(root, table);
}

Result<void> read_yaml_options_file(const std::filesystem::path& path, const OptionTable& table) {
  GS_TRY(const Node root, read_yaml(path));
  return set_options(root, table).with_context(path.string());
}

// Splits each dotted name into nested maps: "a.b.c" becomes the key c in the map b in the map a.
Node options_node(const OptionTable& table) {
  Node root = Node::map();
  for (const Option& option : table.all()) {
    Node* parent = &root;
    std::size_t begin = 0;
    for (std::size_t dot; (dot = option.name.find('.', begin)) != std::string::npos; begin = dot + 1) {
      parent = &child_map(*parent, option.name.substr(begin, dot - begin));
    }
    parent->add(option.name.substr(begin), option_node(option));
  }
  return root;
}

std::string write_yaml_options(const OptionTable& table) { return write_yaml(options_node(table)); }

}  // namespace gs::config
