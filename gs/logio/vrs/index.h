// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The index of a VRS file: one entry a record, in file order, without offsets (they are sums of sizes).
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/chunked_file.h"
#include "gs/logio/vrs/file_header.h"
#include "gs/logio/vrs/record_header.h"

namespace gs::vrs {

struct RecordInfo {
  double timestamp = 0;
  uint64_t offset = 0;  // of the record header in the byte space of all chunks
  uint32_t bytes = 0;   // header and stored payload
  StreamId stream;
  RecordType type = RecordType::data;
};

constexpr std::size_t kIndexEntryBytes = 19;
constexpr uint32_t kClassicIndexVersion = 2;
constexpr uint32_t kSplitIndexVersion = 3;

enum class IndexPlace { end, front, split, rebuilt };
std::string_view to_string(IndexPlace place);

struct Index {
  std::vector<RecordInfo> records;  // in file order
  IndexPlace place = IndexPlace::rebuilt;
  // Split indexes grow while recording: after a crash, records follow that the index does not know yet.
  bool complete = true;
  uint64_t end_offset = 0;  // just behind the last record listed
};

// The index record at header.index_offset. first_record is where entry 0 lies when the header does not say.
Result<Index> read_index(const ChunkedFile& file, const FileHeader& header, uint64_t first_record);

// The payload of a classic index record, entries raw or (compress) as one zstd frame.
struct IndexPayload {
  std::vector<std::byte> bytes;
  uint32_t uncompressed_bytes = 0;  // for the record header; 0: raw
};
Result<IndexPayload> write_index(const std::vector<RecordInfo>& records, const std::vector<StreamId>& streams,
                                 bool compress);

// By time, then stream, then place in the file: the order of every reader. True if something moved.
bool sort_by_time(std::vector<RecordInfo>& records);

}  // namespace gs::vrs
