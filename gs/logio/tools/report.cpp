// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/tools/report.h"

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "gs/logio/tools/topics.h"

namespace gs::logio {
namespace {

// Histogram of periods with a logarithmic scale, 32 bins per octave: quantiles to about 2 % in constant memory.
class PeriodHistogram {
 public:
  void add(Duration period) {
    if (period.ns <= 0) return;
    ++counts_[bin(static_cast<double>(period.ns))];
    ++total_;
  }
  // Period [ns] that `share` of all periods does not exceed; 0 if there are none.
  double quantile_ns(double share) const {
    uint64_t below = 0;
    for (std::size_t i = 0; i < counts_.size() && total_ > 0; ++i) {
      below += counts_[i];
      if (static_cast<double>(below) >= share * static_cast<double>(total_))
        return std::exp2((static_cast<double>(i) + 0.5) / kSteps);
    }
    return 0;
  }
  // Number of periods in bins above that of `ns`.
  uint64_t above(double ns) const {
    uint64_t sum = 0;
    for (std::size_t i = bin(ns) + 1; i < counts_.size(); ++i) sum += counts_[i];
    return sum;
  }

 private:
  static constexpr int kSteps = 32;
  static std::size_t bin(double ns) { return static_cast<std::size_t>(std::log2(std::max(ns, 1.0)) * kSteps); }
  std::array<uint64_t, 64 * kSteps> counts_{};
  uint64_t total_ = 0;
};

// Statistics of one topic, updated message by message.
struct Observed {
  TopicTiming timing;
  PeriodHistogram periods;
  uint64_t messages = 0, bytes = 0;

  void add(const MessageView& message) {
    // Messages arrive in log-time order, so periods are never negative.
    if (messages++ == 0) timing.first = timing.last = message.log_time;
    const Duration pause = message.log_time - timing.last;
    periods.add(pause);
    if (pause > timing.longest) {
      timing.longest = pause;
      timing.longest_from = timing.last;
    }
    timing.last = message.log_time;
    bytes += message.data.size();
  }
};

// Lists the topics by name and type, with everything known without reading messages. Returns the index in report.topics
// by channel id.
std::vector<std::size_t> list_topics(const LogReader& log, LogReport& report) {
  // Channels with equal topic, type and encoding form one row, in alphabetical order.
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<uint32_t>> grouped;
  for (const LogChannel& channel : log.channels()) {
    grouped[{channel.topic, channel.schema.name, channel.message_encoding}].push_back(channel.id);
  }
  std::vector<std::size_t> place(log.channels().size());
  const LogInfo& info = log.info();
  const double duration_s = info.start && info.end ? (*info.end - *info.start).seconds() : 0;
  for (const auto& [key, ids] : grouped) {
    const LogChannel& first = log.channels()[ids.front()];
    TopicReport topic{.topic = first.topic,
                      .type = first.schema.name,
                      .encoding = first.message_encoding,
                      .schema_encoding = first.schema.encoding,
                      .channels = ids.size()};
    for (const uint32_t id : ids) {
      place[id] = report.topics.size();
      topic.messages += info.channels[id].message_count;
      topic.bytes += info.channels[id].data_bytes;
      topic.latched = topic.latched || is_latched(log.channels()[id]);
    }
    if (duration_s > 0) topic.rate_hz = static_cast<double>(topic.messages) / duration_s;
    report.topics.push_back(std::move(topic));
  }
  return place;
}

// Finds topics that start late or end early, for example after a sensor failure; they have no gap between two messages.
void add_edges(const LogInfo& info, double usual_ns, TopicTiming& timing) {
  const double least_ns = std::max(1e9, kGapFactor * usual_ns);
  const auto if_long = [&](Duration pause) { return static_cast<double>(pause.ns) > least_ns ? pause : Duration{}; };
  if (info.start) timing.begins_late = if_long(timing.first - *info.start);
  if (info.end) timing.ends_early = if_long(*info.end - timing.last);
}

// Reads all messages and fills in rates and timing.
Result<void> observe(const LogReader& log, const std::vector<std::size_t>& place, const ReportOptions& options,
                     LogReport& report, Progress& progress, Problems& problems) {
  std::vector<Observed> observed(report.topics.size());
  progress.begin("reading", log.info().message_count, "messages");
  GS_TRY(const auto messages, log.read({.threads = options.threads}, problems));
  uint64_t done = 0;
  while (true) {
    GS_TRY(const auto batch, messages->next_batch());
    if (batch.empty()) break;
    for (const MessageView& message : batch) observed[place[message.channel->id]].add(message);
    progress.advance(done += batch.size());
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped on request");
  }
  progress.finish();
  for (std::size_t i = 0; i < observed.size(); ++i) {
    TopicReport& topic = report.topics[i];
    Observed& seen = observed[i];
    topic.messages = seen.messages;
    topic.bytes = seen.bytes;
    topic.rate_hz = 0;
    if (seen.messages == 0) continue;
    seen.timing.median_period_s = seen.periods.quantile_ns(0.5) * 1e-9;
    // Not the median: with two publishers in step, every other period is short, and the long ones are not gaps.
    const double usual_ns = seen.periods.quantile_ns(0.75);
    if (usual_ns > 0) seen.timing.gaps = seen.periods.above(kGapFactor * usual_ns);
    if (!topic.latched && seen.messages > 1) add_edges(log.info(), usual_ns, seen.timing);
    const double span_s = (seen.timing.last - seen.timing.first).seconds();
    if (span_s > 0) topic.rate_hz = static_cast<double>(seen.messages - 1) / span_s;
    topic.timing = seen.timing;
  }
  return {};
}

}  // namespace

Result<LogReport> make_report(const LogReader& log, const ReportOptions& options, Progress& progress,
                              Problems& problems) {
  LogReport report{.info = log.info()};
  const std::vector<std::size_t> place = list_topics(log, report);
  if (options.timing) GS_CHECK(observe(log, place, options, report, progress, problems));
  GS_TRY(const auto attachments, log.attachments(problems));
  for (const LogAttachment& attachment : attachments) {
    report.attachments.emplace_back(attachment.name, attachment.data.size());
  }
  GS_TRY(const auto metadata, log.metadata(problems));
  for (const LogMetadata& record : metadata) report.metadata.push_back(record.name);
  return report;
}

}  // namespace gs::logio
