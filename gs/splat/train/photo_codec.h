// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Photographs without loss, in about half the bytes and with no library: for packed data sets (packed_dataset.h).
//
// Red and blue are kept as differences to green. Every value is predicted from its neighbours to the left and above
// (the median predictor of LOCO-I, Weinberger et al. 2000), and the error, a signed byte modulo 256 folded to 0, -1, 1,
// -2, ..., is written as a Rice code. Its parameter follows the mean error among pixels of the same channel in
// surroundings of similar roughness. Codes with more than 23 leading ones are 24 ones and the plain byte. Bits are
// packed from the lowest, the image ends on a whole byte.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

// [height, width, 3].
std::vector<std::byte> encode_photo(std::span<const uint8_t> rgb8, int width, int height);
// Exactly the bytes of one photograph; truncated or corrupt when they are not.
Result<std::vector<uint8_t>> decode_photo(Bytes bytes, int width, int height);

}  // namespace gs
