// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Index of a VRS file: one entry per record, in file order. It stores sizes; offsets are their sums.
//
// clang-format off
//   classic (version 2)  u32 stream count, (i32 type, u16 instance) each; u32 record count, entries (or one zstd frame)
//   split (version 3)    a series of zstd frames with entries, appended while recording
// clang-format on
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/chunked_file.h"
#include "gs/logio/vrs/format/file_header.h"
#include "gs/logio/vrs/format/record_header.h"

namespace gs::logio::vrs {

// Reads and parses the record header at `offset`. Errors: truncated, corrupt.
Result<RecordHeader> read_record_header(const ChunkedFile& file, uint64_t offset, uint32_t header_bytes);

// Index entry of a record, with its offset.
struct RecordInfo {
  double timestamp = 0;  // [s]
  uint64_t offset = 0;   // of the record header, in the byte range of all chunks
  uint32_t bytes = 0;    // header and stored payload
  StreamId stream;
  RecordType type = RecordType::data;
};

// On disk: f64 timestamp, u32 size, u8 record type, i32 recordable type, u16 instance.
constexpr std::size_t kIndexEntryBytes = 19;
constexpr uint32_t kClassicIndexVersion = 2;
constexpr uint32_t kSplitIndexVersion = 3;

// Position of the index: classic files have it at the end, VRS2 in front, recordings with a split head in the first
// chunk. to_string() gives it for reports.
enum class IndexPlace { end, front, split, rebuilt };
std::string_view to_string(IndexPlace place);

// Records of a file.
struct Index {
  std::vector<RecordInfo> records;  // in file order
  IndexPlace place = IndexPlace::rebuilt;
  // False for a split index that was not closed: after a crash, records follow that it does not list.
  bool complete = true;
  uint64_t end_offset = 0;  // end of the last listed record
};

// Reads the index record at header.index_offset. `first_record` is the offset of record 0 in files without a split
// head. Errors: corrupt, truncated, unsupported (version, compression), limit_exceeded.
Result<Index> read_index(const ChunkedFile& file, const FileHeader& header, uint64_t first_record);

// Payload of a classic index record.
struct IndexPayload {
  std::vector<std::byte> bytes;
  uint32_t uncompressed_bytes = 0;  // for the record header; 0: not compressed
};
// Writes a classic index; with `compress`, the entries become one zstd frame. Errors: limit_exceeded.
Result<IndexPayload> write_index(const std::vector<RecordInfo>& records, const std::vector<StreamId>& streams,
                                 bool compress);

// Sorts by time, then stream, then offset: the order of every reader. Times that are NaN come last. Returns true if the
// order changed.
bool sort_by_time(std::vector<RecordInfo>& records);

}  // namespace gs::logio::vrs
