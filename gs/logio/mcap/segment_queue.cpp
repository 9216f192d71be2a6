// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/segment_queue.h"

#include <algorithm>
#include <utility>

#include "gs/logio/mcap/chunk.h"

namespace gs::logio::mcap {
namespace {

// Segments loaded ahead, per thread: enough to find work behind a run of uncompressed chunks, few enough that decoded
// chunks are still in the cache when they are read.
constexpr std::size_t kAheadPerThread = 6;

}  // namespace

SegmentQueue::SegmentQueue(const Selection& selection, std::vector<std::size_t> order, int threads, uint64_t max_bytes)
    : selection_(selection),
      order_(std::move(order)),
      max_bytes_(max_bytes),
      max_ahead_(kAheadPerThread * static_cast<std::size_t>(std::max(threads, 1))),
      slots_(order_.size()) {
  // The reader's thread counts as one; no more threads than segments.
  const auto helpers = std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), order_.size());
  for (std::size_t i = 1; i < helpers; ++i) workers_.emplace_back([this] { serve(); });
}

SegmentQueue::~SegmentQueue() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  may_work_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

// Decoded size of the next segment. Requires the mutex. Taken from the chunk header, which decides the allocation; the
// summary may state less. Capped, so that an unchecked size cannot overflow the sum.
uint64_t SegmentQueue::cost_of_next() {
  if (next_cost_) return *next_cost_;
  const Segment& segment = selection_.index->segments[order_[next_to_start_]];
  const auto chunk = segment.is_chunk ? read_chunk_at(selection_.file, segment.offset)
                                      : Result<ChunkView>(fail(ErrorCode::not_found, "no chunk"));
  next_cost_ = std::min(chunk ? chunk->chunk.uncompressed_size : segment.decoded_bytes, kMaxChunkBytes);
  return *next_cost_;
}

// Requires the mutex. The segment that the reader waits for may always start; segments ahead of it only within the
// limit.
bool SegmentQueue::may_start() {
  if (next_to_start_ == order_.size()) return false;
  if (next_to_start_ == next_) return true;
  return next_to_start_ - next_ < max_ahead_ && held_bytes_ + cost_of_next() <= max_bytes_;
}

// Requires the mutex.
std::unique_ptr<LoadedSegment> SegmentQueue::fresh_segment(std::size_t position) {
  auto segment = spare_.empty() ? std::make_unique<LoadedSegment>() : std::move(spare_.back());
  if (!spare_.empty()) spare_.pop_back();
  if (!selection_.index->segments[position].compression.empty() && !spare_buffers_.empty()) {
    segment->buffer = std::move(spare_buffers_.back());
    spare_buffers_.pop_back();
    spare_bytes_ -= segment->buffer.capacity();
  }
  return segment;
}

// Loads the next segment with the mutex released.
void SegmentQueue::start_next(std::unique_lock<std::mutex>& lock, Decoder& decoder) {
  const uint64_t cost = cost_of_next();
  const std::size_t i = next_to_start_++;
  next_cost_.reset();
  slots_[i].started = true;
  held_bytes_ += cost;
  auto segment = fresh_segment(order_[i]);
  segment->cost_bytes = cost;
  lock.unlock();
  load_segment(selection_, order_[i], decoder, *segment);
  lock.lock();
  slots_[i].loaded = std::move(segment);
}

// Worker thread.
void SegmentQueue::serve() {
  Decoder decoder;
  std::unique_lock lock(mutex_);
  while (true) {
    may_work_.wait(lock, [&] { return ending_ || may_start(); });
    if (ending_) return;
    start_next(lock, decoder);
    loaded_.notify_one();
  }
}

std::unique_ptr<LoadedSegment> SegmentQueue::take() {
  std::unique_lock lock(mutex_);
  // While the wanted segment is loaded by a worker, the reader's thread loads others.
  Slot& wanted = slots_[next_];
  while (wanted.loaded == nullptr) {
    if (!wanted.started || (!workers_.empty() && may_start())) {
      start_next(lock, decoder_);
    } else {
      loaded_.wait(lock, [&] { return wanted.loaded != nullptr; });
    }
  }
  ++next_;
  if (!workers_.empty()) may_work_.notify_all();
  return std::move(wanted.loaded);
}

void SegmentQueue::give_back(std::unique_ptr<LoadedSegment> segment) {
  const std::lock_guard lock(mutex_);
  // Keeps the buffer for reuse if the spare ones stay within the limit.
  held_bytes_ -= segment->cost_bytes;
  Buffer buffer = std::exchange(segment->buffer, {});
  if (buffer.capacity() > 0 && spare_bytes_ + buffer.capacity() <= max_bytes_) {
    spare_bytes_ += buffer.capacity();
    spare_buffers_.push_back(std::move(buffer));
  }
  spare_.push_back(std::move(segment));
  if (!workers_.empty()) may_work_.notify_all();
}

}  // namespace gs::logio::mcap
