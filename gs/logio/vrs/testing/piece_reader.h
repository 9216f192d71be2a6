// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes compressed payloads in pieces, like the official library in `vrs decode`, `vrs extract-images`, vrsplayer and
// pyvrs. For tests only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/reader.h"

namespace gs::logio::vrs {

// Decodes a stored payload in pieces of the given sizes and returns their concatenation. Like the official reader, it
// fetches compressed bytes only if its buffer is empty. If the buffer gives no byte for a piece, the official reader
// fails with NOT_ENOUGH_DATA, and this function with truncated.
Result<std::vector<std::byte>> read_in_pieces(Codec codec, Bytes stored, std::span<const std::size_t> piece_bytes);

// Sizes of the pieces in which the official reader reads a record: fixed and variable part of each layout, each image.
std::vector<std::size_t> piece_bytes_of(const RecordContent& content);

// Number of data records that decoded to the same bytes, and that did not.
struct PieceCounts {
  uint64_t images = 0, failed_images = 0;  // records with an image block
  uint64_t others = 0, failed_others = 0;
};

// Reads every data record of a single-chunk file in pieces and compares it with Reader::read().
Result<PieceCounts> read_file_in_pieces(const std::filesystem::path& path);

}  // namespace gs::logio::vrs
