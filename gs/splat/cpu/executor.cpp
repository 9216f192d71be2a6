// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/executor.h"

#include "gs/splat/cpu/isa.h"

namespace gs::splat::cpu {

// The other tables exist only on x86-64; elsewhere every request gets the scalar one.
const Executor& executor(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return avx512_executor();
  if (isa == Isa::avx2) return avx2_executor();
#endif
  static_cast<void>(isa);
  return scalar_executor();
}

}  // namespace gs::splat::cpu
