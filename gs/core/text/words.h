// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Splits lines of text headers.
#pragma once

#include <string_view>
#include <vector>

namespace gs {

// Words of a line, separated by blanks, tabs and carriage returns. The views borrow `line`.
std::vector<std::string_view> split_words(std::string_view line);

}  // namespace gs
