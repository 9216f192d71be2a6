// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text header of a PCD file, and LZF decompression.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets::pcd {

// Value of the DATA line.
enum class Storage { ascii, binary, binary_compressed };

// One column of the FIELDS, SIZE, TYPE and COUNT lines.
struct Field {
  std::string name;
  char type = 'F';  // F float, I signed, U unsigned
  uint32_t size = 4;
  uint32_t count = 1;
  std::size_t offset = 0;  // within a point [bytes]
  std::size_t column = 0;  // index of its first value in an ascii line
};

// Parsed header.
struct Header {
  std::vector<Field> fields;
  uint64_t points = 0;
  Storage storage = Storage::binary;
  std::size_t point_bytes = 0;
  std::size_t columns = 0;
  std::size_t bytes = 0;  // length of the header = offset of the data

  // Field of this name with at least one value, or null.
  const Field* find(std::string_view name) const;
};

// Parses the header; at most 64 kB, lines end with LF or CRLF. Errors: truncated, corrupt.
Result<Header> parse_header(Bytes file);

// First value of a field as float; the caller has checked that the bytes exist. Doubles beyond the range become NaN.
float load_number(const std::byte* from, const Field& field);

// Decompresses LZF data (format of liblzf, used by PCD) to exactly out.size() bytes. Errors: corrupt.
Result<void> lzf_decompress(Bytes in, MutableBytes out);

}  // namespace gs::assets::pcd
