// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// points.ply: coloured points in map, from which training starts.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/train/initial_cloud/point_gaussians.h"

namespace gs::dataset {

// Reads the first element: properties x y z and optionally red green blue (bytes), binary or ASCII. Errors: corrupt,
// truncated, unsupported, invalid_data.
Result<std::vector<splat::train::ColoredPoint>> read_points_ply(const std::filesystem::path& path);
Result<std::vector<splat::train::ColoredPoint>> parse_points_ply(Bytes file);

// Writes x y z as float and red green blue as uchar, little endian.
Result<void> write_points_ply(const std::filesystem::path& path, std::span<const splat::train::ColoredPoint> points);

}  // namespace gs::dataset
