// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// points.ply: coloured points in map, the seeds of training.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/train/initialise.h"

namespace gs {

// The first element, with properties x y z and, if there are any, red green blue (bytes). Binary or ascii.
Result<std::vector<ColoredPoint>> read_points_ply(const std::filesystem::path& path);
Result<std::vector<ColoredPoint>> parse_points_ply(Bytes file);

// x y z as float, red green blue as uchar, little endian.
Result<void> write_points_ply(const std::filesystem::path& path, std::span<const ColoredPoint> points);

}  // namespace gs
