// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A run: the selected messages of one chunk, decoded and sorted. Runs are independent, so several can be made in
// parallel.
#pragma once

#include <vector>

#include "gs/logio/api/log.h"
#include "gs/logio/rosbag1/index.h"

namespace gs::logio::rosbag1 {

// Filter of one read.
struct Selection {
  std::vector<bool> channels;  // by channel id; empty: all
  std::optional<Timestamp> begin, end;
  bool sort = true;           // by time, stable
  bool whole_chunks = false;  // ReadOptions::whole_chunks: verify checksums, do not select through the index
  bool salvage = false;       // deliver the decodable part of chunks with a wrong checksum

  // True if the channel, or the time, is selected.
  bool wants(uint32_t channel) const { return channels.empty() || channels[channel]; }
  bool wants(Timestamp time) const { return (!begin || time >= *begin) && (!end || time < *end); }
};

// Selected messages of one chunk, delivered from `next` on.
struct Run {
  uint32_t chunk = 0;                  // index in BagIndex::chunks
  Buffer buffer;                       // decoded chunk; unused if the chunk is not compressed
  Bytes records;                       // empty while evicted
  std::vector<ChunkMessage> messages;  // here `connection` is the channel id
  std::size_t next = 0;
  std::vector<Problem> problems;

  // All messages were delivered; next_time() requires !done().
  bool done() const { return next == messages.size(); }
  Timestamp next_time() const { return messages[next].time; }
};

// False if the chunk certainly holds no selected message.
bool may_match(const BagIndex& index, const ChunkRef& chunk, const Selection& selection);

// Decodes chunk number `chunk` and selects its messages. Problems are collected in the run.
Run make_run(Bytes file, std::string_view name, const BagIndex& index, uint32_t chunk, const Selection& selection,
             Decoder& decoder);

// Decodes the chunk of an evicted run again.
void reload(Run& run, Bytes file, const BagIndex& index, Decoder& decoder);

}  // namespace gs::logio::rosbag1
