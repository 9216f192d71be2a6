// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Plays a recorded run to a feed: play, pause, seek, speed. It has no clock of its own: the caller gives the time.
//
// All clients of a run share one playback: they see the same moment, as those of a live run do, and the run is read
// once however many they are.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "gs/web/lanes/feed.h"
#include "gs/web/runs/run_log.h"

namespace gs::web {

// Slowest and fastest speed, in recorded seconds per second. At a speed that reading cannot follow, the recorded time
// advances as fast as the run is read.
inline constexpr float kMinSpeed = 0.1f, kMaxSpeed = 100;

// What a client asks for.
struct PlaybackRequest {
  bool pause = false;
  float speed = 1;  // beyond the limits: the limit
  std::optional<Timestamp> seek{};
  std::string id{};  // repeated in the answer
};

// How a run starts, and what follows its end.
struct PlaybackOptions {
  float speed = 1;
  bool loop = false;  // start again at the end
};

// One thread at a time.
class Playback {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // Announces the channels of the run. Run and feed must outlive the object; `session` names the data.
  Playback(RunLog& run, Feed& feed, PlaybackOptions options, std::string session);

  // Takes a request; the answer, a state, goes to the feed. A seek beyond the run goes to its first or last message.
  void control(const PlaybackRequest& request, Time now);
  // A client subscribed to a channel: its newest message follows with the next advance(), also while paused.
  void subscribed(uint32_t channel) { new_channels_.insert(channel); }
  // Publishes all that is due. Returns when it must be called again; empty: not before a request or a subscription.
  // The recorded time stands still while no client subscribes to anything.
  std::optional<Time> advance(Time now);

  // Time of the run that was reached, and whether it goes on.
  Timestamp position() const { return position_; }
  PlaybackStatus status() const { return status_; }

 private:
  // The recorded time that belongs to a time of the caller's clock, and the reverse.
  Timestamp recorded_at(Time now) const;
  Time due(Timestamp recorded) const;
  void anchor(Time now);
  void jump(Timestamp to, Time now, const std::string& request_id);
  void show(bool did_seek, const std::string& request_id);
  std::set<uint32_t> wanted() const;
  void publish_newest(const std::set<uint32_t>& channels);
  // The next message that is due at some time; nullptr: none follows.
  const logio::MessageView* next();
  // Publishes messages up to `target`. False if more are due than one call publishes.
  bool publish_until(Timestamp target);
  void finish(Time now);
  void tell_damage();
  void stop_with(const Error& error);

  RunLog& run_;
  Feed& feed_;
  const bool loop_;
  std::shared_ptr<ChannelTable> table_;  // shared with the network thread
  PlaybackStatus status_ = PlaybackStatus::playing;
  float speed_;
  Timestamp position_;         // messages up to here were published
  Timestamp anchor_position_;  // position at anchor_time_
  Time anchor_time_{};
  bool is_running_ = false;  // anchored: the recorded time advances
  std::set<uint32_t> new_channels_;
  std::unique_ptr<logio::MessageStream> stream_;  // of the channels in streamed_, after position_
  std::set<uint32_t> streamed_;
  std::span<const logio::MessageView> batch_;  // of stream_
  std::size_t next_ = 0;                       // in batch_
};

}  // namespace gs::web
