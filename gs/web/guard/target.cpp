// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/guard/target.h"

#include <algorithm>

namespace gs::web {
namespace {

// Value of a hexadecimal digit; -1 for other characters.
int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) return fail(ErrorCode::invalid_argument, "the target has a broken %-escape");
    out += static_cast<char>(16 * high + low);
    i += 2;
  }
  const auto forbidden = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\'; };
  if (std::any_of(out.begin(), out.end(), forbidden))
    return fail(ErrorCode::invalid_argument, "the target has a control character or a backslash");
  return out;
}

// True if a segment of the path is "." or "..".
bool has_dot_segment(std::string_view path) {
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    if (segment == "." || segment == "..") return true;
    path.remove_prefix(segment.size());
  }
  return false;
}

}  // namespace

std::string_view Target::parameter(std::string_view name) const {
  const auto found = query.find(name);
  return found == query.end() ? std::string_view() : std::string_view(found->second);
}

Result<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/')) return fail(ErrorCode::invalid_argument, "the target must be a path that begins with /");
  const std::size_t mark = text.find('?');
  Target out;
  GS_TRY(out.path, percent_decoded(text.substr(0, mark)));
  if (has_dot_segment(out.path)) return fail(ErrorCode::invalid_argument, "the path has a segment . or ..");
  std::string_view rest = mark == std::string_view::npos ? std::string_view() : text.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::size_t equal = pair.find('=');
    GS_TRY(std::string key, percent_decoded(pair.substr(0, equal)));
    GS_TRY(std::string value, percent_decoded(equal == pair.npos ? std::string_view() : pair.substr(equal + 1)));
    out.query.emplace(std::move(key), std::move(value));
  }
  return out;
}

}  // namespace gs::web
