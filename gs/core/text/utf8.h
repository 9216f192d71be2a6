// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds valid UTF-8 sequences, for writing JSON and for escaping text on a terminal.
#pragma once

#include <cstddef>
#include <string_view>

namespace gs {

// Length in bytes of the valid UTF-8 sequence (RFC 3629) at the start of `text`; 0 if it does not start with one.
// `text` must not be empty.
std::size_t utf8_length(std::string_view text);

}  // namespace gs
