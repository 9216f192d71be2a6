// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/json/json_scanner.h"

#include <charconv>

#include "gs/core/text/utf8.h"

namespace gs {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_json_digit(char c) { return c >= '0' && c <= '9'; }

// Appends the UTF-8 sequence of a code point (RFC 3629).
void append_utf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  if (code < 0x10000) return put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F)), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
}

// Length of the number at the start of `text` by the grammar of RFC 8259, section 6; 0 if there is none.
std::size_t json_number_length(std::string_view text) {
  const auto after_digits = [&](std::size_t at) {
    while (at < text.size() && is_json_digit(text[at])) ++at;
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
std::size_t plain_json_length(std::string_view text) {
  std::size_t length = 0;
  const auto is_plain = [](char c) {
    return c >= 0x20 && c != '"' && c != '\\' && static_cast<unsigned char>(c) < 0x80;
  };
  while (length < text.size() && is_plain(text[length])) ++length;
  return length;
}

}  // namespace

JsonScanner::JsonScanner(std::string_view text) : text_(text) {
  if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

Error JsonScanner::wrong(std::string_view what) const {
  return fail(ErrorCode::corrupt, "invalid JSON in line {}, byte {}: {}", line_, at_, what);
}

Error JsonScanner::too_large(std::string_view what) const {
  return fail(ErrorCode::limit_exceeded, "{} (JSON line {}, byte {})", what, line_, at_);
}

bool JsonScanner::take_word(std::string_view word) {
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

Result<std::string_view> JsonScanner::word() {
  skip_space();
  for (const std::string_view known : {"null", "true", "false"}) {
    if (take_word(known)) return known;
  }
  return wrong(at_ < text_.size() ? "invalid value" : "missing value");
}

Result<std::string_view> JsonScanner::number() {
  skip_space();
  const std::string_view digits = text_.substr(at_, json_number_length(text_.substr(at_)));
  if (digits.empty()) return wrong("invalid number");
  at_ += digits.size();
  return digits;
}

Result<void> JsonScanner::member_name(std::string* out) {
  if (peek_value() != '"') return wrong("missing member name");
  return string(out);
}

Result<void> JsonScanner::end() {
  skip_space();
  if (at_ != text_.size()) return wrong("unexpected text after the value");
  return {};
}

Result<uint32_t> JsonScanner::hex4() {
  uint32_t code = 0;
  const std::string_view digits = text_.substr(at_, 4);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (digits.size() < 4 || error != std::errc{} || end != digits.data() + 4)
    return wrong("not four hexadecimal digits after \\u");
  at_ += 4;
  return code;
}

Result<void> JsonScanner::string(std::string* out) {
  const auto copy = [&](std::size_t count) {
    if (out != nullptr) out->append(text_, at_, count);
    at_ += count;
  };
  for (++at_;;) {
    copy(plain_json_length(text_.substr(at_)));
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

Result<void> JsonScanner::escape(std::string* out) {
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (++at_ >= text_.size()) return wrong("string without closing quotation mark");
  const char name = text_[at_];
  if (const std::size_t found = names.find(name); found != std::string_view::npos) {
    if (out != nullptr) out->push_back(meanings[found]);
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
  if (out != nullptr) append_utf8(code, *out);
  return {};
}

}  // namespace gs
