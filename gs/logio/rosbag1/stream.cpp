// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/stream.h"

#include <algorithm>
#include <deque>
#include <future>

#include "gs/logio/rosbag1/chunk_messages.h"

namespace gs::logio::rosbag1 {
namespace {

constexpr Timestamp kNever{INT64_MAX};

// Opens chunks in order of their first message. A message is delivered when no unopened chunk can hold an earlier one.
// Usually one chunk is open, and its messages form one batch.
class Stream final : public MessageStream {
 public:
  Stream(const BagView& bag, Selection selection, const ReadOptions& options, Problems& problems)
      : bag_(bag), selection_(std::move(selection)), options_(options), problems_(problems) {
    // Chunks that may hold selected messages; for time order sorted by their first message.
    for (uint32_t i = 0; i < bag.index.chunks.size(); ++i) {
      if (may_match(bag.index, bag.index.chunks[i], selection_)) plan_.push_back(i);
    }
    if (selection_.sort) {
      std::ranges::stable_sort(plan_, {}, [&](uint32_t i) { return bag.index.chunks[i].start; });
    }
  }

  Result<std::span<const MessageView>> next_batch() override {
    views_.clear();
    while (views_.empty()) {
      std::erase_if(open_, [](const std::unique_ptr<Run>& run) { return run->done(); });
      if (open_.empty() && !open_next()) break;
      if (!selection_.sort) {
        emit(*open_.front(), kNever);
        continue;
      }
      // Messages before the start of the next unopened chunk can be delivered now.
      const Timestamp horizon = unopened_start();
      if (first_open().next_time() >= horizon) {
        open_next();
      } else if (open_.size() == 1) {
        emit(*open_.front(), horizon);
      } else {
        merge(horizon);
      }
    }
    return std::span<const MessageView>(views_);
  }

 private:
  // Lower bound of the times of all messages in unopened chunks.
  Timestamp unopened_start() const { return opened_ < plan_.size() ? bag_.index.chunks[plan_[opened_]].start : kNever; }

  // Open run with the earliest next message; ties go to the chunk that comes first in the file.
  Run& first_open() const {
    const auto earlier = [](const std::unique_ptr<Run>& a, const std::unique_ptr<Run>& b) {
      return std::pair(a->next_time(), a->chunk) < std::pair(b->next_time(), b->chunk);
    };
    return **std::ranges::min_element(open_, earlier);
  }

  // Opens the next planned chunk that has a selected message. False at the end.
  bool open_next() {
    while (opened_ < plan_.size()) {
      auto run = std::make_unique<Run>(take_run());
      ++opened_;
      for (Problem& problem : run->problems) problems_.add(std::move(problem));
      if (run->done()) continue;
      open_.push_back(std::move(run));
      evict(*open_.back());
      return true;
    }
    return false;
  }

  // Makes the next run, or takes it from the background threads, which work up to `threads` chunks ahead.
  Run take_run() {
    if (options_.threads <= 1) {
      return make_run(bag_.file, bag_.name, bag_.index, plan_[opened_], selection_, decoder_);
    }
    const auto make = [this](uint32_t chunk) {
      Decoder decoder;
      return make_run(bag_.file, bag_.name, bag_.index, chunk, selection_, decoder);
    };
    while (started_ < plan_.size() && started_ < opened_ + static_cast<std::size_t>(options_.threads) &&
           (started_ == opened_ || ahead_bytes() < options_.max_buffered_bytes)) {
      ahead_.push_back(std::async(std::launch::async, make, plan_[started_++]));
    }
    Run run = ahead_.front().get();
    ahead_.pop_front();
    return run;
  }

  // Decoded size of the chunks in the background and of the next one.
  uint64_t ahead_bytes() const {
    uint64_t sum = bag_.index.chunks[plan_[started_]].size;
    for (std::size_t i = opened_; i < started_; ++i) sum += bag_.index.chunks[plan_[i]].size;
    return sum;
  }

  // Keeps decoded chunks within max_buffered_bytes: drops those that are needed last, and decodes them again later.
  void evict(const Run& keep) {
    uint64_t held = 0;
    for (const auto& run : open_) held += run->buffer.capacity();
    while (held > options_.max_buffered_bytes) {
      Run* victim = nullptr;
      for (const auto& run : open_) {
        const bool evictable = run.get() != &keep && run->buffer.capacity() > 0;
        if (evictable && (victim == nullptr || run->next_time() > victim->next_time())) victim = run.get();
      }
      if (victim == nullptr) return;
      held -= victim->buffer.capacity();
      victim->buffer = {};
      victim->records = {};
    }
  }

  bool loaded(const Run& run) const { return run.records.data() != nullptr; }

  void add_view(const Run& run, const ChunkMessage& message) {
    views_.push_back({.channel = &bag_.channels[message.connection],
                      .log_time = message.time,
                      .publish_time = message.time,
                      .data = run.records.subspan(message.data_offset, message.data_bytes)});
  }

  // Adds all messages of the only open run before `horizon`.
  void emit(Run& run, Timestamp horizon) {
    if (!loaded(run)) reload(run, bag_.file, bag_.index, decoder_);
    views_.reserve(run.messages.size() - run.next);
    for (; !run.done() && run.next_time() < horizon; ++run.next) add_view(run, run.messages[run.next]);
  }

  // Several chunks are open: adds the earliest message each time. Stops when a chunk ends or must be decoded again,
  // because that may free bytes that the batch refers to.
  void merge(Timestamp horizon) {
    while (true) {
      Run& run = first_open();
      if (run.next_time() >= horizon) return;
      if (!loaded(run)) {
        if (!views_.empty()) return;
        reload(run, bag_.file, bag_.index, decoder_);
        evict(run);
      }
      add_view(run, run.messages[run.next++]);
      if (run.done()) return;
    }
  }

  BagView bag_;
  Selection selection_;
  ReadOptions options_;
  Problems& problems_;
  std::vector<uint32_t> plan_;
  std::size_t opened_ = 0;   // plan_[0 .. opened_) were opened
  std::size_t started_ = 0;  // plan_[0 .. started_) were started in the background
  Decoder decoder_;
  std::deque<std::future<Run>> ahead_;
  std::vector<std::unique_ptr<Run>> open_;
  std::vector<MessageView> views_;
};

}  // namespace

Result<std::unique_ptr<MessageStream>> make_stream(const BagView& bag, const ReadOptions& options, Problems& problems) {
  // Without checksum verification, chunks with a wrong checksum are delivered as with salvage.
  Selection selection{.begin = options.begin,
                      .end = options.end,
                      .sort = options.order != Order::file,
                      .whole_chunks = options.whole_chunks,
                      .salvage = options.salvage || !options.verify_crc};
  if (!options.topics.empty()) selection.channels.resize(bag.channels.size(), false);
  for (const std::string& topic : options.topics) {
    bool found = false;
    for (const LogChannel& channel : bag.channels) {
      if (channel.topic != topic) continue;
      selection.channels[channel.id] = found = true;
    }
    if (!found) return fail(ErrorCode::topic_not_found, "topic '{}' is not in {}", topic, bag.name);
  }
  return std::make_unique<Stream>(bag, std::move(selection), options, problems);
}

}  // namespace gs::logio::rosbag1
