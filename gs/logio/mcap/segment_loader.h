// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Loads a segment: decodes, verifies, filters and sorts its messages.
#pragma once

#include <vector>

#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/file_index.h"

namespace gs::logio::mcap {

// Options of one read, resolved to file ids. Shared by all threads, constant.
struct Selection {
  Bytes file;
  std::string name;
  const FileIndex* index = nullptr;
  std::vector<const LogChannel*> channel_by_id;  // by id in the file; null: undefined channel
  std::vector<uint8_t> wanted_by_id;             // as long as channel_by_id
  bool all_channels = true;
  Timestamp begin{INT64_MIN}, end{INT64_MAX};  // [begin, end); an end of INT64_MAX is inclusive
  Order order = Order::file;
  bool verify_crc = true;
  bool salvage = false;
  bool whole_chunks = false;

  // True if the channel, or the log time, is selected; all_times(): no time filter.
  bool wants(uint16_t id) const { return id < wanted_by_id.size() && wanted_by_id[id] != 0; }
  bool wants(Timestamp time) const { return time >= begin && (time < end || end.ns == INT64_MAX); }
  bool all_times() const { return begin.ns == INT64_MIN && end.ns == INT64_MAX; }
};

// Time that `order` sorts by.
inline Timestamp key_of(const MessageView& message, Order order) {
  return order == Order::publish_time ? message.publish_time : message.log_time;
}

// View of a Message record. `content` has `length` >= Message::kHeadBytes bytes.
inline MessageView view_of(const LogChannel* channel, const std::byte* content, uint64_t length) {
  return {.channel = channel,
          .log_time = {static_cast<int64_t>(load_le<uint64_t>(content + 6))},
          .publish_time = {static_cast<int64_t>(load_le<uint64_t>(content + 14))},
          .sequence = load_le<uint32_t>(content + 2),
          .data = {content + Message::kHeadBytes, length - Message::kHeadBytes}};
}

// Selected messages of one segment, with the memory they borrow from.
struct LoadedSegment {
  std::size_t position = 0;           // of the segment in the file index
  Buffer buffer;                      // decoded records; unused if the views point into the file
  std::vector<MessageView> messages;  // in file order, or sorted by time if requested
  Report report;
  uint64_t cost_bytes = 0;  // decoded size as counted by SegmentQueue
};

// Loads segment `position` of the index into `out`. Never fails: damage goes to out.report, readable messages to
// out.messages.
void load_segment(const Selection& selection, std::size_t position, Decoder& decoder, LoadedSegment& out);

}  // namespace gs::logio::mcap
