// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The JSON texts of RAD files, parsed and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/assets/rad/rad_format.h"
#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets::rad {

// Header of a file. The chunks lie one behind the other and end at the end of the file.
struct FileHeader {
  uint32_t nodes = 0;
  int sh_degree = 0;
  std::string comment{};
  std::vector<Bytes> chunks{};
};
// Parses the begin of a file. Errors: corrupt, truncated, version_mismatch, unsupported, limit_exceeded.
Result<FileHeader> parse_file_header(Bytes file);

// A property of a chunk; `bytes` lie in the file.
struct StoredProperty {
  Bytes bytes{};
  Encoding encoding = Encoding::f16;
  bool compressed = false;
  float min = 0, max = 0;
  bool present = false;
};
// A chunk, with its properties in the order of `Property`.
struct ChunkHeader {
  std::size_t base = 0, count = 0;
  std::array<StoredProperty, kProperties.size()> properties{};
};
// Parses chunk `index` of a file. Errors: as parse_file_header().
Result<ChunkHeader> parse_chunk_header(const FileHeader& file, std::size_t index);

}  // namespace gs::assets::rad
