// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/json/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gs {
namespace {

constexpr int kMaxDepth = 64;

// Appends the UTF-8 sequence of a code point (RFC 3629).
void append_utf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  if (code < 0x10000) return put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F)), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
}

// Recursive descent over the text; every function starts at at_ and leaves it behind what it has read.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<JsonValue> document() {
    GS_TRY(JsonValue value, this->value(0));
    skip_space();
    if (at_ != text_.size()) return wrong("unexpected text after the value");
    return value;
  }

 private:
  Error wrong(std::string_view what) const { return fail(ErrorCode::corrupt, "JSON: {} at byte {}", what, at_); }
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
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

  Result<JsonValue> value(int depth) {
    if (depth > kMaxDepth) return wrong("too deeply nested");
    skip_space();
    if (at_ >= text_.size()) return wrong("missing value");
    if (text_[at_] == '{') return object(depth);
    if (text_[at_] == '[') return array(depth);
    JsonValue out;
    if (text_[at_] == '"') {
      out.kind = JsonValue::Kind::text;
      GS_TRY(out.text, string());
      return out;
    }
    if (take_word("null")) return out;
    out.kind = JsonValue::Kind::boolean;
    if (take_word("false")) return out;
    if (take_word("true")) return out.boolean = true, out;
    return number();
  }

  Result<JsonValue> number() {
    JsonValue out;
    out.kind = JsonValue::Kind::number;
    const char* begin = text_.data() + at_;
    // from_chars also accepts "inf", "nan" and "1.", which are not JSON: a number must begin and end with a digit.
    if (*begin != '-' && (*begin < '0' || *begin > '9')) return wrong("invalid value");
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), out.number);
    if (error != std::errc{} || end[-1] < '0' || end[-1] > '9') return wrong("invalid number");
    at_ += static_cast<std::size_t>(end - begin);
    return out;
  }

  Result<JsonValue> array(int depth) {
    JsonValue out;
    out.kind = JsonValue::Kind::array;
    ++at_;
    if (take(']')) return out;
    do {
      GS_TRY(JsonValue item, value(depth + 1));
      out.items.push_back(std::move(item));
    } while (take(','));
    if (!take(']')) return wrong("missing ',' or ']'");
    return out;
  }

  Result<JsonValue> object(int depth) {
    JsonValue out;
    out.kind = JsonValue::Kind::object;
    ++at_;
    if (take('}')) return out;
    do {
      skip_space();
      if (at_ >= text_.size() || text_[at_] != '"') return wrong("missing member name");
      GS_TRY(std::string name, string());
      if (!take(':')) return wrong("missing ':'");
      GS_TRY(JsonValue item, value(depth + 1));
      out.names.push_back(std::move(name));
      out.items.push_back(std::move(item));
    } while (take(','));
    if (!take('}')) return wrong("missing ',' or '}'");
    return out;
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

  Result<std::string> string() {
    std::string out;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') return ++at_, out;
      if (static_cast<unsigned char>(c) < 0x20) return wrong("unescaped control character in a string");
      if (c != '\\') {
        out.push_back(c);
        continue;
      }
      if (++at_ >= text_.size()) break;
      GS_CHECK(escape(out));
    }
    return wrong("string without closing quotation mark");
  }

  // Reads the escape behind a backslash. Leaves at_ on its last character, because string() increments it.
  Result<void> escape(std::string& out) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t found = names.find(text_[at_]); found != std::string_view::npos) {
      out.push_back(meanings[found]);
      return {};
    }
    if (text_[at_] != 'u') return wrong("unknown escape");
    ++at_;
    GS_TRY(uint32_t code, hex4());
    // Code points beyond U+FFFF are written as a surrogate pair: \ud83d\ude00.
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
      at_ += 2;
      GS_TRY(const uint32_t low, hex4());
      if (low < 0xDC00 || low > 0xDFFF) return wrong("incomplete surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000) return wrong("incomplete surrogate pair");
    append_utf8(code, out);
    --at_;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

const JsonValue& JsonValue::operator[](std::string_view name) const {
  static const JsonValue nothing;
  const JsonValue* found = find(name);
  return found != nullptr ? *found : nothing;
}

std::optional<uint64_t> JsonValue::index() const {
  constexpr double kLargestExact = 9007199254740992.0;  // 2^53
  if (kind != Kind::number || !(number >= 0 && number <= kLargestExact) || number != std::floor(number))
    return std::nullopt;
  return static_cast<uint64_t>(number);
}

Result<JsonValue> parse_json(std::string_view text) { return Parser(text).document(); }

}  // namespace gs
