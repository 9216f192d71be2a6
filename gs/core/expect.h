// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Broken promises between our own functions stop the program. Never use these on input from outside.
#pragma once

namespace gs::detail {
[[noreturn]] void expectation_failed(const char* condition, const char* file, int line);
}

#define GS_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::gs::detail::expectation_failed(#condition, __FILE__, __LINE__))

#if defined(NDEBUG)
#define GS_DEBUG_EXPECT(condition) static_cast<void>(0)
#else
#define GS_DEBUG_EXPECT(condition) GS_EXPECT(condition)
#endif
