// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Escapes text from files and networks so that printing it cannot control the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gs {

// Whether printable() escapes line feeds or leaves them, for texts of several lines.
enum class Newlines { escape, keep };

// Escapes everything in `text` that a terminal interprets instead of showing: control characters (C0, DEL, C1), bytes
// that are not UTF-8, and marks that change the writing direction. Each of their bytes becomes "\\n", "\\t" or "\\x1b".
std::string printable(std::string_view text, Newlines newlines = Newlines::escape);

// The start of `text`, for messages that quote a value of unknown length: a text of more than `max_bytes` is cut
// between two characters, and its length follows: "1234... (9000 bytes)".
std::string excerpt(std::string_view text, std::size_t max_bytes = 80);

}  // namespace gs
