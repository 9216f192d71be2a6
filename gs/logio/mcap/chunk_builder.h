// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A chunk while it is filled, and the threads that compress full ones.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/records.h"

namespace gs::mcap {

struct PackOptions {
  Codec codec = Codec::none;
  int level = 0;
  bool crc = true;
};

class ChunkBuilder {
 public:
  struct IndexEntry {
    uint64_t log_time, offset;
  };

  bool empty() const { return used_.empty(); }  // no message; definitions alone make no chunk
  std::size_t size() const { return records_.size(); }
  ByteWriter& records() { return records_; }  // for definitions
  void add(const Message& message);
  void clear();

  // Checksum and compression; safe on another thread. Compression is dropped where it gains less than 2 %.
  Result<void> pack(const PackOptions& options, Encoder& encoder);
  // The chunk record, in two parts to spare a copy: head and body. After pack().
  void append_head(ByteWriter& out) const;
  Bytes body() const { return packed_ ? buffer_.bytes() : records_.view(); }
  // All MessageIndex records, by ascending channel, and where each begins in out.
  Map<uint16_t, uint64_t> append_message_indexes(ByteWriter& out) const;
  // What the summary says of it; offsets and lengths are the writer's.
  ChunkIndex index() const;

 private:
  ByteWriter records_;
  Buffer buffer_;
  bool packed_ = false;
  std::string_view compression_;
  uint32_t crc_ = 0;
  uint64_t start_ = 0, end_ = 0;
  std::vector<uint16_t> used_;                  // channels with messages, ascending after pack()
  std::vector<std::vector<IndexEntry>> by_id_;  // by channel id
};

// Packs chunks on threads and gives them back in the order they came.
class ChunkPacker {
 public:
  ChunkPacker(const PackOptions& options, int threads);
  ~ChunkPacker();
  ChunkPacker(const ChunkPacker&) = delete;
  ChunkPacker& operator=(const ChunkPacker&) = delete;

  // An empty builder, used before if possible.
  std::unique_ptr<ChunkBuilder> fresh();
  void put(std::unique_ptr<ChunkBuilder> chunk);
  // The oldest one if it is ready, or if wait says to wait for it; null otherwise or when none is left.
  Result<std::unique_ptr<ChunkBuilder>> get(bool wait);
  bool is_full() const { return jobs_.size() >= max_jobs_; }
  void recycle(std::unique_ptr<ChunkBuilder> chunk);

 private:
  struct Job {
    std::unique_ptr<ChunkBuilder> chunk;
    bool started = false, done = false;
    std::optional<Error> error;
  };
  void pack(Job& job, Encoder& encoder) const;
  void serve();

  const PackOptions options_;
  const std::size_t max_jobs_;
  std::mutex mutex_;
  std::condition_variable may_work_, done_;
  std::deque<std::unique_ptr<Job>> jobs_;
  bool ending_ = false;
  Encoder encoder_;  // of the writer's thread
  std::vector<std::unique_ptr<ChunkBuilder>> spare_;
  std::vector<std::thread> workers_;
};

}  // namespace gs::mcap
