// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/player/control_replay.h"

#include <algorithm>

#include "gs/logio/api/log.h"
#include "gs/rosmsg/codec/cdr.h"

namespace gs::bridge {
namespace {

constexpr const char* kTopic = "/vehicle/control_cmd";

bool has_topic(const logio::LogReader& log, std::string_view topic) {
  const auto& channels = log.channels();
  return std::any_of(channels.begin(), channels.end(), [&](const logio::LogChannel& c) { return c.topic == topic; });
}

// The log must have the command topic with the type of the control mode, CDR encoded.
Result<void> check_channel(const logio::LogReader& log, const std::string& control_mode) {
  std::string topics;
  for (const logio::LogChannel& channel : log.channels()) {
    topics += (topics.empty() ? "" : ", ") + channel.topic;
    if (channel.topic != kTopic) continue;
    const std::string_view wanted = control_type(control_mode);
    if (channel.schema.name == wanted && channel.message_encoding == "cdr") return {};
    return fail(ErrorCode::unsupported, "topic {} has type {} ({}), but control mode {} needs {} (cdr)", kTopic,
                channel.schema.name, channel.message_encoding, control_mode, wanted)
        .with_hint("choose the type with --set simulation.control_mode=ackermann|twist|custom");
  }
  return fail(ErrorCode::topic_not_found, "the log has no topic {}", kTopic).with_hint("topics of the log: " + topics);
}

// An event as it is encoded today. Recordings of earlier versions have no fields `entity` and `resource`.
std::vector<std::byte> with_entity_fields(const logio::MessageView& message) {
  std::vector<std::byte> cdr(message.data.begin(), message.data.end());
  if (message.channel->schema.data.find("string entity") != std::string::npos) return cdr;
  while (cdr.size() % 4 != 0) cdr.push_back(std::byte{0});
  for (const uint8_t byte : {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0})
    cdr.push_back(std::byte{byte});  // two empty strings
  return cdr;
}

}  // namespace

Result<ControlReplay> ControlReplay::open(const std::filesystem::path& path, const std::string& control_mode,
                                          Timestamp sim_start, Problems& problems) {
  GS_TRY(const auto log, logio::open_log(path, problems));
  GS_CHECK(check_channel(*log, control_mode));
  // Log times are shifted so that the log starts with the simulation.
  const Duration shift = log->info().start ? sim_start - *log->info().start : Duration{};
  ControlReplay replay;
  replay.end_ = log->info().end.value_or(Timestamp{}) + shift;
  // Commands and events in the order of their log times.
  logio::ReadOptions wanted{.topics = {kTopic}, .order = logio::Order::log_time};
  if (has_topic(*log, kEventsTopic)) wanted.topics.push_back(kEventsTopic);
  GS_TRY(const auto messages, log->read(wanted, problems));
  while (true) {
    GS_TRY(const auto batch, messages->next_batch());
    if (batch.empty()) return replay;
    for (const logio::MessageView& message : batch) {
      const Timestamp time = message.log_time + shift;
      if (message.channel->topic == kEventsTopic) {
        GS_CHECK(replay.add_event(with_entity_fields(message), time));
      } else {
        replay.commands_.push_back({time, {message.data.begin(), message.data.end()}});
      }
    }
  }
}

Result<void> ControlReplay::add_event(Bytes cdr, Timestamp due) {
  GS_TRY(auto event, rosmsg::decode_cdr<rosmsg::gs_sim_msgs::SimulationEvent>(cdr));
  GS_CHECK(check_replayable(event));
  events_.push_back({due, std::move(event)});
  return {};
}

std::optional<rosmsg::gs_sim_msgs::SimulationEvent> ControlReplay::next_event(Timestamp now) {
  if (events_.empty() || events_.front().due > now) return std::nullopt;
  rosmsg::gs_sim_msgs::SimulationEvent event = std::move(events_.front().event);
  events_.pop_front();
  return event;
}

const std::vector<std::byte>* ControlReplay::next(Timestamp now) {
  if (next_ == commands_.size() || commands_[next_].arrival > now) return nullptr;
  return &commands_[next_++].cdr;
}

}  // namespace gs::bridge
