// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs::format: std::format where the standard library has it, fmt (same syntax) where it does not (GCC 12, Clang 14).
// FormatString checks the format text against its arguments at compile time.
#pragma once

#include <version>

#if defined(__cpp_lib_format)
#include <format>
namespace gs {
using std::format;
template <class... Args>
using FormatString = std::format_string<Args...>;
}  // namespace gs
#else
#include <fmt/core.h>
namespace gs {
using fmt::format;
template <class... Args>
using FormatString = fmt::format_string<Args...>;
}  // namespace gs
#endif
