// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// parse_json(): recursive descent over the tokens of JsonScanner.
#include <charconv>
#include <cmath>
#include <set>

#include "gs/core/json/json.h"
#include "gs/core/json/json_scanner.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"

namespace gs {
namespace {

constexpr std::size_t kFewKeys = 16;  // up to here a linear search is faster than a set

// Builds the tree. Values are read into their place in it, because moving a Node costs as much as reading a number.
class TreeParser {
 public:
  TreeParser(JsonScanner& in, const DocumentLimits& limits, std::size_t& values)
      : in_(in), limits_(limits), values_(values) {}

  Result<Node> tree() {
    Node root;
    GS_CHECK(value(root, 0));
    return root;
  }

 private:
  Result<void> value(Node& out, int depth) {
    const char first = in_.peek_value();
    if (++values_ > limits_.max_nodes) return in_.too_large(format("more than {} values", limits_.max_nodes));
    if (first == '{' || first == '[') {
      if (depth >= limits_.max_depth) return in_.too_large(format("nested deeper than {} levels", limits_.max_depth));
      return first == '{' ? object(out, depth + 1) : array(out, depth + 1);
    }
    if (first == '"') {
      out.kind = Node::Kind::text;
      return in_.string(&out.text);
    }
    if (first == '-' || (first >= '0' && first <= '9')) return number(out);
    return word(out);
  }

  Result<void> word(Node& out) {
    GS_TRY(const std::string_view word, in_.word());
    if (word == "null") return {};
    out.kind = Node::Kind::boolean;
    out.boolean = word == "true";
    out.text = word;
    return {};
  }

  Result<void> number(Node& out) {
    GS_TRY(const std::string_view digits, in_.number());
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.integer);
    if (error == std::errc{} && end == digits.data() + digits.size()) {
      out.kind = Node::Kind::integer;
      out.real = digits == "-0" ? -0.0 : static_cast<double>(out.integer);
    } else {
      out.kind = Node::Kind::real;
      out.integer = 0;
      out.real = parse_decimal(digits).value_or(INFINITY);
      if (!std::isfinite(out.real)) return in_.wrong("number beyond the range of double");
    }
    out.text = digits;
    return {};
  }

  Result<void> array(Node& out, int depth) {
    out.kind = Node::Kind::list;
    in_.take('[');
    if (in_.take(']')) return {};
    do {
      GS_CHECK(value(out.items.emplace_back(), depth));
    } while (in_.take(','));
    if (!in_.take(']')) return in_.wrong("missing ',' or ']'");
    return {};
  }

  Result<void> object(Node& out, int depth) {
    out.kind = Node::Kind::map;
    std::set<std::string> keys;  // of an object with many
    in_.take('{');
    if (in_.take('}')) return {};
    do {
      std::string key;
      GS_CHECK(in_.member_name(&key));
      if (!is_new(key, out, keys)) return in_.wrong(format("the key '{}' appears twice", excerpt(key)));
      if (!in_.take(':')) return in_.wrong("missing ':'");
      GS_CHECK(value(out.add(std::move(key), {}), depth));
    } while (in_.take(','));
    if (!in_.take('}')) return in_.wrong("missing ',' or '}'");
    return {};
  }
  static bool is_new(const std::string& key, const Node& object, std::set<std::string>& keys) {
    if (object.members.size() < kFewKeys) return object.find(key) == nullptr;
    if (keys.empty()) {
      for (const auto& [known, value] : object.members) keys.insert(known);
    }
    return keys.insert(key).second;
  }

  JsonScanner& in_;
  const DocumentLimits& limits_;
  std::size_t& values_;
};

}  // namespace

Result<Node> parse_json(std::string_view text, const DocumentLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::limit_exceeded, "JSON text has {} bytes, the limit is {}", text.size(), limits.max_bytes);
  }
  JsonScanner in(text);
  std::size_t values = 0;
  GS_TRY(Node root, parse_json_value(in, limits, values));
  GS_CHECK(in.end());
  return root;
}

Result<Node> parse_json_value(JsonScanner& in, const DocumentLimits& limits, std::size_t& values) {
  GS_EXPECT(limits.max_depth <= kDeepestDocument);
  return TreeParser(in, limits, values).tree();
}

Result<double> parse_json_number(JsonScanner& in) {
  GS_TRY(const std::string_view digits, in.number());
  const double value = parse_decimal(digits).value_or(INFINITY);
  if (!std::isfinite(value)) return in.wrong("number beyond the range of double");
  return value;
}

}  // namespace gs
