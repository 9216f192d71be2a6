// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CPU implementations of the rasterizer interfaces. The result has the same bytes for any number of threads.
#pragma once

#include <memory>

#include "gs/core/numbers/simd.h"
#include "gs/splat/api/differentiable.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::splat {

// The instruction set is a parameter for tests and benchmarks; Isa::scalar is the reference.
std::unique_ptr<Rasterizer> make_cpu_rasterizer(Isa isa = cpu_isa());
std::unique_ptr<DifferentiableRasterizer> make_cpu_differentiable_rasterizer(Isa isa = cpu_isa());

}  // namespace gs::splat
