// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks of conditions that only a bug in this project can break. A failed check prints the condition and aborts.
// Never use them on input: files, messages and options return an Error instead (result.h).
#pragma once

namespace gs::detail {
// Prints "file:line: failed expectation: condition" to stderr and aborts.
[[noreturn]] void expectation_failed(const char* condition, const char* file, int line);
}  // namespace gs::detail

// GS_EXPECT(index < size); checked in every build.
#define GS_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::gs::detail::expectation_failed(#condition, __FILE__, __LINE__))

// GS_DEBUG_EXPECT(...); checked in debug builds only. The condition is not evaluated in release builds.
#if defined(NDEBUG)
#define GS_DEBUG_EXPECT(condition) static_cast<void>(0)
#else
#define GS_DEBUG_EXPECT(condition) GS_EXPECT(condition)
#endif
