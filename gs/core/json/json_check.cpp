// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// check_json(): a loop instead of a recursion, so that nesting costs one bit a level and no stack.
#include <vector>

#include "gs/core/json/json.h"
#include "gs/core/json/json_scanner.h"

namespace gs {
namespace {

// One bit per open bracket: true for an object, false for an array.
using OpenBrackets = std::vector<bool>;

// Takes the name of a member and the colon behind it.
Result<void> check_member_name(JsonScanner& in) {
  GS_CHECK(in.member_name(nullptr));
  if (!in.take(':')) return in.wrong("missing ':'");
  return {};
}

// Takes a scalar, an empty array or object, or the opening bracket of another one, which is then pushed, with the first
// member name of an object. Returns true if a bracket was pushed: its first value follows.
Result<bool> begin_value(JsonScanner& in, OpenBrackets& open) {
  const char first = in.peek_value();
  if (first == '{' || first == '[') {
    const bool is_object = in.take('{');
    if (!is_object) in.take('[');
    if (in.take(is_object ? '}' : ']')) return false;
    open.push_back(is_object);
    if (is_object) GS_CHECK(check_member_name(in));
    return true;
  }
  if (first == '"') {
    GS_CHECK(in.string(nullptr));
  } else if (first == '-' || (first >= '0' && first <= '9')) {
    GS_CHECK(in.number());
  } else {
    GS_CHECK(in.word());
  }
  return false;
}

// After a complete value: takes closing brackets up to the next comma, and the member name behind it inside an object.
// Returns true if another value follows, false if the outermost value is complete.
Result<bool> end_value(JsonScanner& in, OpenBrackets& open) {
  for (; !open.empty(); open.pop_back()) {
    const bool is_object = open.back();
    if (in.take(',')) {
      if (is_object) GS_CHECK(check_member_name(in));
      return true;
    }
    if (!in.take(is_object ? '}' : ']')) return in.wrong(is_object ? "missing ',' or '}'" : "missing ',' or ']'");
  }
  return false;
}

}  // namespace

Result<void> check_json(std::string_view text) {
  JsonScanner in(text);
  OpenBrackets open;
  for (bool more = true; more;) {
    GS_TRY(const bool opened, begin_value(in, open));
    if (opened) continue;
    GS_TRY(more, end_value(in, open));
  }
  return in.end();
}

}  // namespace gs
