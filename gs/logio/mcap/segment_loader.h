// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From a segment to the views of its messages that were asked for: decoded, checked, filtered and sorted.
#pragma once

#include <vector>

#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/file_index.h"

namespace gs::mcap {

// What one read wants; shared by all threads, never changed.
struct Selection {
  Bytes file;
  std::string name;
  const FileIndex* index = nullptr;
  std::vector<const LogChannel*> channel_by_id;  // by id in the file; null: not in the log
  std::vector<uint8_t> wanted_by_id;             // as long as channel_by_id
  bool all_channels = true;
  Timestamp begin{INT64_MIN}, end{INT64_MAX};  // end itself is inside only when it is INT64_MAX
  Order order = Order::file;
  bool verify_crc = true;
  bool salvage = false;
  bool whole_chunks = false;

  bool wants(uint16_t id) const { return id < wanted_by_id.size() && wanted_by_id[id] != 0; }
  bool wants(Timestamp time) const { return time >= begin && (time < end || end.ns == INT64_MAX); }
  bool all_times() const { return begin.ns == INT64_MIN && end.ns == INT64_MAX; }
};

// The time messages are ordered by.
inline Timestamp key_of(const MessageView& message, Order order) {
  return order == Order::publish_time ? message.publish_time : message.log_time;
}

// content is that of a Message record of at least kHeadBytes.
inline MessageView view_of(const LogChannel* channel, const std::byte* content, uint64_t length) {
  return {.channel = channel,
          .log_time = {static_cast<int64_t>(load_le<uint64_t>(content + 6))},
          .publish_time = {static_cast<int64_t>(load_le<uint64_t>(content + 14))},
          .sequence = load_le<uint32_t>(content + 2),
          .data = {content + Message::kHeadBytes, length - Message::kHeadBytes}};
}

struct LoadedSegment {
  std::size_t position = 0;           // of the segment in the file index
  Buffer buffer;                      // decoded records; unused when the views look into the file
  std::vector<MessageView> messages;  // in file order, or sorted when an order in time was asked for
  Report report;
  uint64_t cost_bytes = 0;  // what SegmentQueue counts it with
};

// Never fails: what cannot be read is in the report, and the rest in messages.
void load_segment(const Selection& selection, std::size_t position, Decoder& decoder, LoadedSegment& out);

}  // namespace gs::mcap
