// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/player/control_replay.h"

#include <algorithm>

#include "gs/logio/log.h"

namespace gs::bridge {
namespace {

constexpr const char* kTopic = "/vehicle/control_cmd";

Result<void> check_channel(const LogReader& log, const std::string& control_mode) {
  std::string topics;
  for (const LogChannel& channel : log.channels()) {
    topics += (topics.empty() ? "" : ", ") + channel.topic;
    if (channel.topic != kTopic) continue;
    const std::string_view wanted = control_type(control_mode);
    if (channel.schema.name == wanted && channel.message_encoding == "cdr") return {};
    return fail(ErrorCode::unsupported, "{} holds {} ({}), control mode {} needs {} (cdr)", kTopic, channel.schema.name,
                channel.message_encoding, control_mode, wanted)
        .with_hint("--set simulation.control_mode=ackermann|twist|custom chooses the type");
  }
  return fail(ErrorCode::not_found, "no topic {} in the log", kTopic).with_hint("the log holds: " + topics);
}

}  // namespace

Result<ControlReplay> ControlReplay::open(const std::filesystem::path& path, const std::string& control_mode,
                                          Timestamp sim_start, Problems& problems) {
  GS_TRY(const auto log, open_log(path, problems));
  GS_CHECK(check_channel(*log, control_mode));
  const Duration shift = log->info().start ? sim_start - *log->info().start : Duration{};
  ControlReplay replay;
  GS_TRY(const auto messages, log->read({.topics = {kTopic}, .order = Order::log_time}, problems));
  while (true) {
    GS_TRY(const auto batch, messages->next_batch());
    if (batch.empty()) return replay;
    for (const MessageView& message : batch) {
      replay.commands_.push_back({message.log_time + shift, {message.data.begin(), message.data.end()}});
    }
  }
}

const std::vector<std::byte>* ControlReplay::next(Timestamp now) {
  if (next_ == commands_.size() || commands_[next_].arrival > now) return nullptr;
  return &commands_[next_++].cdr;
}

}  // namespace gs::bridge
