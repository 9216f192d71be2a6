// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The 80 bytes a VRS file starts with. All VRS integers are little endian, all structures packed.
#pragma once

#include <cstdint>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::vrs {

constexpr uint32_t kFileHeaderBytes = 80;
constexpr uint32_t kRecordHeaderBytes = 32;

enum class FormatVersion : uint32_t {
  classic = 0x31535256,      // "VRS1"
  front_index = 0x32535256,  // "VRS2": the index sits before the user records
  zstd_trial = 0x33535256,   // "VRS3": short-lived, reads like VRS2
};

struct FileHeader {
  uint64_t creation_id = 0;                       // identity of the recording; any unique value
  uint32_t file_header_bytes = kFileHeaderBytes;  // newer writers may use more: always step by these two
  uint32_t record_header_bytes = kRecordHeaderBytes;
  int64_t index_offset = 0;  // 0: none was written, the recording was interrupted
  int64_t description_offset = 0;
  int64_t first_record_offset = 0;  // 0: right after the description record
  FormatVersion version = FormatVersion::classic;
};

Result<FileHeader> parse_file_header(Bytes file);
void write_file_header(const FileHeader& header, ByteWriter& out);

}  // namespace gs::vrs
