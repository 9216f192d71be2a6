// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/report/html.h"

#include <cmath>
#include <cstdint>

#include "gs/core/format.h"
#include "gs/core/text/utf8.h"

namespace gs::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Entity of a character that has a meaning in HTML; empty for others.
std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '`':
      return "&#96;";
    default:
      return {};
  }
}

// True for U+0080..U+009F, the marks U+200E, U+200F, U+202A..U+202E and U+2066..U+2069, and the non-characters U+FFFE
// and U+FFFF.
bool is_hidden(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<uint8_t>(sequence[i]); };
  if (sequence.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (sequence.size() != 3) return false;
  if (byte(0) == 0xEF) return byte(1) == 0xBF && byte(2) >= 0xBE;
  if (byte(0) != 0xE2) return false;
  if (byte(1) == 0x80) return byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xAA && byte(2) <= 0xAE);
  return byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
}

std::string opening(std::string_view tag, Attributes attributes) {
  std::string out = "<" + std::string(tag);
  for (const auto& [name, value] : attributes) {
    out.append(" ").append(name).append("=\"").append(escape(value)).append("\"");
  }
  return out + ">";
}

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, length == 0 ? 1 : length);
    const char c = sequence[0];
    const bool control = length == 1 && ((c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == 0x7F);
    if (length == 0 || control || is_hidden(sequence)) {
      out += kReplacement;
    } else if (const std::string_view entity = entity_of(c); !entity.empty()) {
      out += entity;
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

Html element(std::string_view tag, const Html& content, Attributes attributes) {
  std::string out = opening(tag, attributes);
  out.append(content.str()).append("</").append(tag).append(">");
  return Html::markup(std::move(out));
}

Html void_element(std::string_view tag, Attributes attributes) { return Html::markup(opening(tag, attributes)); }

Html paragraph(std::string_view text) { return element("p", Html::text(text)); }

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";  // also for minus zero
  if (std::abs(value) >= 1e3 && std::abs(value) < 1e7) return format("{:.0f}", value);
  return format("{:.4g}", value);
}

}  // namespace gs::report
