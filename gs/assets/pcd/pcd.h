// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Point Cloud Data (PCD 0.7) files: x y z and intensity by name; binary, ascii and binary_compressed are read, binary
// is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/geometry/vec.h"

namespace gs {

struct PcdPoints {
  std::vector<Vec3f> positions{};
  std::vector<float> intensities{};  // as many as positions, or none when the file has no intensity
  uint64_t dropped = 0;              // points with a non-finite coordinate: PCD marks "no return" so
};

Result<PcdPoints> read_pcd(const std::filesystem::path& path);
Result<PcdPoints> parse_pcd(Bytes file);

// Fields x y z intensity, or x y z without intensities. intensities is empty or as long as positions.
std::string pcd_header(uint64_t count, bool with_intensity);
Result<void> write_pcd(const std::filesystem::path& path, std::span<const Vec3f> positions,
                       std::span<const float> intensities = {});

}  // namespace gs
