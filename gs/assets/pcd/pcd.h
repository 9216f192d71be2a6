// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Point Cloud Data files (PCD 0.7): fields x, y, z and intensity by name. Reads binary, ascii and binary_compressed;
// writes binary.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/geometry/vec.h"

namespace gs::assets {

// Points of a file.
struct PcdPoints {
  std::vector<Vec3f> positions{};
  std::vector<float> intensities{};  // one per point, or empty if the file has no intensity
  uint64_t dropped = 0;              // points with a non-finite coordinate, which PCD uses for "no return"
};

// Reads all points. Errors: truncated, corrupt, invalid_data without x, y and z.
Result<PcdPoints> read_pcd(const std::filesystem::path& path);
Result<PcdPoints> parse_pcd(Bytes file);

// Header with fields x y z intensity, or x y z; and the whole file, written atomically. `intensities` is empty or as
// long as `positions`.
std::string pcd_header(uint64_t count, bool with_intensity);
Result<void> write_pcd(const std::filesystem::path& path, std::span<const Vec3f> positions,
                       std::span<const float> intensities = {});

}  // namespace gs::assets
