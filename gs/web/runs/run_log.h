// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A recorded run, opened for playback: its topics as channels, the messages from a time on, and the newest message of
// each topic before a time. Memory is bounded by a few chunks of the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/logio/api/log.h"
#include "gs/web/lanes/feed.h"

namespace gs::web {

// True for the topics of a recording of gs-simulator: it has its vehicle state or its world.
bool is_run(const std::vector<logio::LogChannel>& channels);

// One thread at a time.
class RunLog {
 public:
  // Opens a run. Damaged and truncated files open as far as they can be read: see take_damage(). Errors: those of
  // opening a log; unsupported if the log has no topic of gs-simulator; invalid_data if it has no message.
  static Result<std::unique_ptr<RunLog>> open(const std::filesystem::path& path);

  // Times of the first and the last message.
  Timestamp start() const { return start_; }
  Timestamp end() const { return end_; }
  // The topics as channels of the protocol; the id of a channel is that of the log plus 1. `session` names the data.
  std::shared_ptr<ChannelTable> channels(std::string session) const;
  // True if the newest message of a channel shows a state that still holds; false for events.
  bool has_state(uint32_t channel) const;

  // Messages of these channels with a time after `time`, in the order of their times. Ends the stream before.
  Result<std::unique_ptr<logio::MessageStream>> read_after(Timestamp time, const std::set<uint32_t>& channels);
  // Calls `visit` with the newest message at or before `time` of each of the channels, in no particular order.
  using Visit = std::function<void(uint32_t channel, Timestamp log_time, std::vector<std::byte> data)>;
  Result<void> newest(Timestamp time, std::set<uint32_t> channels, const Visit& visit);

  // Descriptions of the damage that was found since the last call, each one once, at most kMaxDamage of a run.
  std::vector<std::string> take_damage();
  static constexpr std::size_t kMaxDamage = 20;

 private:
  RunLog() = default;
  // Messages of the channels with begin <= time < end.
  Result<std::unique_ptr<logio::MessageStream>> read(Timestamp begin, Timestamp end, const std::set<uint32_t>& channels,
                                                     Problems& problems) const;
  void keep_damage(const Problems& problems);

  Problems problems_;  // of opening
  std::unique_ptr<logio::LogReader> log_;
  std::unique_ptr<Problems> stream_problems_ = std::make_unique<Problems>();  // of the stream that is read
  std::set<std::string> damage_, told_;
  Timestamp start_, end_;
};

}  // namespace gs::web
