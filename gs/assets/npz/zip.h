// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the directory of a zip file and its members (stored or deflated, also zip64).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// One entry of the directory.
struct ZipMember {
  std::string name;
  uint16_t method = 0;  // 0 stored, 8 deflated
  uint32_t crc = 0;
  uint64_t compressed_bytes = 0, bytes = 0;
  uint64_t offset = 0;  // of its local header
};

// Lists the members from the central directory (APPNOTE 4.3.12); local headers may omit sizes. Errors: truncated,
// corrupt, limit_exceeded (over 4096 members), unsupported (encrypted).
Result<std::vector<ZipMember>> list_zip(Bytes file);

// Decompresses a member and verifies its checksum. Sizes are checked against the file before memory is allocated.
// Errors: corrupt, truncated, crc_mismatch, unsupported (compression method).
Result<std::vector<std::byte>> extract(Bytes file, const ZipMember& member);

}  // namespace gs::assets
