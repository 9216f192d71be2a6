// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/glb/json.h"

#include <charconv>

namespace gs::glb {
namespace {

constexpr int kMaxDepth = 64;

void append_utf8(std::string& out, uint32_t code) {
  const auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  if (code < 0x10000) return put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F)), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Json> document() {
    GS_TRY(Json value, parse_value(0));
    skip_blanks();
    if (at_ != text_.size()) return broken("text behind the value");
    return value;
  }

 private:
  Error broken(std::string_view what) const { return fail(ErrorCode::corrupt, "JSON: {} at offset {}", what, at_); }
  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  Result<Json> parse_value(int depth) {
    if (depth > kMaxDepth) return broken("nested too deep");
    skip_blanks();
    if (at_ >= text_.size()) return broken("ends too early");
    Json out;
    switch (text_[at_]) {
      case '{':
        return parse_object(depth);
      case '[':
        return parse_array(depth);
      case '"': {
        out.kind = Json::Kind::string;
        GS_TRY(out.string, parse_string());
        return out;
      }
      default:
        break;
    }
    if (take_word("null")) return out;
    out.kind = Json::Kind::boolean;
    if (take_word("true")) return out.boolean = true, std::move(out);
    if (take_word("false")) return out;
    return parse_number();
  }
  Result<Json> parse_number() {
    Json out;
    out.kind = Json::Kind::number;
    const char* begin = text_.data() + at_;
    // from_chars also takes "inf" and "nan", which JSON does not have.
    if (*begin != '-' && (*begin < '0' || *begin > '9')) return broken("unexpected character");
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), out.number);
    if (error != std::errc() || end[-1] < '0' || end[-1] > '9') return broken("bad number");
    at_ += static_cast<std::size_t>(end - begin);
    return out;
  }
  Result<Json> parse_array(int depth) {
    Json out;
    out.kind = Json::Kind::array;
    take('[');
    if (take(']')) return out;
    while (true) {
      GS_TRY(Json item, parse_value(depth + 1));
      out.items.push_back(std::move(item));
      if (take(']')) return out;
      if (!take(',')) return broken("expected , or ]");
    }
  }
  Result<Json> parse_object(int depth) {
    Json out;
    out.kind = Json::Kind::object;
    take('{');
    if (take('}')) return out;
    while (true) {
      skip_blanks();
      GS_TRY(std::string key, parse_string());
      if (!take(':')) return broken("expected :");
      GS_TRY(Json value, parse_value(depth + 1));
      out.members.emplace_back(std::move(key), std::move(value));
      if (take('}')) return out;
      if (!take(',')) return broken("expected , or }");
    }
  }
  Result<std::string> parse_string() {
    if (at_ >= text_.size() || text_[at_] != '"') return broken("expected a string");
    ++at_;
    std::string out;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return out;
      if (static_cast<unsigned char>(c) < 0x20) return broken("control character in a string");
      if (c != '\\') {
        out.push_back(c);
        continue;
      }
      GS_CHECK(parse_escape(out));
    }
    return broken("string does not end");
  }
  Result<void> parse_escape(std::string& out) {
    if (at_ >= text_.size()) return broken("ends too early");
    const char c = text_[at_++];
    constexpr std::string_view kNames = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t k = kNames.find(c); k != std::string_view::npos) {
      out.push_back(kMeanings[k]);
      return {};
    }
    if (c != 'u') return broken("unknown escape");
    GS_TRY(uint32_t code, parse_hex4());
    if (code >= 0xD800 && code < 0xDC00 && take_word("\\u")) {
      GS_TRY(const uint32_t low, parse_hex4());
      if (low < 0xDC00 || low > 0xDFFF) return broken("half a surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000) return broken("half a surrogate pair");
    append_utf8(out, code);
    return {};
  }
  Result<uint32_t> parse_hex4() {
    uint32_t code = 0;
    if (text_.size() - at_ < 4) return broken("ends too early");
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, begin + 4, code, 16);
    if (error != std::errc() || end != begin + 4) return broken("bad \\u escape");
    at_ += 4;
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const Json& Json::operator[](std::string_view key) const {
  static const Json nothing;
  for (const auto& [name, value] : members) {
    if (name == key) return value;
  }
  return nothing;
}

std::optional<uint64_t> Json::index() const {
  if (kind != Kind::number || !(number >= 0) || number > 9007199254740992.0) return std::nullopt;
  const auto whole = static_cast<uint64_t>(number);
  if (static_cast<double>(whole) != number) return std::nullopt;
  return whole;
}

Result<Json> parse_json(std::string_view text) { return Parser(text).document(); }

}  // namespace gs::glb
