// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Index of a file: where its chunks, loose messages, attachments and metadata lie. Built from the summary section if it
// is present and correct, otherwise by scanning the records. Readers use both the same way.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gs/logio/mcap/definitions.h"

namespace gs::logio::mcap {

// One channel that has messages in a segment.
struct ChannelRef {
  uint16_t channel_id = 0;
  uint64_t message_index_offset = 0;  // file offset of the MessageIndex record; 0: none
};

// Unit of loading, filtering and ordering: a chunk, or a run of consecutive messages outside chunks.
struct Segment {
  uint64_t offset = 0, length = 0;  // in the file, record prefix included
  bool is_chunk = false;
  std::string_view compression;  // of a chunk; empty: not compressed
  uint64_t decoded_bytes = 0;
  Timestamp start{}, end{};               // earliest and latest log time as stated in the file; see has_times()
  uint64_t first_ref = 0, ref_count = 0;  // range in FileIndex::refs; empty: the channels are unknown

  // False if the file states no time range. In chunks without messages, writers set both times to 0 or the start to
  // its maximum.
  bool has_times() const { return start.ns <= end.ns && (start.ns != 0 || end.ns != 0); }
};

// Byte range of a record, prefix included.
struct Place {
  uint64_t offset = 0, length = 0;
};

// Everything a reader needs to know about a file before it reads messages.
struct FileIndex {
  std::string profile, library;
  Definitions definitions;
  std::vector<Segment> segments;  // in file order
  std::vector<ChannelRef> refs;
  std::vector<Place> attachments, metadata;
  std::optional<Statistics> statistics;  // as the file states them
  std::optional<uint64_t> data_end;      // offset of the DataEnd record
  bool from_summary = false;             // false: built by scanning the records

  // Totals from the Statistics record, or counted if there is none.
  uint64_t message_count = 0;
  std::map<uint16_t, uint64_t> message_counts;  // by channel id
  std::optional<Timestamp> start, end;

  // Channels with messages in `segment`; empty if unknown.
  std::span<const ChannelRef> refs_of(const Segment& segment) const {
    return std::span(refs).subspan(segment.first_ref, segment.ref_count);
  }
};

// Treatment of a file without the MCAP magic: refuse it, or scan it for records.
enum class Magic { needed, may_be_damaged };

// Builds the index of `file`. `name` is the file name in problems. Decodes only those chunks that are needed to know
// every channel. Calls passed(offset) periodically, so that the caller can drop mapped pages before offset. Errors:
// corrupt if the magic is missing and needed; all other damage goes to problems.
Result<FileIndex> build_file_index(Bytes file, const std::string& name, Magic magic, Problems& problems,
                                   const std::function<void(uint64_t)>& passed);

}  // namespace gs::logio::mcap
