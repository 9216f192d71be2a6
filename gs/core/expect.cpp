// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/expect.h"

#include <cstdio>
#include <cstdlib>

namespace gs::detail {

void expectation_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: failed expectation: %s\n", file, line, condition);
  std::abort();
}

}  // namespace gs::detail
