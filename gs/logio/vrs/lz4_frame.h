// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LZ4 frames (the published frame format, version 1.6.x) with independent blocks, so that blocks of one frame are
// compressed in parallel straight from the caller's memory.
#pragma once

#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/compression.h"

namespace gs::vrs {

// Compresses the concatenation of parts into one frame and sets out.pieces. Blocks that span two parts are copied
// first; all others are compressed from the caller's memory.
void write_lz4_frame(int level, std::span<const Bytes> parts, StoredPayload& out);

// Exactly uncompressed_bytes, block checksums verified where the frame has them.
Result<void> read_lz4_frame(Bytes frame, uint32_t uncompressed_bytes, std::vector<std::byte>& out);

}  // namespace gs::vrs
