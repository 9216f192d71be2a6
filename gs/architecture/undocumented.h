// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds the public declarations of a C++ header that have no comment. Used by documented_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gs::architecture {

// One public declaration without a comment.
struct Undocumented {
  int line = 0;             // of its first line, counted from 1
  std::string declaration;  // its text up to `{` or `;`, on one line and cut to 110 characters
};

// Lists the public declarations of `header` (the text of a header file) that have no comment, in file order.
//
// Checked: types and free functions at namespace scope, types and member functions in public sections.
// Not checked: constructors, destructors, operators, `= default` and `= delete`, overrides, friends, aliases, forward
// declarations, data members, option visitors (describe, fields) and container members whose meaning is fixed by the
// standard library (size, empty, begin, end, data, clear).
// A comment documents a declaration when it stands on one of its lines, directly above it, or above the block of lines
// without an empty line that the declaration belongs to.
//
// This is a line-based reader, not a compiler: it expects the layout that clang-format gives the tree, and reads
// neither block comments nor raw strings.
std::vector<Undocumented> undocumented_declarations(std::string_view header);

}  // namespace gs::architecture
