// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// PNG by libpng: 8 and 16 bit gray, gray + alpha, RGB and RGBA. Palettes and depths below 8 bits are expanded when
// reading.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// Layout of the decoded image.
struct PngInfo {
  int width = 0, height = 0, channels = 0, bytes_per_sample = 1;
};

// Reads only the header. Errors: truncated, corrupt.
Result<PngInfo> inspect_png(Bytes file);

// Decodes an image. Errors: limit_exceeded for more than max_pixels, corrupt if the size exceeds what the file can
// contain (both before memory is allocated), truncated.
Result<Image> decode_png(Bytes file, uint64_t max_pixels = kMaxImagePixels);
Result<Image> read_png(const std::filesystem::path& path, uint64_t max_pixels = kMaxImagePixels);

// Encodes with compression 0 (none) to 9 (smallest). The same image gives the same bytes. Errors: invalid_argument for
// an empty image.
Result<std::vector<std::byte>> encode_png(const Image& image, int compression = 6);
Result<void> write_png(const std::filesystem::path& path, const Image& image, int compression = 6);

}  // namespace gs::assets
