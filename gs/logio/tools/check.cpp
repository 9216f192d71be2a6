// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/tools/check.h"

#include <algorithm>

namespace gs::logio {
namespace {

// Counts and a checksum of all messages; `sum` does not depend on their order.
struct Digest {
  uint64_t messages = 0;
  uint64_t sum = 0;
  std::vector<uint64_t> by_channel;
  std::optional<Timestamp> start, end;
  uint64_t out_of_order = 0;
};

// Finalizer of SplitMix64 (Steele et al. 2014): spreads every input bit over all output bits.
uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// Reads the whole log once.
Result<Digest> read_digest(const LogReader& log, Order order, Progress& progress, Problems& problems) {
  Digest digest{.by_channel = std::vector<uint64_t>(log.channels().size())};
  progress.begin(order == Order::file ? "reading in file order" : "reading by the index", log.info().message_count,
                 "messages");
  GS_TRY(const auto messages, log.read({.order = order}, problems));
  Timestamp latest{INT64_MIN};
  while (true) {
    GS_TRY(const auto batch, messages->next_batch());
    if (batch.empty()) break;
    for (const MessageView& message : batch) {
      ++digest.messages;
      ++digest.by_channel[message.channel->id];
      digest.sum += mixed(mixed(static_cast<uint64_t>(message.log_time.ns)) ^
                          (uint64_t{message.channel->id} << 40 ^ message.data.size()));
      if (message.log_time < latest) ++digest.out_of_order;
      latest = std::max(latest, message.log_time);
      digest.start = std::min(digest.start.value_or(message.log_time), message.log_time);
      digest.end = std::max(digest.end.value_or(message.log_time), message.log_time);
    }
    progress.advance(digest.messages);
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped on request");
  }
  progress.finish();
  return digest;
}

}  // namespace

Result<CheckReport> check_log(const std::filesystem::path& path, Progress& progress, Problems& problems) {
  GS_TRY(const auto log, open_log(path, problems));
  // Problems of reading are added by the readers; the comparisons below add theirs.
  const std::string name = path.filename().string();
  const auto report = [&](std::string message) {
    problems.add({.severity = Severity::error, .file = name, .message = std::move(message)});
  };
  const LogInfo& info = log->info();
  if (!info.indexed) {
    problems.add({.severity = Severity::warning,
                  .file = name,
                  .message = "has no index: every read scans the whole file",
                  .hint = "'gs-log recover' writes a copy with an index"});
  }
  // 1. Content in file order, and through the index.
  GS_TRY(const Digest stored, read_digest(*log, Order::file, progress, problems));
  GS_TRY(const Digest indexed, read_digest(*log, Order::log_time, progress, problems));
  // 2. Stated counts and times against the content.
  if (stored.messages != info.message_count) {
    report(format("states {} messages and holds {}", info.message_count, stored.messages));
  }
  for (const LogChannel& channel : log->channels()) {
    const uint64_t stated = info.channels[channel.id].message_count;
    if (stated != stored.by_channel[channel.id]) {
      report(format("states {} messages of {} and holds {}", stated, channel.topic, stored.by_channel[channel.id]));
    }
  }
  if (stored.start != info.start || stored.end != info.end)
    report("the stated time range differs from that of the messages");
  // 3. Index against the content.
  if (stored.messages != indexed.messages || stored.sum != indexed.sum) {
    report(format("reading through the index gives {} messages, {} are stored", indexed.messages, stored.messages));
  }
  if (indexed.out_of_order > 0)
    report(format("reading through the index gives {} messages out of order", indexed.out_of_order));
  // 4. Parts that reading messages does not touch.
  GS_TRY([[maybe_unused]] const auto attachments, log->attachments(problems));
  GS_TRY([[maybe_unused]] const auto metadata, log->metadata(problems));
  GS_CHECK(log->check_container(problems));
  return CheckReport{.messages = stored.messages, .out_of_order = stored.out_of_order};
}

}  // namespace gs::logio
