// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/runs/playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gs::web {
namespace {

constexpr int kMostMessages = 500;                    // that one call publishes
constexpr std::chrono::milliseconds kTimePeriod{20};  // longest distance of two times that clients get

}  // namespace

Playback::Playback(RunLog& run, Feed& feed, PlaybackOptions options, std::string session)
    : run_(run),
      feed_(feed),
      loop_(options.loop),
      table_(run.channels(std::move(session))),
      speed_(std::clamp(options.speed, kMinSpeed, kMaxSpeed)),
      position_(run.start()) {
  feed_.announce(table_);
  feed_.set_time(position_);
  show(false, {});
  tell_damage();
  feed_.flush();
}

void Playback::show(bool did_seek, const std::string& request_id) {
  feed_.show({.status = status_, .time = position_, .speed = speed_, .did_seek = did_seek, .request_id = request_id});
}

void Playback::tell_damage() {
  for (const std::string& text : run_.take_damage())
    feed_.tell({StatusLevel::warning, "the run is damaged: " + text, "damage:" + text});
}

void Playback::anchor(Time now) {
  anchor_position_ = position_;
  anchor_time_ = now;
}

Timestamp Playback::recorded_at(Time now) const {
  const double elapsed_s = std::chrono::duration<double>(now - anchor_time_).count();
  return std::min(run_.end(), anchor_position_ + Duration::from_seconds(elapsed_s * speed_));
}

// Rounded up, so that the message is due then.
Playback::Time Playback::due(Timestamp recorded) const {
  const double ns = std::ceil(static_cast<double>((recorded - anchor_position_).ns) / speed_);
  return anchor_time_ + std::chrono::nanoseconds(static_cast<int64_t>(ns)) + std::chrono::nanoseconds(1);
}

std::set<uint32_t> Playback::wanted() const {
  std::set<uint32_t> out;
  for (const Channel& channel : table_->channels) {
    if (channel.subscribers > 0) out.insert(channel.info.id);
  }
  return out;
}

void Playback::control(const PlaybackRequest& request, Time now) {
  if (is_running_) {
    publish_until(recorded_at(now));
    anchor(now);
  }
  speed_ = std::clamp(request.speed, kMinSpeed, kMaxSpeed);
  const bool restarts = !request.pause && !request.seek && position_ >= run_.end();
  status_ = request.pause ? PlaybackStatus::paused : PlaybackStatus::playing;
  is_running_ = false;  // the next advance() anchors
  if (request.seek || restarts) {
    jump(request.seek.value_or(run_.start()), now, request.id);
  } else {
    show(false, request.id);
  }
  feed_.flush();
}

void Playback::jump(Timestamp to, Time now, const std::string& request_id) {
  position_ = std::clamp(to, run_.start(), run_.end());
  anchor(now);
  stream_.reset();
  streamed_.clear();
  show(true, request_id);
  feed_.set_time(position_);
  std::set<uint32_t> channels = wanted();
  std::erase_if(channels, [this](uint32_t channel) { return !run_.has_state(channel); });
  publish_newest(channels);
  new_channels_.clear();
  tell_damage();
}

void Playback::publish_newest(const std::set<uint32_t>& channels) {
  const auto read =
      run_.newest(position_, channels, [this](uint32_t channel, Timestamp log_time, std::vector<std::byte> data) {
        feed_.publish(*table_->find(channel), log_time, std::move(data));
      });
  if (!read) stop_with(read.error());
}

void Playback::stop_with(const Error& error) {
  stream_.reset();
  streamed_.clear();
  status_ = PlaybackStatus::ended;
  is_running_ = false;
  feed_.tell({StatusLevel::error, "the run cannot be read further: " + error.message, "read"});
  show(false, {});
}

// Reads only what clients subscribe to. The stream starts again when that changes.
const logio::MessageView* Playback::next() {
  if (stream_ && next_ < batch_.size()) return &batch_[next_];
  const std::set<uint32_t> channels = wanted();
  if (channels.empty()) return nullptr;
  if (!stream_) {
    auto opened = run_.read_after(position_, channels);
    if (!opened) return stop_with(opened.error()), nullptr;
    stream_ = std::move(*opened);
    streamed_ = channels;
  }
  const auto batch = stream_->next_batch();
  if (!batch) return stop_with(batch.error()), nullptr;
  batch_ = *batch;
  next_ = 0;
  return batch_.empty() ? nullptr : &batch_[0];
}

bool Playback::publish_until(Timestamp target) {
  int count = 0;
  while (const logio::MessageView* message = next()) {
    if (message->log_time > target) break;
    if (++count > kMostMessages) return false;
    const Channel& channel = *table_->find(message->channel->id + 1);
    position_ = std::max(position_, message->log_time);
    if (channel.is_wanted()) feed_.publish(channel, message->log_time, {message->data.begin(), message->data.end()});
    ++next_;
  }
  if (status_ != PlaybackStatus::ended) position_ = target;
  return true;
}

void Playback::finish(Time now) {
  if (loop_) return jump(run_.start(), now, {});
  status_ = PlaybackStatus::ended;
  is_running_ = false;
  show(false, {});
}

std::optional<Playback::Time> Playback::advance(Time now) {
  const std::set<uint32_t> channels = wanted();
  if (!std::includes(streamed_.begin(), streamed_.end(), channels.begin(), channels.end())) {
    stream_.reset();
    streamed_.clear();
  }
  std::set<uint32_t> added = std::exchange(new_channels_, {});
  std::erase_if(added, [this](uint32_t channel) { return !run_.has_state(channel); });
  if (!added.empty()) publish_newest(added);
  if (status_ != PlaybackStatus::playing || channels.empty()) {
    is_running_ = false;
    tell_damage();
    feed_.flush();
    return std::nullopt;
  }
  if (!std::exchange(is_running_, true)) anchor(now);
  const bool is_complete = publish_until(recorded_at(now));
  if (!is_complete) anchor(now);  // reading is slower than the speed
  feed_.set_time(position_);
  tell_damage();
  if (position_ >= run_.end() && is_complete && status_ == PlaybackStatus::playing) finish(now);
  feed_.flush();
  if (status_ != PlaybackStatus::playing) return std::nullopt;
  if (!is_complete) return now;
  const logio::MessageView* const message = next();
  const Time next_time = now + kTimePeriod;
  return message == nullptr ? std::min(next_time, due(run_.end())) : std::min(next_time, due(message->log_time));
}

}  // namespace gs::web
