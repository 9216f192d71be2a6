// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where everything in a file is. Built from the summary where that is there and right, and by walking over the records
// where it is not; who reads with it cannot tell the difference.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gs/logio/mcap/definitions.h"

namespace gs::mcap {

// Messages of one channel in one segment.
struct ChannelRef {
  uint16_t channel_id = 0;
  uint64_t message_index_offset = 0;  // of the MessageIndex record in the file; 0: there is none
};

// A chunk, or a run of messages that lie outside chunks: what is loaded, filtered and ordered as one piece.
struct Segment {
  uint64_t offset = 0, length = 0;  // in the file; a chunk's with its prefix
  bool is_chunk = false;
  std::string_view compression;  // of a chunk
  uint64_t decoded_bytes = 0;
  Timestamp start{}, end{};               // log times, as the file states them; see has_times()
  uint64_t first_ref = 0, ref_count = 0;  // into FileIndex::refs; no refs: the channels are not known

  // Writers leave both 0, or the start at its largest value, in chunks without messages; then nothing is known.
  bool has_times() const { return start.ns <= end.ns && (start.ns != 0 || end.ns != 0); }
};

struct Place {
  uint64_t offset = 0, length = 0;  // of a record, with its prefix
};

struct FileIndex {
  std::string profile, library;
  Definitions definitions;
  std::vector<Segment> segments;  // in file order
  std::vector<ChannelRef> refs;
  std::vector<Place> attachments, metadata;
  std::optional<Statistics> statistics;  // as the file states them
  std::optional<uint64_t> data_end;      // offset of the DataEnd record
  bool from_summary = false;             // false: the records were walked over

  // From the statistics, else counted.
  uint64_t message_count = 0;
  std::map<uint16_t, uint64_t> message_counts;  // by channel id
  std::optional<Timestamp> start, end;

  std::span<const ChannelRef> refs_of(const Segment& segment) const {
    return std::span(refs).subspan(segment.first_ref, segment.ref_count);
  }
};

// Whether a file that does not begin like an MCAP file is none, or one to be recovered.
enum class Magic { needed, may_be_damaged };

// Reads what tells where things are; decodes only the chunks needed to know every channel. Fails only when the bytes
// are no MCAP file at all. passed(offset) is called now and then: bytes before it will not be looked at again soon.
Result<FileIndex> build_file_index(Bytes file, const std::string& name, Magic magic, Problems& problems,
                                   const std::function<void(uint64_t)>& passed);

}  // namespace gs::mcap
