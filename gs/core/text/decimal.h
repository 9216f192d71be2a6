// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The double nearest to a decimal text, with a defined result beyond the range of double.
#pragma once

#include <optional>
#include <string_view>

namespace gs {

// Reads a whole decimal text such as "-12.5e3" in every locale; empty if a part of it is not read. A number beyond the
// range of double becomes infinite, one too close to zero becomes zero, with its sign. Also accepts what
// std::from_chars does ("inf", "nan", "1."): callers check their grammar first.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace gs
