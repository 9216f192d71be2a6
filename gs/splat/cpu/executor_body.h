// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The table of one number type. Included by executor_<isa>.cpp only: everything in it is a template over that type, so
// that no code compiled for one instruction set can be linked into another.
#pragma once

#include "gs/splat/cpu/project_body.h"
#include "gs/splat/cpu/raster_backward_body.h"
#include "gs/splat/cpu/raster_body.h"

namespace gs::cpu {

template <class F>
constexpr Executor make_executor(Isa isa) {
  return {isa, project_block<F>, raster_tile<F>, raster_backward_tile<F>, project_backward_block<F>};
}

}  // namespace gs::cpu
