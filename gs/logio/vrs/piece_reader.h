// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes compressed payloads in pieces, as the official VRS library does for `vrs decode`, `vrs extract-images`,
// vrsplayer and pyvrs. Test code only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/reader.h"

namespace gs::vrs {

// Decodes a stored payload in pieces of the given sizes -> their concatenation. The official reader fetches compressed
// bytes only when its buffer is empty; a piece that gets no byte from what is buffered is its NOT_ENOUGH_DATA, here
// ErrorCode::truncated.
Result<std::vector<std::byte>> read_in_pieces(Codec codec, Bytes stored, std::span<const std::size_t> piece_bytes);

// Sizes of the pieces in which the official reader takes a record: fixed and variable part of each layout, each image.
std::vector<std::size_t> piece_bytes_of(const RecordContent& content);

struct PieceCounts {
  uint64_t images = 0, failed_images = 0;  // data records with an image block: decoded and equal, or not
  uint64_t others = 0, failed_others = 0;
};

// Reads every data record of a file of one chunk in pieces and compares it with Reader::read.
Result<PieceCounts> read_file_in_pieces(const std::filesystem::path& path);

}  // namespace gs::vrs
