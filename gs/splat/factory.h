// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one place that knows which rasterizers exist.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "gs/splat/differentiable.h"
#include "gs/splat/rasterizer.h"

namespace gs {

enum class Backend { automatic, cpu, cuda };
std::string_view to_string(Backend backend);  // "auto", "cpu", "cuda"
std::optional<Backend> backend_from_string(std::string_view name);

// automatic takes a usable GPU if there is one, else the CPU. cuda without one: ErrorCode::no_device.
Result<std::unique_ptr<Rasterizer>> make_rasterizer(Backend backend);
Result<std::unique_ptr<DifferentiableRasterizer>> make_differentiable_rasterizer(Backend backend);

}  // namespace gs
