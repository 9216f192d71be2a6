// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Creates rasterizers. Only this file knows which implementations exist.
#pragma once

#include <memory>

#include "gs/core/backend.h"
#include "gs/splat/api/differentiable.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::splat {

// Backend::automatic uses a usable GPU if there is one, else the CPU. Errors: no_device for Backend::cuda without a
// usable GPU.
Result<std::unique_ptr<Rasterizer>> make_rasterizer(Backend backend);
Result<std::unique_ptr<DifferentiableRasterizer>> make_differentiable_rasterizer(Backend backend);

}  // namespace gs::splat
