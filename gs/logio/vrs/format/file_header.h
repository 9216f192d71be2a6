// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// File header of 80 bytes. All VRS integers are little endian, all structures packed.
//
// Layout of a file; every part but the header is a record (record_header.h):
//
// clang-format off
//   file header (80 bytes), description record, user records, index record         VRS1
//   file header (80 bytes), description record, index record, user records         VRS2
//   first chunk: file header, description record, index; other chunks: records     split head
// clang-format on
#pragma once

#include <cstdint>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::logio::vrs {

constexpr uint32_t kFileHeaderBytes = 80;
constexpr uint32_t kRecordHeaderBytes = 32;

// Format versions; the numbers spell "VRS1" to "VRS3".
enum class FormatVersion : uint32_t {
  classic = 0x31535256,      // "VRS1"
  front_index = 0x32535256,  // "VRS2": the index lies in front of the records
  zstd_trial = 0x33535256,   // "VRS3": short-lived, read like VRS2
};

// Content of the file header. Offsets count from the start of the file.
struct FileHeader {
  uint64_t creation_id = 0;                       // identity of the recording; any unique value
  uint32_t file_header_bytes = kFileHeaderBytes;  // newer writers may use more; always use these two to step
  uint32_t record_header_bytes = kRecordHeaderBytes;
  int64_t index_offset = 0;  // 0: no index, the recording was interrupted
  int64_t description_offset = 0;
  int64_t first_record_offset = 0;  // 0: right after the description record
  FormatVersion version = FormatVersion::classic;
};

// Parses the first 80 bytes of a file. Errors: truncated, corrupt, version_mismatch.
Result<FileHeader> parse_file_header(Bytes file);
// Appends the 80 bytes of the header.
void write_file_header(const FileHeader& header, ByteWriter& out);

}  // namespace gs::logio::vrs
