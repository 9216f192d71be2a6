// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CUDA implementations of the rasterizer interfaces.
#pragma once

#include <memory>

#include "gs/splat/api/differentiable.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::splat {

// Errors: no_device without a usable GPU.
Result<std::unique_ptr<Rasterizer>> make_cuda_rasterizer();
Result<std::unique_ptr<DifferentiableRasterizer>> make_cuda_differentiable_rasterizer();

}  // namespace gs::splat
