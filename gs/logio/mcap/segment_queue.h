// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Loads segments in a given order, ahead of the reader and on several threads, within a bound of decoded bytes.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gs/logio/mcap/segment_loader.h"

namespace gs::mcap {

class SegmentQueue {
 public:
  // selection must outlive the queue. threads counts the reader's own, which works too while it waits.
  SegmentQueue(const Selection& selection, std::vector<std::size_t> order, int threads, uint64_t max_bytes);
  ~SegmentQueue();
  SegmentQueue(const SegmentQueue&) = delete;
  SegmentQueue& operator=(const SegmentQueue&) = delete;

  bool at_end() const { return next_ == order_.size(); }
  std::size_t next_position() const { return order_[next_]; }  // in the file index; not at_end()
  // The next one, loaded. Give it back when its messages are no longer looked at.
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
  std::vector<Buffer> spare_buffers_;  // apart: stored chunks need none, and untouched memory costs a fault a page
  Decoder decoder_;                    // of the reader's thread
  std::vector<std::thread> workers_;
};

}  // namespace gs::mcap
