// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The CPU behind the abstract rasterizers. Same bytes whatever the number of threads.
#pragma once

#include <memory>

#include "gs/core/simd.h"
#include "gs/splat/differentiable.h"
#include "gs/splat/rasterizer.h"

namespace gs {

// The instruction set is an argument for tests and comparisons: Isa::scalar is the reference.
std::unique_ptr<Rasterizer> make_cpu_rasterizer(Isa isa = cpu_isa());
std::unique_ptr<DifferentiableRasterizer> make_cpu_differentiable_rasterizer(Isa isa = cpu_isa());

}  // namespace gs
