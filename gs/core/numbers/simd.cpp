// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/numbers/simd.h"

#include <cstdlib>
#include <string_view>

namespace gs {
namespace {

// Files that are compiled for an instruction set may use only the extensions that are tested here.
Isa best_of_processor() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return Isa::avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Isa::avx2;
#endif
  return Isa::scalar;
}

}  // namespace

Isa cpu_isa() {
  const Isa best = best_of_processor();
  const char* text = std::getenv("GS_ISA");
  if (text == nullptr) return best;
  const std::string_view wanted(text);
  const Isa asked = wanted == "scalar" ? Isa::scalar : wanted == "avx2" ? Isa::avx2 : best;
  return asked < best ? asked : best;
}

}  // namespace gs
