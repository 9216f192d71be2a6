// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/document/json_document.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"

namespace gs::world {
namespace {

using Json = nlohmann::json;

// Builds the tree from parser events, because the library's own tree is built and destroyed recursively. Returning
// false stops the parser.
class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(std::string_view text, const DocumentLimits& limits) : text_(text), limits_(limits) {}

  std::optional<Error> failure;
  Node root{};

  bool null() override { return put({}); }
  bool boolean(bool value) override { return put(Node::of(value)); }
  bool number_integer(number_integer_t value) override { return put(Node::of(value)); }
  // Integers above the range of int64 become doubles.
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return put(Node::of(static_cast<double>(value)));
    }
    return put(Node::of(static_cast<int64_t>(value)));
  }
  bool number_float(number_float_t value, const string_t&) override { return put(Node::of(value)); }
  bool string(string_t& value) override { return put(Node::of(std::move(value))); }
  bool binary(binary_t&) override { return stop(ErrorCode::unsupported, "JSON has no binary values"); }
  bool start_object(std::size_t) override { return open(Node::Kind::map); }
  bool start_array(std::size_t) override { return open(Node::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  // The parser accepts duplicate keys; we do not.
  bool key(string_t& value) override {
    if (!open_.back().keys.insert(value).second)
      return stop(ErrorCode::corrupt, "the key '" + value + "' appears twice");
    open_.back().key = std::move(value);
    return true;
  }
  // The library reports a byte position; users need a line.
  bool parse_error(std::size_t position, const std::string&, const Json::exception& e) override {
    const std::string_view before = text_.substr(0, std::min(position, text_.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    std::string what = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax ..."
    if (const auto colon = what.find(": "); colon != std::string::npos) what = what.substr(colon + 2);
    failure = fail(ErrorCode::corrupt, "line {}: {}", line, what);
    return false;
  }

 private:
  // A list or map that is not closed yet.
  struct Open {
    Node node;
    std::string key;
    std::set<std::string> keys;
  };

  bool stop(ErrorCode code, std::string message) {
    failure = Error{.code = code, .message = std::move(message)};
    return false;
  }
  bool count() {
    if (++nodes_ <= limits_.max_nodes) return true;
    return stop(ErrorCode::limit_exceeded, format("more than {} values", limits_.max_nodes));
  }
  // Lists and maps are kept on an explicit stack, whose depth is limited.
  bool open(Node::Kind kind) {
    if (static_cast<int>(open_.size()) >= limits_.max_depth) {
      return stop(ErrorCode::limit_exceeded, format("nested deeper than {} levels", limits_.max_depth));
    }
    open_.push_back({Node{.kind = kind}, {}, {}});
    return count();
  }
  bool close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    return attach(std::move(node));
  }
  bool put(Node node) { return count() && attach(std::move(node)); }
  // Adds a finished value to the innermost open list or map.
  bool attach(Node node) {
    if (open_.empty()) {
      root = std::move(node);
    } else if (open_.back().node.is_list()) {
      open_.back().node.items.push_back(std::move(node));
    } else {
      open_.back().node.add(std::move(open_.back().key), std::move(node));
    }
    return true;
  }

  std::string_view text_;
  DocumentLimits limits_;
  std::size_t nodes_ = 0;
  std::vector<Open> open_;
};

// Such lists (positions, matrices) are easier to read on one line.
bool is_list_of_numbers(const Node& node) {
  return node.is_list() && !node.items.empty() &&
         std::all_of(node.items.begin(), node.items.end(), [](const Node& item) { return item.is_number(); });
}

std::string number_text(const Node& node) {
  return node.kind == Node::Kind::integer ? std::to_string(node.integer) : json_number(node.real);
}

void write(const Node& node, JsonWriter& out) {
  switch (node.kind) {
    case Node::Kind::null:
      out.null();
      return;
    case Node::Kind::boolean:
      out.value(node.boolean);
      return;
    case Node::Kind::integer:
    case Node::Kind::real:
      out.raw(number_text(node));
      return;
    case Node::Kind::text:
      out.value(node.text);
      return;
    case Node::Kind::list:
      if (is_list_of_numbers(node)) {
        std::string line = "[";
        for (const Node& item : node.items) line += (line.size() > 1 ? ", " : "") + number_text(item);
        out.raw(line + "]");
        return;
      }
      out.begin_array();
      for (const Node& item : node.items) write(item, out);
      out.end_array();
      return;
    case Node::Kind::map:
      out.begin_object();
      for (const auto& [key, value] : node.members) {
        out.key(key);
        write(value, out);
      }
      out.end_object();
      return;
  }
}

}  // namespace

Result<Node> parse_json(std::string_view text, const DocumentLimits& limits) {
  if (text.size() > kMaxJsonBytes) {
    return fail(ErrorCode::limit_exceeded, "JSON text has {} bytes, the limit is {}", text.size(), kMaxJsonBytes);
  }
  TreeBuilder builder(text, limits);
  try {
    (void)Json::sax_parse(text.begin(), text.end(), &builder);
    // Syntax errors arrive in parse_error(); this is for std::bad_alloc and the like.
  } catch (const std::exception& e) {
    return fail(ErrorCode::corrupt, "invalid JSON: {}", e.what());
  }
  if (builder.failure) return std::move(*builder.failure);
  return std::move(builder.root);
}

Result<Node> read_json(const fs::path& path, const DocumentLimits& limits) {
  GS_TRY(const std::string text, read_text_file(path, kMaxJsonBytes));
  return parse_json(text, limits).with_context(path.string());
}

std::string write_json(const Node& root) {
  JsonWriter out;
  write(root, out);
  return std::move(out).take();
}

}  // namespace gs::world
