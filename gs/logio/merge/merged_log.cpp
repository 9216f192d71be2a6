// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/merge/merged_log.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "gs/logio/api/index_times.h"

namespace gs::logio {
namespace {

// One log with its current batch, and its channels in the numbering of the merged log.
struct Source {
  const LogReader* log = nullptr;
  std::size_t number = 0;  // index of the log; breaks ties of equal times
  const std::vector<const LogChannel*>* channels = nullptr;
  ReadOptions options;
  std::unique_ptr<MessageStream> stream{};
  std::span<const MessageView> batch{};
  std::size_t next = 0;
  Order order = Order::log_time;

  Timestamp start() const { return log->info().start.value_or(Timestamp{INT64_MIN}); }
  Timestamp next_time() const { return order == Order::publish_time ? batch[next].publish_time : batch[next].log_time; }
  bool used_up() const { return next == batch.size(); }
};

// Opens logs in order of their start times and merges the open ones by time.
class MergedStream final : public MessageStream {
 public:
  // in_turn: each log in full before the next one, in the order given.
  MergedStream(std::vector<Source> sources, Order order, bool in_turn, Problems& problems)
      : waiting_(std::move(sources)), order_(order), in_turn_(in_turn), problems_(problems) {
    // Otherwise logs are opened in order of their start time.
    for (Source& source : waiting_) source.order = order;
    if (in_turn) return;
    std::ranges::stable_sort(waiting_, {}, [](const Source& source) { return source.start(); });
  }

  Result<std::span<const MessageView>> next_batch() override {
    views_.clear();
    GS_CHECK(refill());
    // Open logs until the earliest available message precedes all logs not opened yet.
    while (open_.empty() || (!waiting_.empty() && first().next_time() >= horizon())) {
      if (waiting_.empty()) return std::span<const MessageView>(views_);
      GS_CHECK(open_next());
    }
    if (open_.size() == 1) {
      take_while_before(open_[0], horizon());
    } else {
      merge();
    }
    return std::span<const MessageView>(views_);
  }

 private:
  // Lower bound of the messages in logs not opened yet. Publish times are not indexed, so that order needs all logs
  // open.
  Timestamp horizon() const {
    if (waiting_.empty()) return {INT64_MAX};
    if (in_turn_) return {INT64_MAX};
    return order_ == Order::publish_time ? Timestamp{INT64_MIN} : waiting_.front().start();
  }

  Result<void> open_next() {
    Source source = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    GS_TRY(source.stream, source.log->read(source.options, problems_));
    open_.push_back(std::move(source));
    return refill();
  }

  // Fetches the next batch of each log whose batch is used up; removes finished logs.
  Result<void> refill() {
    for (Source& source : open_) {
      if (!source.used_up()) continue;
      GS_TRY(source.batch, source.stream->next_batch());
      source.next = 0;
    }
    std::erase_if(open_, [](const Source& source) { return source.batch.empty(); });
    return {};
  }

  // Open log with the earliest next message.
  Source& first() {
    return *std::ranges::min_element(open_, {}, [](const Source& s) { return std::pair(s.next_time(), s.number); });
  }

  // Adds a message to the batch, with the channel of the merged log.
  void take(Source& source) {
    MessageView view = source.batch[source.next++];
    view.channel = (*source.channels)[view.channel->id];
    views_.push_back(view);
  }

  void take_while_before(Source& source, Timestamp limit) {
    const bool all = waiting_.empty() || in_turn_;
    while (!source.used_up() && (all || source.next_time() < limit)) take(source);
  }

  // Adds messages until a batch is used up: fetching the next one would invalidate views of this batch.
  void merge() {
    const bool all = waiting_.empty();
    while (true) {
      Source& source = first();
      if (!all && source.next_time() >= horizon()) return;
      take(source);
      if (source.used_up()) return;
    }
  }

  std::vector<Source> waiting_, open_;
  Order order_;
  bool in_turn_;
  Problems& problems_;
  std::vector<MessageView> views_;
};

// Reader over several logs.
class MergedLog final : public LogReader, public IndexTimes {
 public:
  MergedLog(std::vector<std::unique_ptr<LogReader>> logs, FileOrder file_order)
      : logs_(std::move(logs)), file_order_(file_order) {
    // Pointers to the merged channels are taken last, when their vector no longer grows.
    std::vector<std::vector<uint32_t>> numbers(logs_.size());
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      for (const LogChannel& channel : logs_[i]->channels()) numbers[i].push_back(number_of(channel));
      add_info(*logs_[i], numbers[i]);
    }
    for (const auto& of_log : numbers) {
      auto& pointers = channels_of_log_.emplace_back();
      for (const uint32_t number : of_log) pointers.push_back(&channels_[number]);
    }
  }

  const LogInfo& info() const override { return info_; }
  const std::vector<LogChannel>& channels() const override { return channels_; }

  Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const override {
    for (const std::string& topic : options.topics) {
      if (!std::ranges::any_of(channels_, [&](const LogChannel& channel) { return channel.topic == topic; })) {
        return fail(ErrorCode::topic_not_found, "topic '{}' is in none of {} logs", topic, logs_.size());
      }
    }
    std::vector<Source> sources;
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      // A topic may be missing in some of the logs; logs without any of the topics are left out.
      Source source{.log = logs_[i].get(), .number = i, .channels = &channels_of_log_[i], .options = options};
      std::erase_if(source.options.topics, [&](const std::string& topic) { return !has_topic(i, topic); });
      const bool filtered_out = source.options.topics.empty() && !options.topics.empty();
      if (!filtered_out && logs_[i]->info().message_count > 0) sources.push_back(std::move(source));
    }
    const bool in_turn = options.order == Order::file && file_order_ == FileOrder::one_after_other;
    return std::make_unique<MergedStream>(std::move(sources), options.order, in_turn, problems);
  }

  Result<std::vector<LogAttachment>> attachments(Problems& problems) const override {
    return joined<LogAttachment>([&](const LogReader& log) { return log.attachments(problems); });
  }
  Result<std::vector<LogMetadata>> metadata(Problems& problems) const override {
    return joined<LogMetadata>([&](const LogReader& log) { return log.metadata(problems); });
  }
  Result<void> check_container(Problems& problems) const override {
    for (const auto& log : logs_) GS_CHECK(log->check_container(problems));
    return {};
  }
  bool visit_times(const VisitTime& visit) const override {
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      const auto with_own_id = [&](uint32_t id, Timestamp time) { visit(channels_of_log_[i][id]->id, time); };
      if (!visit_index_times(*logs_[i], with_own_id)) return false;
    }
    return true;
  }

 private:
  // The lists that `read` returns for each log, one behind the other.
  template <class T, class Read>
  Result<std::vector<T>> joined(const Read& read) const {
    std::vector<T> all;
    for (const auto& log : logs_) {
      GS_TRY(std::vector<T> some, read(*log));
      std::ranges::move(some, std::back_inserter(all));
    }
    return all;
  }
  bool has_topic(std::size_t log, const std::string& topic) const {
    return std::ranges::any_of(logs_[log]->channels(), [&](const LogChannel& c) { return c.topic == topic; });
  }

  // Id of the channel in the merged log; equal channels share one.
  uint32_t number_of(const LogChannel& channel) {
    const auto next = static_cast<uint32_t>(channels_.size());
    const auto [known, added] =
        known_.try_emplace(std::tuple(channel.topic, channel.message_encoding, channel.schema.name,
                                      channel.schema.encoding, channel.schema.data, channel.metadata),
                           next);
    if (!added) return known->second;
    channels_.push_back(channel);
    channels_.back().id = next;
    return next;
  }

  // Adds the counts and time range of one log.
  void add_info(const LogReader& log, const std::vector<uint32_t>& numbers) {
    const LogInfo& one = log.info();
    if (info_.format.empty()) {
      info_.format = one.format;
      info_.profile = one.profile;
      info_.library = one.library;
      info_.indexed = true;
    }
    info_.indexed = info_.indexed && one.indexed;
    if (one.start) info_.start = std::min(info_.start.value_or(*one.start), *one.start);
    if (one.end) info_.end = std::max(info_.end.value_or(*one.end), *one.end);
    info_.message_count += one.message_count;
    info_.file_bytes += one.file_bytes;
    info_.chunk_count += one.chunk_count;
    for (const auto& [name, count] : one.chunks_by_compression) info_.chunks_by_compression[name] += count;
    info_.channels.resize(channels_.size());
    for (std::size_t i = 0; i < one.channels.size(); ++i) {
      info_.channels[numbers[i]].message_count += one.channels[i].message_count;
      info_.channels[numbers[i]].data_bytes += one.channels[i].data_bytes;
    }
  }

  std::vector<std::unique_ptr<LogReader>> logs_;
  FileOrder file_order_;
  std::vector<LogChannel> channels_;
  std::map<
      std::tuple<std::string, std::string, std::string, std::string, std::string, std::map<std::string, std::string>>,
      uint32_t>
      known_;
  std::vector<std::vector<const LogChannel*>> channels_of_log_;
  LogInfo info_;
};

}  // namespace

std::unique_ptr<LogReader> merge_logs(std::vector<std::unique_ptr<LogReader>> logs, FileOrder file_order) {
  return std::make_unique<MergedLog>(std::move(logs), file_order);
}

}  // namespace gs::logio
