// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// .splat files of web viewers (antimatter15 and compatible): 32-byte records. Lossy: SH degree 0, 8-bit colour and
// rotation.
//
//   float32 position[3], float32 scale[3] (linear [m]), uint8 rgba[4], uint8 rotation[4] (w x y z, 128 + 128 q)
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat {

// Reads a .splat file as a cloud of SH degree 0. Errors: truncated, and invalid_data that names the first bad Gaussian.
Result<GaussianCloud> load_splat(const std::filesystem::path& path);
Result<GaussianCloud> parse_splat(Bytes file);

// Writes Gaussians in order of importance (opacity times volume), as streaming viewers expect.
Result<void> save_splat(const std::filesystem::path& path, CloudView cloud);
std::vector<std::byte> to_splat(CloudView cloud);

}  // namespace gs::splat
