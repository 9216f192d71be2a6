// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/print_problems.h"

#include <cstdio>

namespace gs {

void print_problems(const Problems& problems, Severity least) {
  for (const Problem& problem : problems) {
    if (problem.severity >= least) std::fprintf(stderr, "%s\n", to_string(problem).c_str());
  }
  if (problems.not_kept() > 0) std::fprintf(stderr, "... and %zu more\n", problems.not_kept());
}

}  // namespace gs
