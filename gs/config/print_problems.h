// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How programs show the problems that a library collected.
#pragma once

#include "gs/core/problems.h"

namespace gs {

// Prints each problem of at least this severity as one line on stderr, then the number of those that were counted but
// not kept.
void print_problems(const Problems& problems, Severity least = Severity::notice);

}  // namespace gs
