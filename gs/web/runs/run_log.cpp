// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/runs/run_log.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "gs/core/format.h"

namespace gs::web {
namespace {

constexpr Duration kFirstWindow = Duration::from_ms(250);
constexpr int64_t kGrowth = 4;  // of the window in which a search goes back

// Topics that report what happened at one time: after a seek an old one would be wrong.
constexpr std::array<std::string_view, 2> kEvents = {"/sim/collisions", "/sim/events"};
// Topics that only a recording of the simulator has.
constexpr std::array<std::string_view, 2> kMarks = {"/vehicle/state", "/sim/world_info"};

template <std::size_t N>
bool names(const std::array<std::string_view, N>& topics, std::string_view topic) {
  return std::find(topics.begin(), topics.end(), topic) != topics.end();
}

bool ends_with_type(const std::string& schema, std::string_view type) { return schema.ends_with(type); }

// Several messages of /tf and of events hold at the same time, so none may be left out.
Lane lane_of(const logio::LogChannel& channel) {
  const auto qos = channel.metadata.find("offered_qos_profiles");
  if (qos != channel.metadata.end() && (qos->second.find("durability: 1\n") != std::string::npos ||
                                        qos->second.find("durability: transient_local") != std::string::npos))
    return Lane::latched;
  if (channel.topic == "/tf" || channel.topic == "/sim/status" || names(kEvents, channel.topic)) return Lane::order;
  if (ends_with_type(channel.schema.name, "/CompressedImage")) return Lane::picture;
  if (ends_with_type(channel.schema.name, "/Image") || ends_with_type(channel.schema.name, "/PointCloud2"))
    return Lane::bulk;
  return Lane::state;
}

// Reads a stream to its end, or to its first error.
Result<void> for_each(logio::MessageStream& stream, const std::function<void(const logio::MessageView&)>& visit) {
  while (true) {
    GS_TRY(const auto batch, stream.next_batch());
    if (batch.empty()) return {};
    for (const logio::MessageView& message : batch) visit(message);
  }
}

}  // namespace

bool is_run(const std::vector<logio::LogChannel>& channels) {
  return std::any_of(channels.begin(), channels.end(),
                     [](const logio::LogChannel& channel) { return names(kMarks, channel.topic); });
}

Result<std::unique_ptr<RunLog>> RunLog::open(const std::filesystem::path& path) {
  std::unique_ptr<RunLog> run(new RunLog);
  GS_TRY(run->log_, logio::open_log(path, run->problems_));
  if (!is_run(run->log_->channels())) {
    return fail(ErrorCode::unsupported, "{} is no recording of gs-simulator: it has neither {} nor {}", path.string(),
                kMarks[0], kMarks[1])
        .with_hint("gs-log info lists its topics; gs-ros2 bag play plays any log of ROS 2");
  }
  const logio::LogInfo& info = run->log_->info();
  if (!info.start || !info.end || info.message_count == 0)
    return fail(ErrorCode::invalid_data, "{} has no message that can be read", path.string());
  run->start_ = *info.start;
  run->end_ = *info.end;
  run->keep_damage(run->problems_);
  return run;
}

std::shared_ptr<ChannelTable> RunLog::channels(std::string session) const {
  auto out = std::make_shared<ChannelTable>();
  out->session_id = std::move(session);
  for (const logio::LogChannel& channel : log_->channels()) {
    Channel& made = out->channels.emplace_back();
    made.info = {.id = channel.id + 1,
                 .topic = channel.topic,
                 .encoding = channel.message_encoding,
                 .schema_name = channel.schema.name,
                 .schema = channel.schema.data,
                 .schema_encoding = channel.schema.encoding};
    made.lane = lane_of(channel);
  }
  return out;
}

bool RunLog::has_state(uint32_t channel) const { return !names(kEvents, log_->channels().at(channel - 1).topic); }

Result<std::unique_ptr<logio::MessageStream>> RunLog::read(Timestamp begin, Timestamp end,
                                                           const std::set<uint32_t>& channels,
                                                           Problems& problems) const {
  logio::ReadOptions options{.begin = begin, .end = end, .order = logio::Order::log_time};
  std::set<std::string> topics;
  for (const uint32_t channel : channels) topics.insert(log_->channels().at(channel - 1).topic);
  options.topics.assign(topics.begin(), topics.end());
  return log_->read(options, problems);
}

void RunLog::keep_damage(const Problems& problems) {
  for (const Problem& problem : problems) {
    if (damage_.size() < kMaxDamage) damage_.insert(to_string(problem));
  }
}

Result<std::unique_ptr<logio::MessageStream>> RunLog::read_after(Timestamp time, const std::set<uint32_t>& channels) {
  keep_damage(*stream_problems_);
  stream_problems_ = std::make_unique<Problems>(kMaxDamage);
  return read(time + Duration{1}, end_ + Duration{1}, channels, *stream_problems_);
}

// Goes back from `time` in windows that grow, because topics of a high rate are found near and latched ones only at the
// start. Only topics that are still missing are read, so a long window costs little.
Result<void> RunLog::newest(Timestamp time, std::set<uint32_t> channels, const Visit& visit) {
  struct Found {
    Timestamp log_time;
    std::vector<std::byte> data;
  };
  Timestamp end = std::min(time, end_) + Duration{1};
  Duration window = kFirstWindow;
  while (!channels.empty() && end > start_) {
    const Timestamp begin = std::max(start_, end - window);
    std::map<uint32_t, Found> found;
    Problems problems(kMaxDamage);
    GS_TRY(const auto stream, read(begin, end, channels, problems));
    const auto done = for_each(*stream, [&](const logio::MessageView& message) {
      Found& last = found[message.channel->id + 1];
      last.log_time = message.log_time;
      last.data.assign(message.data.begin(), message.data.end());
    });
    keep_damage(problems);
    if (!done) damage_.insert(done.error().message);  // what was found before the damage is shown
    for (auto& [channel, last] : found) {
      if (channels.erase(channel) > 0) visit(channel, last.log_time, std::move(last.data));
    }
    end = begin;
    window = window * kGrowth;
  }
  return {};
}

std::vector<std::string> RunLog::take_damage() {
  keep_damage(*stream_problems_);
  std::vector<std::string> out;
  for (const std::string& text : std::exchange(damage_, {})) {
    if (told_.size() < kMaxDamage && told_.insert(text).second) out.push_back(text);
  }
  return out;
}

}  // namespace gs::web
