// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the tokens of JSON (RFC 8259) from a text. Shared by parse_json(), which builds a tree, by check_json(), and by
// readers of long tables, which keep their numbers in arrays instead of a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs {

// A position in a JSON text. Every function reads from there and moves it behind the characters that it took.
// The text must outlive the scanner. Errors are corrupt and name line and byte.
class JsonScanner {
 public:
  // Skips a byte order mark: RFC 8259, section 8.1 allows readers to ignore it.
  explicit JsonScanner(std::string_view text);

  // Line breaks occur between tokens only: inside a string they are escaped.
  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
    }
  }
  // Takes one character, with the white space before it, if it is `wanted`.
  bool take(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  // First character of the next value; '\0' at the end of the text.
  char peek_value() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  // Takes "true", "false" or "null" and returns it.
  Result<std::string_view> word();
  // Takes a number and returns its text.
  Result<std::string_view> number();
  // Takes a string with its quotation marks and appends its characters, escapes replaced, to `out` if it is not null.
  Result<void> string(std::string* out);
  // Takes the name of a member, as string().
  Result<void> member_name(std::string* out);
  // Succeeds if only white space is left.
  Result<void> end();

  // An error at the present position: corrupt or limit_exceeded.
  Error wrong(std::string_view what) const;
  Error too_large(std::string_view what) const;

 private:
  Result<void> escape(std::string* out);
  Result<uint32_t> hex4();
  bool take_word(std::string_view word);

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

// Takes the next value with everything below it as a tree. Levels of nesting are counted from this value on. `values`
// is increased by the number of values read and bounded by limits.max_nodes, so that one limit can hold for several
// calls. Errors: as parse_json().
Result<Node> parse_json_value(JsonScanner& in, const DocumentLimits& limits, std::size_t& values);
// Takes the next value, which must be a number within the range of double.
Result<double> parse_json_number(JsonScanner& in);

}  // namespace gs
