// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The directory of a zip file and the contents of its members (stored or deflated, zip64 too). Reading only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

struct ZipMember {
  std::string name;
  uint16_t method = 0;  // 0 stored, 8 deflated
  uint32_t crc = 0;
  uint64_t compressed_bytes = 0, bytes = 0;
  uint64_t offset = 0;  // of its local header
};

// From the central directory (APPNOTE 4.3.12), which is the truth: local headers may leave sizes out.
Result<std::vector<ZipMember>> list_zip(Bytes file);

// Decompressed and compared with its checksum. Claims are checked against the file before anything is allocated.
Result<std::vector<std::byte>> extract(Bytes file, const ZipMember& member);

}  // namespace gs
