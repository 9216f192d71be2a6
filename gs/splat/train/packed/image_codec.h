// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Lossless image compression for packed data sets (packed_dataset.h): about half the bytes, no external library.
//
// Red and blue are stored as differences to green. Every value is predicted from its left and upper neighbours (median
// predictor of LOCO-I, Weinberger et al. 2000). The prediction error, a signed byte modulo 256, is folded to 0, -1, 1,
// -2, ... and written as a Rice code; the Rice parameter follows the mean error of earlier pixels of the same channel
// with similar local roughness. Codes with more than 23 leading ones are written as 24 ones and the plain byte. Bits
// are packed from the lowest; the image ends on a whole byte.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::splat::train {

// Compresses an image [height, width, 3].
std::vector<std::byte> encode_image(std::span<const uint8_t> rgb8, int width, int height);
// Inverse of encode_image(); `bytes` must be exactly one image. Errors: truncated, corrupt.
Result<std::vector<uint8_t>> decode_image(Bytes bytes, int width, int height);

}  // namespace gs::splat::train
