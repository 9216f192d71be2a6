// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Texts from outside, made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace gs {

enum class Newlines { escape, keep };

// Replaces what a terminal would obey instead of showing it: control characters (C0, DEL, C1), bytes that are not
// UTF-8, and marks that reverse the direction of writing, by "\\n", "\\t" or "\\x1b" for each of their bytes.
std::string printable(std::string_view text, Newlines newlines = Newlines::escape);

}  // namespace gs
