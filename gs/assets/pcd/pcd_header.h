// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The text header of a PCD file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::pcd {

enum class Storage { ascii, binary, binary_compressed };

struct Field {
  std::string name;
  char type = 'F';  // F float, I signed, U unsigned
  uint32_t size = 4;
  uint32_t count = 1;
  std::size_t offset = 0;  // in a point [bytes]
  std::size_t column = 0;  // index of its first value in a line of ascii
};

struct Header {
  std::vector<Field> fields;
  uint64_t points = 0;
  Storage storage = Storage::binary;
  std::size_t point_bytes = 0;
  std::size_t columns = 0;
  std::size_t bytes = 0;  // offset of the data

  const Field* find(std::string_view name) const;
};

// At most 64 kB of header; lines end with LF or CRLF.
Result<Header> parse_header(Bytes file);

// One number of a field; the caller has checked that it is there.
float load_number(const std::byte* from, const Field& field);

// Decompresses LZF data (liblzf's format, used by PCD) into exactly out.size() bytes.
Result<void> lzf_decompress(Bytes in, MutableBytes out);

}  // namespace gs::pcd
