// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sorts records by time through a bounded window. Payloads are compressed as they arrive, on all threads; a background
// thread writes finished records to the file. The bytes written depend on the records alone.
//
//   OrderedWriter ordered(writer);
//   ordered.add_stream(camera, {});
//   ordered.add_prologue({.stream = camera, .type = RecordType::configuration}, encode_layout(configuration));
//   GS_CHECK(ordered.write({.stream = camera, .timestamp = time_s}, parts));  // for every record
//   GS_CHECK(ordered.finish());
//   GS_TRY(const uint64_t size, writer.close());
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

namespace gs::logio::vrs {

// Limits of one stream, in records.
struct StreamWindow {
  std::size_t held = 5;      // records that may wait for an earlier one of another stream
  std::size_t resident = 6;  // records in memory: held, being compressed, or queued for the file
  bool awaited = true;       // other streams wait for its next record; false for streams with rare records
};
// Windows for small records with a high rate, and for small, rare records.
constexpr StreamWindow kSampleWindow{.held = 2000, .resident = 4000};
constexpr StreamWindow kSparseWindow{.held = 2000, .resident = 4000, .awaited = false};

// Result of the sorting.
struct OrderStatistics {
  uint64_t late_records = 0;  // arrived after a later record was written; stored out of time order
  std::map<StreamId, std::size_t> peak_resident;
};

// Writes records of several streams in time order. write() and finish() are called by one thread.
class OrderedWriter {
 public:
  // writer must outlive this object and must not be used by others meanwhile.
  explicit OrderedWriter(Writer& writer);
  ~OrderedWriter();
  OrderedWriter(const OrderedWriter&) = delete;
  OrderedWriter& operator=(const OrderedWriter&) = delete;

  // Declares a stream; once, before its first record.
  void add_stream(StreamId stream, StreamWindow window);
  // Adds a record, usually a configuration, to be written directly in front of the first record of its stream, with
  // that record's time; for streams that are not awaited, in front of the first record of the file.
  void add_prologue(const RecordHead& head, std::vector<std::byte> payload);

  // Compresses and queues a record; blocks while the stream has too many records in memory. `parts` are borrowed during
  // the call. Errors: invalid_argument for an unknown stream; those of writing.
  Result<void> write(const RecordHead& head, std::span<const Bytes> parts);
  // Writes all held records. Streams without records get their prologue with the time of the last record.
  Result<void> finish();

  // Late records, and the most records in memory by stream.
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
    std::optional<double> prologue_time;  // its timestamp in the file, once written
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
  std::optional<std::pair<double, StreamId>> last_;  // latest record written
  uint64_t late_records_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::unique_ptr<Item>, Stream*>> queue_;  // null: not counted
  std::vector<std::unique_ptr<Item>> spare_;                     // items with memory to reuse
  std::optional<Error> error_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace gs::logio::vrs
