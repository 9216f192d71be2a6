// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/ordered_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gs::logio::vrs {
namespace {

constexpr std::size_t kMaxSpare = 6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMinSpareBytes = 64 << 10;  // buffers of smaller records are not kept

}  // namespace

OrderedWriter::OrderedWriter(Writer& writer) : writer_(writer), thread_([this] { serve(); }) {}

OrderedWriter::~OrderedWriter() { stop_thread(); }

void OrderedWriter::stop_thread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void OrderedWriter::add_stream(StreamId stream, StreamWindow window) { streams_[stream].window = window; }

void OrderedWriter::add_prologue(const RecordHead& head, std::vector<std::byte> payload) {
  streams_[head.stream].prologue.emplace_back(head, std::move(payload));
}

// Waits until the stream has fewer than window.resident records in memory.
Result<void> OrderedWriter::acquire(Stream& stream) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return error_ || stream.resident < stream.window.resident; });
  if (error_) return *error_;
  stream.peak = std::max(stream.peak, ++stream.resident);
  return {};
}

// Large payloads get a recycled item, to reuse its memory.
std::unique_ptr<OrderedWriter::Item> OrderedWriter::fresh_item(std::span<const Bytes> parts) {
  std::size_t bytes = 0;
  for (const Bytes& part : parts) bytes += part.size();
  const std::lock_guard lock(mutex_);
  if (spare_.empty() || bytes < kMinSpareBytes) return std::make_unique<Item>();
  auto item = std::move(spare_.back());
  spare_.pop_back();
  return item;
}

Result<void> OrderedWriter::write(const RecordHead& head, std::span<const Bytes> parts) {
  const auto found = streams_.find(head.stream);
  if (found == streams_.end())
    return fail(ErrorCode::invalid_argument, "stream {} is not known", to_string(head.stream));
  Stream& stream = found->second;
  // Compression happens here, on the caller's thread and its helpers, so that memory holds compressed records.
  GS_CHECK(acquire(stream));
  auto item = fresh_item(parts);
  item->head = head;
  GS_CHECK(compress_payload(writer_.options().compression, parts, item->payload));
  hold(stream, std::move(item));
  while (must_release()) GS_CHECK(release_earliest());
  return {};
}

// Inserts the record by time; equal times keep their order of arrival.
void OrderedWriter::hold(Stream& stream, std::unique_ptr<Item> item) {
  const auto place = std::upper_bound(stream.held.begin(), stream.held.end(), item->head.timestamp,
                                      [](double time, const auto& other) { return time < other->head.timestamp; });
  stream.held.insert(place, std::move(item));
}

// True if the earliest record is certain, because every awaited stream holds one, or if a stream exceeds its window.
bool OrderedWriter::must_release() const {
  bool all = true, any = false;
  for (const auto& [id, stream] : streams_) {
    if (stream.held.size() > stream.window.held) return true;
    any = any || !stream.held.empty();
    if (stream.window.awaited) all = all && !stream.held.empty();
  }
  return all && any;
}

// Queues the earliest held record for the file, with the prologues that belong in front of it.
Result<void> OrderedWriter::release_earliest() {
  Stream* earliest = nullptr;  // equal times: the stream with the smaller id first, as readers sort
  for (auto& [id, stream] : streams_) {
    if (stream.held.empty()) continue;
    if (earliest == nullptr || stream.held.front()->head.timestamp < earliest->held.front()->head.timestamp) {
      earliest = &stream;
    }
  }
  auto item = std::move(earliest->held.front());
  earliest->held.pop_front();
  const double time = item->head.timestamp;
  if (!last_) {
    for (auto& [id, stream] : streams_) {
      // The next smaller time, so that it sorts in front of the record whatever the stream ids.
      if (!stream.window.awaited) GS_CHECK(send_prologue(stream, std::nextafter(time, -kInfinity)));
    }
  }
  const std::pair place(time, item->head.stream);
  if (last_ && place < *last_) ++late_records_;
  last_ = std::max(last_.value_or(place), place);
  GS_CHECK(send_prologue(*earliest, time));
  send(*earliest, std::move(item), true);
  return {};
}

// Readers sort by time, so a late record would come before its configuration; the configuration is then written again
// with the time of the late record.
Result<void> OrderedWriter::send_prologue(Stream& stream, double time) {
  const bool again = stream.prologue_time.has_value();
  if (again && time >= *stream.prologue_time) return {};
  stream.prologue_time = time;
  for (const auto& [head, payload] : stream.prologue) {
    if (again && head.type != RecordType::configuration) continue;
    auto item = std::make_unique<Item>();
    item->head = head;
    item->head.timestamp = time;
    const Bytes view = payload;
    GS_CHECK(compress_payload(writer_.options().compression, std::span(&view, 1), item->payload));
    send(stream, std::move(item), false);
  }
  return {};
}

void OrderedWriter::send(Stream& stream, std::unique_ptr<Item> item, bool counted) {
  {
    const std::lock_guard lock(mutex_);
    queue_.emplace_back(std::move(item), counted ? &stream : nullptr);
  }
  changed_.notify_all();
}

Result<void> OrderedWriter::finish() {
  // At the end, no earlier record can arrive.
  const auto any_held = [&] {
    return std::any_of(streams_.begin(), streams_.end(), [](const auto& entry) { return !entry.second.held.empty(); });
  };
  while (any_held()) GS_CHECK(release_earliest());
  for (auto& [id, stream] : streams_) {
    if (!stream.prologue_time) GS_CHECK(send_prologue(stream, last_ ? last_->first : 0.0));
  }
  stop_thread();
  if (error_) return *error_;
  return {};
}

OrderStatistics OrderedWriter::statistics() const {
  const std::lock_guard lock(mutex_);
  OrderStatistics out{.late_records = late_records_};
  for (const auto& [id, stream] : streams_) out.peak_resident[id] = stream.peak;
  return out;
}

// Background thread: writes queued records. After an error, it only drains the queue.
void OrderedWriter::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) return;
    auto [item, stream] = std::move(queue_.front());
    queue_.pop_front();
    const bool failed = error_.has_value();
    lock.unlock();
    auto written = failed ? Result<void>{} : writer_.write(item->head, item->payload);
    lock.lock();
    if (!written) error_ = std::move(written).error();
    if (stream != nullptr) --stream->resident;
    if (item->payload.size() >= kMinSpareBytes && spare_.size() < kMaxSpare) spare_.push_back(std::move(item));
    changed_.notify_all();
  }
}

}  // namespace gs::logio::vrs
