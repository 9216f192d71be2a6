// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/text/printable.h"

#include <algorithm>

#include "gs/core/format.h"
#include "gs/core/text/utf8.h"

namespace gs {
namespace {

// True if a terminal shows this valid UTF-8 character and does not interpret it.
bool is_harmless(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead >= 0x20 && lead < 0x7F;
  const auto second = static_cast<unsigned char>(character[1]);
  if (character.size() == 2) return lead != 0xC2 || second >= 0xA0;  // U+0080 to U+009F: C1
  if (character.size() != 3 || lead != 0xE2) return true;
  const auto third = static_cast<unsigned char>(character[2]);
  const bool embedding = second == 0x80 && third >= 0xAA && third <= 0xAE;  // U+202A to U+202E
  const bool isolate = second == 0x81 && third >= 0xA6 && third <= 0xA9;    // U+2066 to U+2069
  return !embedding && !isolate;
}

}  // namespace

std::string printable(std::string_view text, Newlines newlines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);  // an invalid byte stands alone
    text.remove_prefix(character.size());
    if (character == "\n") {
      out += newlines == Newlines::keep ? "\n" : "\\n";
    } else if (character == "\t") {
      out += "\\t";
    } else if (length > 0 && is_harmless(character)) {
      out += character;
    } else {
      for (const char c : character) out += format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  // Bytes 10xxxxxx continue a UTF-8 sequence; one has at most three of them.
  std::size_t end = max_bytes;
  const std::size_t lowest = max_bytes - std::min<std::size_t>(max_bytes, 3);
  while (end > lowest && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return format("{}... ({} bytes)", text.substr(0, end), text.size());
}

}  // namespace gs
