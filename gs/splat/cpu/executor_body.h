// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Function table for one number type. Included only by executor_<isa>.cpp: everything is a template over that type, so
// that code compiled for one instruction set cannot be linked into another.
#pragma once

#include "gs/splat/cpu/project_body.h"
#include "gs/splat/cpu/raster_backward_body.h"
#include "gs/splat/cpu/raster_body.h"

namespace gs::splat::cpu {

// F is float or a SIMD pack.
template <class F>
constexpr Executor make_executor(Isa isa) {
  return {isa, project_block<F>, raster_tile<F>, raster_backward_tile<F>, project_backward_block<F>};
}

}  // namespace gs::splat::cpu
