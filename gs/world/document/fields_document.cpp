// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Implementations of Fields: Reader (from a document) and Writer (to a document).
#include <algorithm>
#include <cmath>

#include "gs/core/format.h"
#include "gs/core/options/options.h"
#include "gs/core/text/printable.h"
#include "gs/world/document/fields.h"
#include "gs/world/version.h"

namespace gs::world {
namespace {

// Reads one map of a document. `place` is the path of the map for messages.
class Reader final : public Fields {
 public:
  Reader(const Node& map, std::string_view file, std::string place, Problems& problems)
      : map_(map), file_(file), place_(std::move(place)), problems_(problems) {}

  bool reading() const override { return true; }

  // A value that breaks a rule is reported and not assigned, so that the default stays.
  void real(std::string_view key, double& value, const Bounds& bounds, Need need) override {
    const Node* node = take(key, need);
    if (node == nullptr) return;
    if (!node->is_number()) return wrong_type(key, *node, to_string(bounds));
    if (check(key, *node, bounds)) value = node->real;
  }
  void integer(std::string_view key, int64_t& value, const Bounds& bounds, Need need) override {
    const Node* node = take(key, need);
    if (node == nullptr) return;
    if (node->kind != Node::Kind::integer) return wrong_type(key, *node, "an integer");
    if (check(key, *node, bounds)) value = node->integer;
  }
  void boolean(std::string_view key, bool& value, Need need) override {
    const Node* node = take(key, need);
    if (node == nullptr) return;
    if (node->kind != Node::Kind::boolean) return wrong_type(key, *node, "true or false");
    value = node->boolean;
  }
  void text(std::string_view key, std::string& value, const TextRule& rule, Need need) override {
    const Node* node = take(key, need);
    if (node != nullptr) read_text(key, *node, value, rule);
  }
  void reals(std::string_view key, std::vector<double>& values, std::size_t count, const Bounds& bounds,
             Need need) override {
    const Node* node = take(key, need);
    if (node == nullptr) return;
    const std::string allowed = count == 0 ? "a list of numbers" : format("a list of {} numbers", count);
    if (!node->is_list()) return wrong_type(key, *node, allowed);
    if (count != 0 && node->items.size() != count)
      return error(key, format("has {} values", node->items.size()), allowed);
    // Assigned only if all values are valid.
    std::vector<double> read;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const Node& item = node->items[i];
      const std::string place = format("{}[{}]", key, i);
      if (!item.is_number()) return wrong_type(place, item, to_string(bounds));
      if (!check(place, item, bounds)) return;
      read.push_back(item.real);
    }
    values = std::move(read);
  }
  void texts(std::string_view key, std::vector<std::string>& values, const TextRule& rule, Need need) override {
    const Node* node = take(key, need);
    if (node == nullptr) return;
    if (!node->is_list()) return wrong_type(key, *node, "a list of texts");
    values.clear();
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      read_text(format("{}[{}]", key, i), node->items[i], values.emplace_back(), rule);
    }
  }
  void group(std::string_view key, const Group& fields, Need need) override {
    const Node* node = take(key, need);
    if (node == nullptr) return;
    if (!node->is_map()) return wrong_type(key, *node, "a map");
    visit(*node, where(key), fields);
  }
  void list(std::string_view key, std::size_t, const std::function<void(Fields&, std::size_t)>& fields) override {
    const Node* node = take(key, Need::required);
    if (node == nullptr) return;
    if (!node->is_list()) return wrong_type(key, *node, "a list");
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const std::string place = format("{}[{}]", key, i);
      if (!node->items[i].is_map()) {
        wrong_type(place, node->items[i], "a map");
        continue;
      }
      visit(node->items[i], where(place), [&](Fields& f) { fields(f, i); });
    }
  }
  std::vector<std::string> keys() const override {
    std::vector<std::string> names;
    for (const auto& [key, value] : map_.members) names.push_back(key);
    return names;
  }
  bool has(std::string_view key) const override {
    const Node* node = map_.find(key);
    return node != nullptr && !node->is_null();
  }
  void ignore(std::string_view key) override { known_.emplace_back(key); }
  void report(Severity severity, std::string_view key, std::string message, std::string allowed,
              std::string hint) override {
    add(severity, ErrorCode::invalid_data, key, std::move(message), std::move(allowed), std::move(hint));
  }
  // A version is checked only if it was read as a text.
  void version(std::string& value, Need need) override {
    const std::size_t before = problems_.total();
    const bool present = has("version");
    text("version", value, kAnyText, need);
    if (!present || problems_.total() != before) return;
    if (auto problem = check_format_version(value, file_)) problems_.add(std::move(*problem));
  }

  // Keys that no field asked for are notices, with a suggestion for typing errors.
  void report_unknown_keys() {
    for (const auto& [key, value] : map_.members) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      std::string hint;
      std::size_t best = 3;
      for (const std::string& known : known_) {
        const std::size_t distance = edit_distance(key, known);
        if (distance < best) hint = "did you mean '" + known + "'?", best = distance;
      }
      add(Severity::notice, ErrorCode::unsupported, key, "unknown key, ignored", {}, std::move(hint));
    }
  }

 private:
  // Reads a nested map with its own list of known keys.
  void visit(const Node& node, std::string place, const Group& fields) {
    Reader inner(node, file_, std::move(place), problems_);
    fields(inner);
    inner.report_unknown_keys();
  }
  // Path of a key in the document: "cameras.front.fx".
  std::string where(std::string_view key) const {
    if (place_.empty() || key.empty()) return place_ + std::string(key);
    return place_ + "." + std::string(key);
  }
  // Line of a key, for lists of the list itself; YAML only, nodes of JSON have no lines (0).
  int line_of(std::string_view key) const {
    const Node* node = map_.find(key.substr(0, key.find('[')));
    return node != nullptr ? node->line : map_.line;
  }
  void add(Severity severity, ErrorCode code, std::string_view key, std::string message, std::string allowed,
           std::string hint) {
    const int line = line_of(key);
    problems_.add({.severity = severity,
                   .code = code,
                   .file = std::string(file_),
                   .place = where(key) + (line > 0 ? format(" (line {})", line) : ""),
                   .message = std::move(message),
                   .allowed = std::move(allowed),
                   .hint = std::move(hint)});
  }
  // Finds a key and marks it as known. Null counts as missing.
  const Node* take(std::string_view key, Need need) {
    known_.emplace_back(key);
    const Node* node = map_.find(key);
    if (node != nullptr && !node->is_null()) return node;
    if (need == Need::required) {
      add(Severity::error, ErrorCode::not_found, key, node == nullptr ? "is missing" : "is null", {}, {});
    }
    return nullptr;
  }
  // A number in place of a text is usually a version or an id without quotes.
  void wrong_type(std::string_view key, const Node& node, std::string allowed) {
    std::string hint = node.is_number() && allowed.find("text") != std::string::npos ? "put it in quotes" : "";
    error(key, format("is {}", name_of(node.kind)), std::move(allowed), std::move(hint));
  }
  // Checks a number against its range.
  bool check(std::string_view key, const Node& node, const Bounds& bounds) {
    const double v = node.real;
    if (std::isfinite(v) && v <= bounds.max && (bounds.above_min ? v > bounds.min : v >= bounds.min)) return true;
    error(key, format("is {}", excerpt(node.text)), to_string(bounds));
    return false;
  }
  void read_text(std::string_view key, const Node& node, std::string& value, const TextRule& rule) {
    if (node.kind != Node::Kind::text) return wrong_type(key, node, std::string(rule.allowed));
    const bool good = rule.accepts != nullptr ? rule.accepts(node.text) : !node.text.empty();
    if (!good) return error(key, format("is '{}'", excerpt(node.text)), std::string(rule.allowed));
    value = node.text;
  }

  const Node& map_;
  std::string_view file_;
  std::string place_;
  Problems& problems_;
  std::vector<std::string> known_;
};

// Builds one map of a document.
class Writer final : public Fields {
 public:
  explicit Writer(Node& map) : map_(map) {}

  bool reading() const override { return false; }
  void real(std::string_view key, double& value, const Bounds&, Need) override { put(key, Node::of(value)); }
  void integer(std::string_view key, int64_t& value, const Bounds&, Need) override { put(key, Node::of(value)); }
  void boolean(std::string_view key, bool& value, Need) override { put(key, Node::of(value)); }
  void text(std::string_view key, std::string& value, const TextRule&, Need) override { put(key, Node::of(value)); }
  void reals(std::string_view key, std::vector<double>& values, std::size_t, const Bounds&, Need) override {
    put_list(key, values);
  }
  void texts(std::string_view key, std::vector<std::string>& values, const TextRule&, Need) override {
    put_list(key, values);
  }
  void group(std::string_view key, const Group& fields, Need) override {
    // Nested maps are written by a nested writer.
    Node inner = Node::map();
    Writer writer(inner);
    fields(writer);
    put(key, std::move(inner));
  }
  void list(std::string_view key, std::size_t count, const std::function<void(Fields&, std::size_t)>& fields) override {
    Node items = Node::list();
    for (std::size_t i = 0; i < count; ++i) {
      Writer writer(items.items.emplace_back(Node::map()));
      fields(writer, i);
    }
    put(key, std::move(items));
  }
  std::vector<std::string> keys() const override { return {}; }
  bool has(std::string_view) const override { return true; }
  void ignore(std::string_view) override {}
  void report(Severity, std::string_view, std::string, std::string, std::string) override {}
  void version(std::string& value, Need) override { put("version", Node::of(value)); }

 private:
  void put(std::string_view key, Node node) { map_.add(std::string(key), std::move(node)); }
  template <class T>
  void put_list(std::string_view key, const std::vector<T>& values) {
    Node items = Node::list();
    for (const T& value : values) items.items.push_back(Node::of(value));
    put(key, std::move(items));
  }
  Node& map_;
};

}  // namespace

namespace detail {

void read_document(const Result<Node>& document, std::string_view file, Problems& problems,
                   const Fields::Group& fields) {
  if (!document) return problems.add(Severity::error, Error(document.error()), file);
  if (!document->is_map()) {
    return problems.add({.code = ErrorCode::invalid_data,
                         .file = std::string(file),
                         .message = format("the document is {}", name_of(document->kind)),
                         .allowed = "a map"});
  }
  Reader reader(*document, file, "", problems);
  fields(reader);
  reader.report_unknown_keys();
}

Node write_document(const Fields::Group& fields) {
  Node root = Node::map();
  Writer writer(root);
  fields(writer);
  return root;
}

}  // namespace detail

}  // namespace gs::world
