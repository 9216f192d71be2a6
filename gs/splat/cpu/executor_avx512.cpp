// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/executor_body.h"
#include "gs/splat/cpu/isa.h"

namespace gs::splat::cpu {

// Sixteen lanes. This file is compiled with the AVX-512 flags and must only be called if cpu_isa() allows it.
const Executor& avx512_executor() {
  static constexpr Executor table = make_executor<Pack<16>>(Isa::avx512);
  return table;
}

}  // namespace gs::splat::cpu
