// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A parsed YAML or JSON document: a tree of typed values that remembers order and line numbers. Readers of files walk
// it; writers build one and hand it to write_yaml or write_json. No type of a parser library shows through.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gs {

struct Node {
  enum class Kind { null, boolean, integer, real, text, list, map };
  using Member = std::pair<std::string, Node>;

  Kind kind = Kind::null;
  int line = 0;  // from 1; 0: unknown
  bool boolean = false;
  int64_t integer = 0;
  double real = 0;                // set for integers as well
  std::string text{};             // the text as written, for every scalar that was parsed
  std::vector<Node> items{};      // of a list
  std::vector<Member> members{};  // of a map, in the order of the file; keys are unique

  static Node of(bool value);
  static Node of(int64_t value);
  static Node of(int value) { return of(int64_t{value}); }
  static Node of(double value);
  static Node of(std::string value);
  static Node of(std::string_view value) { return of(std::string(value)); }
  static Node of(const char* value) { return of(std::string(value)); }
  static Node list(std::vector<Node> items = {});
  static Node map() { return Node{.kind = Kind::map}; }

  bool is_null() const { return kind == Kind::null; }
  bool is_number() const { return kind == Kind::integer || kind == Kind::real; }
  bool is_scalar() const { return kind != Kind::list && kind != Kind::map; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  // Null when there is no such key.
  const Node* find(std::string_view key) const;
  // Appends; the caller sees to unique keys.
  Node& add(std::string key, Node value);
};

// "a number", "a list": for messages.
std::string_view name_of(Node::Kind kind);

// What a parser accepts before it gives up. The text itself is limited by whoever reads the file.
struct DocumentLimits {
  int max_depth = 64;
  std::size_t max_nodes = 1'000'000;  // counted after the expansion of aliases
};

}  // namespace gs
