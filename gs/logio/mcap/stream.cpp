// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/stream.h"

#include <algorithm>
#include <utility>

namespace gs::logio::mcap {
namespace {

constexpr uint64_t kDropStep = 16ull << 20, kDropGap = 1ull << 20;
constexpr std::size_t kMaxMerged = 4096;  // messages per batch when several segments are merged

// Common to all orders: takes segments from the queue, hands their problems over and drops their pages.
class Base : public MessageStream {
 public:
  Base(StreamPlan plan, const MappedFile* mapped, Problems& problems)
      : plan_(std::move(plan)),
        problems_(problems),
        dropper_(mapped),
        queue_(*plan_.selection, plan_.order, plan_.threads, plan_.max_bytes) {}

 protected:
  // Problems are handed over in order of delivery, whatever thread found them.
  std::unique_ptr<LoadedSegment> take() {
    auto segment = queue_.take();
    segment->report.hand_over(problems_);
    return segment;
  }
  void give_back(std::unique_ptr<LoadedSegment> segment) {
    const Segment& place = plan_.selection->index->segments[segment->position];
    dropper_.done_with(place.offset, place.length);
    queue_.give_back(std::move(segment));
  }

  StreamPlan plan_;
  Problems& problems_;
  PageDropper dropper_;
  SegmentQueue queue_;
};

// One batch per segment.
class FileOrderStream final : public Base {
 public:
  using Base::Base;
  Result<std::span<const MessageView>> next_batch() override {
    while (true) {
      if (current_ != nullptr) give_back(std::move(current_));
      if (queue_.at_end()) return std::span<const MessageView>{};
      current_ = take();
      if (!current_->messages.empty()) return std::span<const MessageView>(current_->messages);
    }
  }

 private:
  std::unique_ptr<LoadedSegment> current_;
};

// Position of a message in the delivery order: by time, then by segment position. This makes the order stable.
struct Key {
  Timestamp time;
  std::size_t position;
  friend auto operator<=>(const Key&, const Key&) = default;
};

// Takes segments in order of their earliest message. Segments that overlap in time are merged with a heap; a segment
// without overlap is delivered without copying.
class TimeOrderStream final : public Base {
 public:
  using Base::Base;
  Result<std::span<const MessageView>> next_batch() override {
    // Segments of the previous batch are no longer used.
    while (!finished_.empty()) {
      give_back(std::move(finished_.back()));
      finished_.pop_back();
    }
    open_segments();
    if (open_.empty()) return std::span<const MessageView>{};
    return open_.size() == 1 ? rest_of_only_one() : merged();
  }

 private:
  struct Cursor {
    std::unique_ptr<LoadedSegment> segment;
    std::size_t next = 0;  // never at the end
  };

  Key key(const Cursor& cursor) const { return key(*cursor.segment, cursor.next); }
  Key key(const LoadedSegment& segment, std::size_t i) const {
    return {key_of(segment.messages[i], plan_.selection->order), segment.position};
  }
  // Heap order: std heaps keep the largest element in front, so the comparison is reversed.
  bool later(const Cursor& a, const Cursor& b) const { return key(b) < key(a); }

  // Lower bound of all messages not loaded yet; nullopt if there are none.
  std::optional<Key> horizon() const {
    if (queue_.at_end()) return std::nullopt;
    const std::size_t position = queue_.next_position();
    return Key{plan_.keys[position], position};
  }
  bool beyond(const Key& k) const {
    const auto limit = horizon();
    return limit && *limit < k;
  }

  // Loads every segment that may hold a message earlier than the first one available.
  void open_segments() {
    while (!queue_.at_end() && (open_.empty() || beyond(key(open_.front())))) {
      auto segment = take();
      if (segment->messages.empty()) {
        give_back(std::move(segment));
        continue;
      }
      warn_if_early(*segment);
      open_.push_back({std::move(segment)});
      std::push_heap(open_.begin(), open_.end(), [this](const auto& a, const auto& b) { return later(a, b); });
    }
  }

  // The order relies on the start times in the chunk headers; report a chunk that contradicts its own.
  void warn_if_early(const LoadedSegment& segment) {
    const Timestamp stated = plan_.keys[segment.position];
    const Timestamp first = key_of(segment.messages.front(), plan_.selection->order);
    if (first >= stated) return;
    Report report{plan_.selection->name};
    report.add(Severity::warning,
               fail(ErrorCode::corrupt,
                    "holds a message of time {} ns, but states {} ns as the earliest; the order may be wrong", first.ns,
                    stated.ns),
               plan_.selection->index->segments[segment.position].offset, Op::chunk);
    report.hand_over(problems_);
  }

  // Messages of the only open segment, up to the horizon.
  std::span<const MessageView> rest_of_only_one() {
    Cursor& cursor = open_.front();
    const std::vector<MessageView>& messages = cursor.segment->messages;
    const std::size_t begin = cursor.next;
    std::size_t end = messages.size();
    if (beyond(key(*cursor.segment, end - 1))) {
      const Key limit = *horizon();
      const auto first_beyond = std::partition_point(
          messages.begin() + static_cast<std::ptrdiff_t>(begin), messages.end(), [&](const MessageView& message) {
            return Key{key_of(message, plan_.selection->order), cursor.segment->position} < limit;
          });
      end = static_cast<std::size_t>(first_beyond - messages.begin());
    }
    cursor.next = end;
    const auto batch = std::span(messages).subspan(begin, end - begin);
    if (end == messages.size()) finish(std::move(open_.back())), open_.pop_back();
    return batch;
  }

  // Merges the open segments until one is left, the batch is full or the horizon is reached. Takes runs from the
  // earliest segment up to the first message of the second one.
  std::span<const MessageView> merged() {
    batch_.clear();
    const auto order = [this](const auto& a, const auto& b) { return later(a, b); };
    while (open_.size() > 1 && batch_.size() < kMaxMerged && !beyond(key(open_.front()))) {
      std::pop_heap(open_.begin(), open_.end(), order);
      Cursor cursor = std::move(open_.back());
      open_.pop_back();
      // Take messages of the earliest segment until another one, or an unopened one, comes first.
      const Key second = key(open_.front());
      const auto limit = horizon();
      const Key stop = limit && *limit < second ? *limit : second;
      const std::vector<MessageView>& messages = cursor.segment->messages;
      do {
        batch_.push_back(messages[cursor.next++]);
      } while (cursor.next < messages.size() && batch_.size() < kMaxMerged && key(cursor) < stop);
      if (cursor.next == messages.size()) {
        finish(std::move(cursor));
      } else {
        open_.push_back(std::move(cursor));
        std::push_heap(open_.begin(), open_.end(), order);
      }
    }
    return batch_;
  }

  // Keeps the segment until the next call: its messages are in the current batch.
  void finish(Cursor cursor) { finished_.push_back(std::move(cursor.segment)); }

  std::vector<Cursor> open_;  // a heap, the earliest in front
  std::vector<std::unique_ptr<LoadedSegment>> finished_;
  std::vector<MessageView> batch_;
};

}  // namespace

void PageDropper::done_with(uint64_t offset, uint64_t length) {
  if (file_ == nullptr) return;
  // MessageIndex records lie between chunks; gaps of up to kDropGap are dropped together with them.
  if (offset < end_ || offset - end_ > kDropGap) flush(), begin_ = offset;
  end_ = offset + length;
  if (end_ - begin_ >= kDropStep) flush();
}

void PageDropper::flush() {
  if (file_ != nullptr && end_ > begin_) file_->drop_pages(begin_, end_ - begin_);
  begin_ = end_;
}

std::unique_ptr<MessageStream> make_stream(StreamPlan plan, const MappedFile* mapped, Problems& problems) {
  if (plan.selection->order == Order::file) return std::make_unique<FileOrderStream>(std::move(plan), mapped, problems);
  return std::make_unique<TimeOrderStream>(std::move(plan), mapped, problems);
}

}  // namespace gs::logio::mcap
