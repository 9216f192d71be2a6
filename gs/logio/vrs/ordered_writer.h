// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records arrive in recording order and leave in time order, through a bounded window. Payloads are compressed as they
// arrive, on all threads; finished records go to the file from a thread of their own. The bytes written depend on the
// records alone.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/writer.h"

namespace gs::vrs {

struct StreamWindow {
  std::size_t held = 5;      // records that may wait for an earlier one of another stream
  std::size_t resident = 6;  // those, the one being compressed and those on their way to the file
  bool awaited = true;       // others wait for it; false for streams that have a record now and then
};
// For small records of high rate.
constexpr StreamWindow kSampleWindow{.held = 2000, .resident = 4000};
constexpr StreamWindow kSparseWindow{.held = 2000, .resident = 4000, .awaited = false};

struct OrderStatistics {
  uint64_t late_records = 0;  // came after a later one had left already; in the file, but out of order
  std::map<StreamId, std::size_t> peak_resident;
};

class OrderedWriter {
 public:
  // writer must outlive this and is not to be used meanwhile.
  explicit OrderedWriter(Writer& writer);
  ~OrderedWriter();
  OrderedWriter(const OrderedWriter&) = delete;
  OrderedWriter& operator=(const OrderedWriter&) = delete;

  // Once, before the first record.
  void add_stream(StreamId stream, StreamWindow window);
  // A record (a configuration, as a rule) to be written just before the stream's first one, with its time; for a
  // stream that is not awaited, just before the first record of the file.
  void add_prologue(const RecordHead& head, std::vector<std::byte> payload);

  // Parts are borrowed during the call only.
  Result<void> write(const RecordHead& head, std::span<const Bytes> parts);
  // Everything held is written. Streams without records get their prologue with the time of the last record.
  Result<void> finish();

  OrderStatistics statistics() const;

 private:
  struct Item {
    RecordHead head;
    StoredPayload payload;
  };
  struct Stream {
    StreamWindow window;
    std::deque<std::unique_ptr<Item>> held;  // by time, then arrival
    std::vector<std::pair<RecordHead, std::vector<std::byte>>> prologue;
    std::optional<double> prologue_time;  // when it was written
    std::size_t resident = 0;             // guarded by mutex_
    std::size_t peak = 0;
  };

  Result<void> acquire(Stream& stream);
  void hold(Stream& stream, std::unique_ptr<Item> item);
  bool must_release() const;
  Result<void> release_earliest();
  Result<void> send_prologue(Stream& stream, double time);
  void send(Stream& stream, std::unique_ptr<Item> item, bool counted);
  void serve();
  void stop_thread();
  std::unique_ptr<Item> fresh_item(std::span<const Bytes> parts);

  Writer& writer_;
  std::map<StreamId, Stream> streams_;
  std::optional<std::pair<double, StreamId>> last_;  // written
  uint64_t late_records_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::unique_ptr<Item>, Stream*>> queue_;  // null: not counted
  std::vector<std::unique_ptr<Item>> spare_;                     // memory to use again
  std::optional<Error> error_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace gs::vrs
