// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Loads segments in a given order, ahead of the reader and on several threads, within a limit of decoded bytes.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gs/logio/mcap/segment_loader.h"

namespace gs::logio::mcap {

// Producer-consumer queue of loaded segments. take() and give_back() are called by one thread, the reader.
class SegmentQueue {
 public:
  // `order` lists positions in the file index. `threads` includes the reader's thread, which also loads while it waits.
  // selection must outlive the queue.
  SegmentQueue(const Selection& selection, std::vector<std::size_t> order, int threads, uint64_t max_bytes);
  ~SegmentQueue();
  SegmentQueue(const SegmentQueue&) = delete;
  SegmentQueue& operator=(const SegmentQueue&) = delete;

  // True after the last take(). next_position() is the index position of the next segment; requires !at_end().
  bool at_end() const { return next_ == order_.size(); }
  std::size_t next_position() const { return order_[next_]; }
  // Returns the next segment, loaded. Pass it to give_back() when its messages are no longer used.
  std::unique_ptr<LoadedSegment> take();
  void give_back(std::unique_ptr<LoadedSegment> segment);

 private:
  struct Slot {
    bool started = false;
    std::unique_ptr<LoadedSegment> loaded;
  };
  uint64_t cost_of_next();
  bool may_start();
  std::unique_ptr<LoadedSegment> fresh_segment(std::size_t position);
  void start_next(std::unique_lock<std::mutex>& lock, Decoder& decoder);
  void serve();

  const Selection& selection_;
  const std::vector<std::size_t> order_;
  const uint64_t max_bytes_;
  const std::size_t max_ahead_;  // segments started before the reader asks for them
  std::size_t next_ = 0;         // the next take(); only the reader's thread changes it

  std::mutex mutex_;
  std::condition_variable may_work_, loaded_;
  std::vector<Slot> slots_;            // one per entry of order_
  std::size_t next_to_start_ = 0;      // order_[0 .. next_to_start_) were started
  uint64_t held_bytes_ = 0;            // of segments started and not given back
  uint64_t spare_bytes_ = 0;           // of spare_buffers_
  std::optional<uint64_t> next_cost_;  // of order_[next_to_start_], once it was looked up
  bool ending_ = false;
  std::vector<std::unique_ptr<LoadedSegment>> spare_;
  std::vector<Buffer> spare_buffers_;  // kept apart: uncompressed chunks need none; fresh memory costs page faults
  Decoder decoder_;                    // of the reader's thread
  std::vector<std::thread> workers_;
};

}  // namespace gs::logio::mcap
