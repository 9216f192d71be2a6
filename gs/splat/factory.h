// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one place that knows which rasterizers exist.
#pragma once

#include <memory>

#include "gs/core/backend.h"
#include "gs/splat/differentiable.h"
#include "gs/splat/rasterizer.h"

namespace gs {

// automatic takes a usable GPU if there is one, else the CPU. cuda without one: ErrorCode::no_device.
Result<std::unique_ptr<Rasterizer>> make_rasterizer(Backend backend);
Result<std::unique_ptr<DifferentiableRasterizer>> make_differentiable_rasterizer(Backend backend);

}  // namespace gs
