// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A run: the wanted messages of one chunk, decoded and in order. Made independently of every other chunk, so that
// several can be made at once.
#pragma once

#include <vector>

#include "gs/logio/log.h"
#include "gs/logio/rosbag1/index.h"

namespace gs::rosbag1 {

struct Selection {
  std::vector<bool> channels;  // by channel id; empty: all
  std::optional<Timestamp> begin, end;
  bool sort = true;           // by time, stable
  bool whole_chunks = false;  // as ReadOptions: no picking by the index, which leaves checksums unread
  bool salvage = false;       // deliver what can be decoded of chunks with a wrong checksum

  bool wants(uint32_t channel) const { return channels.empty() || channels[channel]; }
  bool wants(Timestamp time) const { return (!begin || time >= *begin) && (!end || time < *end); }
};

struct Run {
  uint32_t chunk = 0;                  // place in BagIndex::chunks
  Buffer buffer;                       // of the decoded chunk; unused when the file's own bytes serve
  Bytes records;                       // empty while evicted
  std::vector<ChunkMessage> messages;  // connection is the channel id here
  std::size_t next = 0;
  std::vector<Problem> problems;

  bool done() const { return next == messages.size(); }
  Timestamp next_time() const { return messages[next].time; }
};

// Whether the chunk may hold a wanted message.
bool may_match(const BagIndex& index, const ChunkRef& chunk, const Selection& selection);

Run make_run(Bytes file, std::string_view name, const BagIndex& index, uint32_t chunk, const Selection& selection,
             Decoder& decoder);

// Decodes the chunk again after eviction.
void reload(Run& run, Bytes file, const BagIndex& index, Decoder& decoder);

}  // namespace gs::rosbag1
