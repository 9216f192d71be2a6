// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/executor_body.h"
#include "gs/splat/cpu/isa.h"

namespace gs::splat::cpu {

// One lane: the reference, which is always built.
const Executor& scalar_executor() {
  static constexpr Executor table = make_executor<float>(Isa::scalar);
  return table;
}

}  // namespace gs::splat::cpu
