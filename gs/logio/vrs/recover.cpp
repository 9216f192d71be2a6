// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/recover.h"

#include <algorithm>

namespace gs::logio::vrs {

void rebuild_index(const ChunkedFile& file, const FileHeader& header, Index& index, Problems& problems) {
  uint64_t offset = index.end_offset;
  uint32_t previous = 0;  // size of the previous record; 0: unknown, not compared
  uint64_t last_offset = 0;
  while (offset + header.record_header_bytes <= file.size()) {
    const auto record = read_record_header(file, offset, header.record_header_bytes);
    if (!record) break;
    if (previous != 0 && record->previous_bytes != previous) {
      // Either this header or the size of the previous record is wrong, so both are dropped.
      if (!index.records.empty() && index.records.back().offset == last_offset) {
        index.records.pop_back();
        offset = last_offset;
      }
      break;
    }
    if (record->record_bytes > file.size() - offset) break;
    if (record->stream.type != recordable::index_record && record->stream.type != recordable::description_record) {
      index.records.push_back({.timestamp = record->timestamp,
                               .offset = offset,
                               .bytes = record->record_bytes,
                               .stream = record->stream,
                               .type = record->type});
    }
    previous = record->record_bytes;
    last_offset = offset;
    offset += record->record_bytes;
  }
  index.end_offset = offset;
  if (offset < file.size()) {
    problems.add(
        {.severity = Severity::warning,
         .code = ErrorCode::truncated,
         .place = format("offset {}", offset),
         .message = format("{} bytes at the end are not a complete record and are left out", file.size() - offset),
         .hint = "the recording was interrupted; everything before this is intact"});
  }
}

void drop_missing_records(const ChunkedFile& file, Index& index, Problems& problems) {
  // Records are in file order, so all records behind the first missing one are missing too.
  const auto missing = std::find_if(index.records.begin(), index.records.end(), [&](const RecordInfo& info) {
    return info.offset > file.size() || file.size() - info.offset < info.bytes;
  });
  if (missing == index.records.end()) return;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::truncated,
                .place = format("offset {}", missing->offset),
                .message = format("{} of {} indexed records lie past the end of the file",
                                  index.records.end() - missing, index.records.size()),
                .hint = "the file, or its last chunk, is incomplete"});
  index.records.erase(missing, index.records.end());
}

}  // namespace gs::logio::vrs
