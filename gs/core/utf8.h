// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds valid UTF-8 sequences, for writing JSON and for escaping texts on a terminal.
#pragma once

#include <cstddef>
#include <string_view>

namespace gs {

// Length of the valid UTF-8 sequence at the start of a text that is not empty, 0 if there is none (RFC 3629).
std::size_t utf8_length(std::string_view text);

}  // namespace gs
