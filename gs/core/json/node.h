// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A parsed JSON or YAML document: a tree of typed values with their order and line numbers, independent of any parser.
// File readers walk it; writers build one and pass it to write_json() or config::write_yaml().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gs {

// One value with everything below it. `kind` says which of the fields below is used.
struct Node {
  enum class Kind { null, boolean, integer, real, text, list, map };
  using Member = std::pair<std::string, Node>;

  Kind kind = Kind::null;
  int line = 0;  // in a YAML file, counted from 1; 0: unknown
  bool boolean = false;
  int64_t integer = 0;
  double real = 0;                // also set for integers
  std::string text{};             // of every parsed scalar but null, as written in the file
  std::vector<Node> items{};      // elements of a list
  std::vector<Member> members{};  // entries of a map, in the order of the file; keys are unique

  // Make a scalar, a list, or an empty map.
  static Node of(bool value);
  static Node of(int64_t value);
  static Node of(int value) { return of(int64_t{value}); }
  static Node of(double value);
  static Node of(std::string value);
  static Node of(std::string_view value) { return of(std::string(value)); }
  static Node of(const char* value) { return of(std::string(value)); }
  static Node list(std::vector<Node> items = {});
  static Node map() { return Node{.kind = Kind::map}; }

  // Tests of the kind. A null is a scalar too.
  bool is_null() const { return kind == Kind::null; }
  bool is_number() const { return kind == Kind::integer || kind == Kind::real; }
  bool is_text() const { return kind == Kind::text; }
  bool is_scalar() const { return kind != Kind::list && kind != Kind::map; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  // The value of a key of a map; nullptr if there is none.
  const Node* find(std::string_view key) const;
  // The same with a null node instead of nullptr, so that optional paths can be chained: root["a"]["b"].
  const Node& operator[](std::string_view key) const;
  // The number, if this is a whole number in [0, 2^53], the range that a double holds exactly; else empty.
  std::optional<uint64_t> index() const;
  // The number, or `otherwise` if this is not a number.
  double number_or(double otherwise) const { return is_number() ? real : otherwise; }
  // Appends an entry to a map and returns its value. The caller must not add a key twice.
  Node& add(std::string key, Node value);
};

// The kind with its article, for error messages: "a number", "a list".
std::string_view name_of(Node::Kind kind);

// Deepest nesting that a parser may be asked for: the stack of every thread has room for its recursion.
inline constexpr int kDeepestDocument = 1000;

// Limits on a document and on the tree that a parser builds; beyond them it returns limit_exceeded.
struct DocumentLimits {
  int max_depth = 64;                 // levels of nested lists and maps, at most kDeepestDocument
  std::size_t max_nodes = 1'000'000;  // values, counted after the expansion of aliases
  uint64_t max_bytes = 64u << 20;     // length of the text, 64 MiB; YAML texts have a lower limit of their own
};

// For long tables and files of other programs. A value takes 112 bytes in a list and 144 in a map, and a list that
// grows holds its values twice for a moment: 8 million values need about 1.2 GB, at most 2.4 GB.
inline constexpr DocumentLimits kManyValues{.max_nodes = 8'000'000};

// For files that the programs wrote themselves and that grow with the log (transforms, frames, lists of files). A
// transform of tf.json has 15 values in about 290 bytes: 1 GiB holds 3.7 million transforms, 55 million values, which
// need about 8 GB.
inline constexpr DocumentLimits kOwnFile{.max_nodes = 64'000'000, .max_bytes = 1u << 30};

}  // namespace gs
