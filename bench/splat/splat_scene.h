// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scenes from files for bench_splat and splat_gpu_test, and the difference of two images.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/splat/api/rasterizer.h"

namespace bench {

// Reads {"width", "height", "fx", "fy", "cx", "cy", "world_to_camera": [4x4 row-major, ...]}, OpenCV axes. cx and cy of
// the file count from the corner of the top-left pixel, as in public splat tools; the result counts from its centre.
gs::Result<std::vector<gs::splat::RenderView>> read_cameras(const std::filesystem::path& path);

// Difference of two 8-bit images.
struct Difference {
  double psnr_db = 0;          // 200 if equal
  int largest = 0;             // largest difference of a byte
  double share_different = 0;  // share of bytes that differ
};
// Compares two images of equal size.
Difference compare(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b);

}  // namespace bench
