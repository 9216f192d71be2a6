// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/tools/copy.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "gs/logio/tools/topics.h"

namespace gs::logio {
namespace {

// State of one copy.
class Copy {
 public:
  Copy(const LogReader& from, LogWriter& to, MessageConverter& converter, const CopyOptions& options,
       Progress& progress, Problems& problems)
      : from_(from),
        to_(to),
        converter_(converter),
        options_(options),
        progress_(progress),
        problems_(problems),
        topics_(options.read.topics.begin(), options.read.topics.end()) {}

  Result<CopyReport> run() {
    GS_CHECK(add_channels());
    progress_.begin("copying", expected_messages(), "messages");
    if (options_.keep_latched && options_.read.begin) GS_CHECK(copy_latched(*options_.read.begin));
    // Verify whole chunks: a damaged message must not get a new, correct checksum in the output.
    ReadOptions checked = options_.read;
    checked.whole_chunks = true;
    GS_TRY(const auto messages, from_.read(checked, problems_));
    while (true) {
      GS_TRY(const auto batch, messages->next_batch());
      if (batch.empty()) break;
      for (const MessageView& message : batch) GS_CHECK(write(message, message.log_time));
      GS_CHECK(step());
    }
    GS_CHECK(copy_extras());
    progress_.finish();
    tell_dropped_fields();
    for (const auto& [topic, count] : report_.skipped) {
      problems_.add({.severity = Severity::error,
                     .code = ErrorCode::invalid_data,
                     .place = topic,
                     .message = format("{} messages were left out: {}", count, why_[topic])});
    }
    return std::move(report_);
  }

 private:
  // Adds a notice if the output format cannot store publish times or sequence numbers.
  void tell_dropped_fields() {
    if (options_.has_publish_times || (publish_times_ == 0 && sequences_ == 0)) return;
    problems_.add({.severity = Severity::notice,
                   .code = ErrorCode::unsupported,
                   .message = format("{} publish times that differ from the log time and {} sequence numbers are "
                                     "dropped: the output format does not store them",
                                     publish_times_, sequences_),
                   .hint = "write .mcap to keep them"});
  }

  bool wanted(const LogChannel& channel) const { return topics_.empty() || topics_.contains(channel.topic); }

  // Total for the progress display; 0 (unknown) with a time range.
  uint64_t expected_messages() const {
    if (options_.read.begin || options_.read.end) return 0;
    uint64_t sum = 0;
    for (const LogChannel& channel : from_.channels()) {
      if (wanted(channel)) sum += from_.info().channels[channel.id].message_count;
    }
    return sum;
  }

  // Declares all selected channels, also those without messages.
  Result<void> add_channels() {
    outputs_.resize(from_.channels().size());
    for (const LogChannel& channel : from_.channels()) {
      if (!wanted(channel)) continue;
      auto converted = converter_.convert_channel(channel);
      if (!converted) {
        report_.skipped[channel.topic] += 0;
        why_[channel.topic] = converted.error().message;
        continue;
      }
      GS_TRY(outputs_[channel.id], to_.add_channel(*converted));
    }
    return {};
  }

  Result<void> write(const MessageView& message, Timestamp log_time) {
    // Channels without output could not be converted.
    const auto& output = outputs_[message.channel->id];
    if (!output) {
      ++report_.skipped[message.channel->topic];
      return {};
    }
    const auto payload = converter_.convert_payload(*message.channel, message.data);
    if (!payload) {
      ++report_.skipped[message.channel->topic];
      why_[message.channel->topic] = payload.error().message;
      return {};
    }
    GS_CHECK(to_.write(*output, log_time, message.publish_time, message.sequence, *payload));
    if (message.publish_time != message.log_time) ++publish_times_;
    if (message.sequence != 0) ++sequences_;
    ++report_.messages;
    report_.bytes += message.data.size();
    return {};
  }

  // Copies the latched messages that a subscriber would still receive at the start of the time window. Of /tf_static
  // that is every message, because each broadcaster sends its own part; of other topics the last message of each
  // channel.
  Result<void> copy_latched(Timestamp begin) {
    // Reads latched topics from the start of the log up to `begin`.
    ReadOptions before = options_.read;
    before.whole_chunks = true;
    before.topics.clear();
    for (const LogChannel& channel : from_.channels()) {
      if (wanted(channel) && is_latched(channel)) before.topics.push_back(channel.topic);
    }
    if (before.topics.empty()) return {};
    before.begin.reset();
    before.end = begin;
    GS_TRY(const auto messages, from_.read(before, problems_));
    std::map<uint32_t, Held> last;
    while (true) {
      GS_TRY(const auto batch, messages->next_batch());
      if (batch.empty()) break;
      for (const MessageView& message : batch) {
        if (!is_latched(*message.channel)) continue;
        if (message.channel->topic.ends_with("tf_static")) {
          GS_CHECK(write(message, begin));
          ++report_.latched;
        } else {
          last[message.channel->id] = {message, {message.data.begin(), message.data.end()}};
        }
      }
      if (progress_.stop_requested()) return stopped();
    }
    for (auto& [channel, held] : last) {
      held.view.data = held.data;
      GS_CHECK(write(held.view, begin));
      ++report_.latched;
    }
    return {};
  }

  // Attachments and metadata records.
  Result<void> copy_extras() {
    GS_TRY(const auto attachments, from_.attachments(problems_));
    for (const LogAttachment& attachment : attachments) GS_CHECK(optional_part(to_.write_attachment(attachment)));
    GS_TRY(const auto metadata, from_.metadata(problems_));
    for (const LogMetadata& record : metadata) GS_CHECK(optional_part(to_.write_metadata(record)));
    return {};
  }

  // Turns the error `unsupported` into a notice.
  Result<void> optional_part(Result<void> written) {
    if (written || written.error().code != ErrorCode::unsupported) return written;
    problems_.add(Severity::notice, std::move(written).error());
    return {};
  }

  Result<void> step() {
    progress_.advance(report_.messages);
    return progress_.stop_requested() ? Result<void>(stopped()) : Result<void>();
  }
  static Error stopped() { return fail(ErrorCode::interrupted, "stopped on request; no output was written"); }

  // Copy of the last message of a latched channel.
  struct Held {
    MessageView view;
    std::vector<std::byte> data;
  };

  const LogReader& from_;
  LogWriter& to_;
  MessageConverter& converter_;
  const CopyOptions& options_;
  Progress& progress_;
  Problems& problems_;
  std::unordered_set<std::string> topics_;        // empty: all
  uint64_t publish_times_ = 0, sequences_ = 0;    // messages with publish time != log time, with sequence != 0
  std::vector<std::optional<uint32_t>> outputs_;  // by channel id
  std::map<std::string, std::string> why_;        // topic -> the last reason for leaving messages out
  CopyReport report_;
};

}  // namespace

Result<CopyReport> copy_log(const LogReader& from, LogWriter& to, MessageConverter& converter,
                            const CopyOptions& options, Progress& progress, Problems& problems) {
  return Copy(from, to, converter, options, progress, problems).run();
}

}  // namespace gs::logio
