// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LZ4 frames (frame format specification 1.6.x) with independent blocks, which are compressed in parallel from the
// caller's memory.
#pragma once

#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/payload/compression.h"

namespace gs::logio::vrs {

// Compresses the concatenation of `parts` into one frame and sets out.pieces. Blocks that span two parts are copied
// first; all others are compressed in place.
void write_lz4_frame(int level, std::span<const Bytes> parts, StoredPayload& out);

// Decompresses to exactly uncompressed_bytes and verifies the checksums of the frame, if any. Errors: corrupt,
// truncated.
Result<void> read_lz4_frame(Bytes frame, uint32_t uncompressed_bytes, std::vector<std::byte>& out);

}  // namespace gs::logio::vrs
