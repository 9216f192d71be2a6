// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// geometry/heightmap.yaml and heightmap.bin: the ground as a grid of heights.
// Example (without the version):
// clang-format off
//   {width: 128, height: 128, resolution: 0.1, origin: {x: -2.0, y: -6.4, z: 0.0}, min_height: 0.0, max_height: 0.3}
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/world/interface_types.h"

namespace gs::world {

// The validator warns about grids with more samples a side.
inline constexpr int kRecommendedHeightmapSide = 4096;

// Ground height in map [m], origin_z included: bilinear interpolation of the four samples around (x, y). Empty outside
// the grid and where one of the four is unknown.
std::optional<double> ground_height(const HeightmapData& map, double x, double y);

// Sets min_height and max_height from the finite samples; both 0 if there are none.
void set_height_range(HeightmapData& map);

// The YAML file: everything but the samples.
HeightmapData parse_heightmap_meta(std::string_view yaml, std::string_view file, Problems& problems);
std::string write_heightmap_meta(const HeightmapData& map);

// Checks size, finiteness and range of the samples; `samples` is the content of the bin file.
void check_heightmap_samples(const HeightmapData& meta, Bytes samples, std::string_view file, Problems& problems);

// Load and save both files. The size of the bin file is checked before memory is allocated. Errors: invalid_data,
// system errors.
Result<HeightmapData> load_heightmap(const std::filesystem::path& meta, const std::filesystem::path& samples);
Result<void> save_heightmap(const HeightmapData& map, const std::filesystem::path& meta,
                            const std::filesystem::path& samples);

}  // namespace gs::world
