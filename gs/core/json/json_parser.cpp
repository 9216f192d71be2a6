// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <set>

#include "gs/core/json/json.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/utf8.h"

namespace gs {
namespace {

constexpr int kDeepest = 1000;        // levels that the stack of every thread has room for
constexpr std::size_t kFewKeys = 16;  // up to here a linear search is faster than a set
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Appends the UTF-8 sequence of a code point (RFC 3629).
void append_utf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  if (code < 0x10000) return put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F)), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
}

// Length of the number at the start of `text` by the grammar of RFC 8259, section 6; 0 if there is none.
std::size_t number_length(std::string_view text) {
  const auto after_digits = [&](std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
  };
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  std::size_t end = after_digits(begin);
  if (end == begin || (text[begin] == '0' && end > begin + 1)) return 0;
  if (end < text.size() && text[end] == '.') {
    const std::size_t fraction = end + 1;
    end = after_digits(fraction);
    if (end == fraction) return 0;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const bool is_signed = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
    const std::size_t exponent = end + (is_signed ? 2 : 1);
    end = after_digits(exponent);
    if (end == exponent) return 0;
  }
  return end;
}

// Length of the characters at the start of `text` that a string contains unchanged: ASCII without '"', '\' and control
// characters.
std::size_t plain_length(std::string_view text) {
  std::size_t length = 0;
  const auto is_plain = [](char c) {
    return c >= 0x20 && c != '"' && c != '\\' && static_cast<unsigned char>(c) < 0x80;
  };
  while (length < text.size() && is_plain(text[length])) ++length;
  return length;
}

// Recursive descent over the text; every function starts at at_ and leaves it behind what it has read.
class Parser {
 public:
  Parser(std::string_view text, const DocumentLimits& limits) : text_(text), limits_(limits) {
    if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();  // RFC 8259, section 8.1: readers may ignore it
  }

  Result<Node> document() {
    Node root;
    GS_CHECK(value(root, 0));
    skip_space();
    if (at_ != text_.size()) return wrong("unexpected text after the value");
    return root;
  }

 private:
  Error wrong(std::string_view what) const {
    return fail(ErrorCode::corrupt, "invalid JSON in line {}, byte {}: {}", line_, at_, what);
  }
  Error too_large(std::string_view what) const {
    return fail(ErrorCode::limit_exceeded, "{} (JSON line {}, byte {})", what, line_, at_);
  }
  // Line breaks occur between tokens only: inside a string they are escaped.
  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
    }
  }
  bool take(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // Values are read into their place in the tree, because moving a Node costs as much as reading a number.
  Result<void> value(Node& out, int depth) {
    skip_space();
    if (at_ >= text_.size()) return wrong("missing value");
    if (++nodes_ > limits_.max_nodes) return too_large(format("more than {} values", limits_.max_nodes));
    const char first = text_[at_];
    if (first == '{' || first == '[') {
      if (depth >= limits_.max_depth) return too_large(format("nested deeper than {} levels", limits_.max_depth));
      return first == '{' ? object(out, depth + 1) : array(out, depth + 1);
    }
    if (first == '"') {
      out.kind = Node::Kind::text;
      return string(out.text);
    }
    if (first == '-' || is_digit(first)) return number(out);
    return word(out);
  }

  Result<void> word(Node& out) {
    const std::size_t begin = at_;
    if (take_word("null")) return {};
    out.boolean = take_word("true");
    if (!out.boolean && !take_word("false")) return wrong("invalid value");
    out.kind = Node::Kind::boolean;
    out.text = text_.substr(begin, at_ - begin);
    return {};
  }

  Result<void> number(Node& out) {
    // from_chars() also accepts "01", "-.5" and "1.", which are not JSON.
    const std::string_view digits = text_.substr(at_, number_length(text_.substr(at_)));
    if (digits.empty()) return wrong("invalid number");
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.integer);
    if (error == std::errc{} && end == digits.data() + digits.size()) {
      out.kind = Node::Kind::integer;
      out.real = digits == "-0" ? -0.0 : static_cast<double>(out.integer);
    } else {
      out.kind = Node::Kind::real;
      out.integer = 0;
      out.real = parse_decimal(digits).value_or(INFINITY);
      if (!std::isfinite(out.real)) return wrong("number beyond the range of double");
    }
    out.text = digits;
    at_ += digits.size();
    return {};
  }

  Result<void> array(Node& out, int depth) {
    out.kind = Node::Kind::list;
    ++at_;
    if (take(']')) return {};
    do {
      GS_CHECK(value(out.items.emplace_back(), depth));
    } while (take(','));
    if (!take(']')) return wrong("missing ',' or ']'");
    return {};
  }

  Result<void> object(Node& out, int depth) {
    out.kind = Node::Kind::map;
    std::set<std::string> keys;  // of an object with many
    ++at_;
    if (take('}')) return {};
    do {
      skip_space();
      if (at_ >= text_.size() || text_[at_] != '"') return wrong("missing member name");
      std::string key;
      GS_CHECK(string(key));
      if (!is_new(key, out, keys)) return wrong(format("the key '{}' appears twice", key));
      if (!take(':')) return wrong("missing ':'");
      GS_CHECK(value(out.add(std::move(key), {}), depth));
    } while (take(','));
    if (!take('}')) return wrong("missing ',' or '}'");
    return {};
  }
  static bool is_new(const std::string& key, const Node& object, std::set<std::string>& keys) {
    if (object.members.size() < kFewKeys) return object.find(key) == nullptr;
    if (keys.empty()) {
      for (const auto& [known, value] : object.members) keys.insert(known);
    }
    return keys.insert(key).second;
  }

  Result<uint32_t> hex4() {
    uint32_t code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() < 4 || error != std::errc{} || end != digits.data() + 4)
      return wrong("not four hexadecimal digits after \\u");
    at_ += 4;
    return code;
  }

  Result<void> string(std::string& out) {
    const auto copy = [&](std::size_t count) { out.append(text_, at_, count), at_ += count; };
    for (++at_;;) {
      copy(plain_length(text_.substr(at_)));
      if (at_ >= text_.size()) return wrong("string without closing quotation mark");
      const char c = text_[at_];
      if (c == '"') return ++at_, Result<void>{};
      if (c == '\\') {
        GS_CHECK(escape(out));
        continue;
      }
      if (static_cast<unsigned char>(c) < 0x20) return wrong("unescaped control character in a string");
      const std::size_t length = utf8_length(text_.substr(at_));
      if (length == 0) return wrong("bytes that are not UTF-8 in a string");
      copy(length);
    }
  }

  Result<void> escape(std::string& out) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (++at_ >= text_.size()) return wrong("string without closing quotation mark");
    const char name = text_[at_];
    if (const std::size_t found = names.find(name); found != std::string_view::npos) {
      out.push_back(meanings[found]);
      ++at_;
      return {};
    }
    if (name != 'u') return wrong("unknown escape");
    ++at_;
    GS_TRY(uint32_t code, hex4());
    // Code points beyond U+FFFF are written as a surrogate pair: \ud83d\ude00.
    if (code >= 0xD800 && code < 0xDC00 && take_word("\\u")) {
      GS_TRY(const uint32_t low, hex4());
      if (low < 0xDC00 || low > 0xDFFF) return wrong("incomplete surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000) return wrong("incomplete surrogate pair");
    append_utf8(code, out);
    return {};
  }

  std::string_view text_;
  DocumentLimits limits_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t nodes_ = 0;
};

}  // namespace

Result<Node> parse_json(std::string_view text, const DocumentLimits& limits) {
  GS_EXPECT(limits.max_depth <= kDeepest);
  if (text.size() > kMaxJsonBytes) {
    return fail(ErrorCode::limit_exceeded, "JSON text has {} bytes, the limit is {}", text.size(), kMaxJsonBytes);
  }
  return Parser(text, limits).document();
}

}  // namespace gs
