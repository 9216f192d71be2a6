// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// PNG by libpng: 8 and 16 bit gray, gray + alpha, RGB and RGBA. Palettes and small depths are widened on reading.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

struct PngInfo {
  int width = 0, height = 0, channels = 0, bytes_per_sample = 1;
};

// Looks at the header only.
Result<PngInfo> inspect_png(Bytes file);

// A picture that claims more than max_pixels, or more than its bytes can hold, is refused before allocating.
Result<Image> decode_png(Bytes file, uint64_t max_pixels = kMaxImagePixels);
Result<Image> read_png(const std::filesystem::path& path, uint64_t max_pixels = kMaxImagePixels);

// compression: 0 (none) to 9 (smallest). Same picture, same bytes.
Result<std::vector<std::byte>> encode_png(const Image& image, int compression = 6);
Result<void> write_png(const std::filesystem::path& path, const Image& image, int compression = 6);

}  // namespace gs
