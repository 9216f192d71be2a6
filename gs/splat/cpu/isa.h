// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Function tables defined by executor_<isa>.cpp.
#pragma once

#include "gs/splat/cpu/executor.h"

namespace gs::splat::cpu {

// avx2 and avx512 exist only on x86-64.
const Executor& scalar_executor();
const Executor& avx2_executor();
const Executor& avx512_executor();

}  // namespace gs::splat::cpu
