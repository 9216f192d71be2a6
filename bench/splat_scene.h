// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scenes from files for bench_splat and splat_gpu_test, and how much two pictures differ.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/splat/rasterizer.h"

namespace bench {

// {"width", "height", "fx", "fy", "cx", "cy", "world_to_camera": [4x4 row-major, ...]}, OpenCV axes. cx and cy count
// from the corner of the top-left pixel, as they do in public splat tools; ours count from its centre.
gs::Result<std::vector<gs::RenderView>> read_cameras(const std::filesystem::path& path);

struct Difference {
  double psnr_db = 0;          // 200 if equal
  int largest = 0;             // of a byte
  double share_different = 0;  // of bytes
};
Difference compare(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b);

}  // namespace bench
