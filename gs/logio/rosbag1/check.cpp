// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares the index of a bag with its content.
#include <algorithm>
#include <map>

#include "gs/logio/rosbag1/index.h"

namespace gs::logio::rosbag1 {
namespace {

using Counts = std::map<uint32_t, uint32_t>;

// Compares one chunk after another with its chunk info and index data records.
class Check {
 public:
  Check(Bytes file, std::string name, Problems& problems) : file_(file), name_(std::move(name)), problems_(problems) {}

  void chunk(const ChunkRef& chunk) {
    // A chunk that cannot be decoded or parsed gives one error; comparing its index would only repeat it.
    const ChunkRecords decoded = decode_chunk(file_, chunk, decoder_, buffer_);
    if (decoded.damage) return report(chunk, decoded.damage->code, decoded.damage->message);
    ChunkContents contents;
    walk_chunk(decoded.records, 0, contents);
    if (contents.damage) {
      return report(chunk, contents.damage->code,
                    format("chunk damaged at its byte {}: {}", contents.damage_offset, contents.damage->message));
    }
    if (decoded.records.size() != chunk.size) {
      report(chunk, ErrorCode::corrupt,
             format("the chunk holds {} bytes, but states {}", decoded.records.size(), chunk.size));
    }
    compare_info(chunk, contents);
    compare_index(chunk, contents, decoded.records);
  }

 private:
  // Chunk info record: message counts per connection, and time range.
  void compare_info(const ChunkRef& chunk, const ChunkContents& contents) {
    Counts counts;
    for (const ChunkMessage& message : contents.messages) ++counts[message.connection];
    if (counts != Counts(chunk.counts.begin(), chunk.counts.end())) {
      report(chunk, ErrorCode::corrupt, "the message counts of the chunk info differ from the chunk");
    }
    if (contents.messages.empty()) return;
    const auto [first, last] = std::ranges::minmax(contents.messages, {}, &ChunkMessage::time);
    if (first.time != chunk.start || last.time != chunk.end) {
      report(chunk, ErrorCode::corrupt, "the time range of the chunk info differs from the chunk");
    }
  }

  // Index data records: every entry must point to a message with its connection and time.
  void compare_index(const ChunkRef& chunk, const ChunkContents& contents, Bytes records) {
    const auto index = read_chunk_index(file_, chunk);
    if (!index) return report(chunk, index.error().code, "index data: " + index.error().message);
    uint64_t entries = 0, wrong = 0;
    for (const IndexData& data : *index) {
      for (const IndexEntry& entry : data.entries) {
        const auto message = message_at(records, entry.offset);
        ++entries;
        if (!message || message->connection != data.connection || message->time != entry.time) ++wrong;
      }
    }
    if (wrong > 0) report(chunk, ErrorCode::corrupt, format("{} index entries do not match a message", wrong));
    if (entries != contents.messages.size()) {
      report(chunk, ErrorCode::corrupt,
             format("the index has {} entries for {} messages", entries, contents.messages.size()));
    }
  }

  void report(const ChunkRef& chunk, ErrorCode code, std::string message) {
    problems_.add({.severity = Severity::error,
                   .code = code,
                   .file = name_,
                   .place = at_offset(chunk.position),
                   .message = std::move(message)});
  }

  Bytes file_;
  std::string name_;
  Problems& problems_;
  Decoder decoder_;
  Buffer buffer_;
};

}  // namespace

void check_index(Bytes file, std::string_view name, const BagIndex& index, Problems& problems) {
  if (!index.from_index) return;  // rebuilt by a scan, which has read and reported everything
  Check check(file, std::string(name), problems);
  for (const ChunkRef& chunk : index.chunks) check.chunk(chunk);
}

}  // namespace gs::logio::rosbag1
