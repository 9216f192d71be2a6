// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Builds chunks while a file is written, and compresses full ones on worker threads.
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

namespace gs::logio::mcap {

// Compression and checksum of chunks.
struct PackOptions {
  Codec codec = Codec::none;
  int level = 0;
  bool crc = true;
};

// Collects the records of one chunk and the index entries of its messages.
class ChunkBuilder {
 public:
  // Entry of a MessageIndex record: log time [ns], offset in the uncompressed records.
  struct IndexEntry {
    uint64_t log_time, offset;
  };

  bool empty() const { return used_.empty(); }  // no message; schemas and channels alone make no chunk
  std::size_t size() const { return records_.size(); }
  ByteWriter& records() { return records_; }  // to append schemas and channels
  // Appends a message record and its index entry. clear() empties the builder and keeps its memory.
  void add(const Message& message);
  void clear();

  // Computes the checksum and compresses; may run on another thread. The chunk is stored uncompressed if compression
  // saves less than 2 %.
  Result<void> pack(const PackOptions& options, Encoder& encoder);
  // Chunk record in two parts, to avoid copying the body. Valid after pack().
  void append_head(ByteWriter& out) const;
  Bytes body() const { return packed_ ? buffer_.bytes() : records_.view(); }
  // Appends the MessageIndex records by ascending channel id. Returns the offset of each in `out`.
  Map<uint16_t, uint64_t> append_message_indexes(ByteWriter& out) const;
  // ChunkIndex record of this chunk. The writer fills in offsets and lengths.
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

// Packs chunks on worker threads and returns them in the order of put(). With 0 threads, put() packs at once.
class ChunkPacker {
 public:
  ChunkPacker(const PackOptions& options, int threads);
  ~ChunkPacker();
  ChunkPacker(const ChunkPacker&) = delete;
  ChunkPacker& operator=(const ChunkPacker&) = delete;

  // Returns an empty builder, a recycled one if there is one.
  std::unique_ptr<ChunkBuilder> fresh();
  // Queues a chunk for packing.
  void put(std::unique_ptr<ChunkBuilder> chunk);
  // Returns the oldest chunk if it is packed; with `wait`, waits for it. Null if it is not ready or the queue is empty.
  Result<std::unique_ptr<ChunkBuilder>> get(bool wait);
  // True when the caller should wait in get() before it adds more. recycle() takes back a written builder for fresh().
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

}  // namespace gs::logio::mcap
