// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/executor_body.h"
#include "gs/splat/cpu/isa.h"

namespace gs::splat::cpu {

// Eight lanes. This file is compiled with -mavx2 -mfma and must only be called if cpu_isa() allows it.
const Executor& avx2_executor() {
  static constexpr Executor table = make_executor<Pack<8>>(Isa::avx2);
  return table;
}

}  // namespace gs::splat::cpu
