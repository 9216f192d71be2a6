// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/lanes/feed.h"

#include <algorithm>
#include <utility>

namespace gs::web {

const Channel* ChannelTable::find(std::string_view topic) const {
  for (const Channel& channel : channels) {
    if (channel.info.topic == topic) return &channel;
  }
  return nullptr;
}

Channel* ChannelTable::find(uint32_t id) {
  for (Channel& channel : channels) {
    if (channel.info.id == id) return &channel;
  }
  return nullptr;
}

// Messages of the table before are dropped: its channels end here.
void Feed::announce(std::shared_ptr<ChannelTable> table) {
  const std::lock_guard lock(mutex_);
  waiting_.updates.clear();
  waiting_.table = std::move(table);
}

void Feed::publish(const Channel& channel, Timestamp log_time, std::vector<std::byte> payload) {
  Update update{channel.info.id, log_time, std::make_shared<const std::vector<std::byte>>(std::move(payload))};
  const std::lock_guard lock(mutex_);
  const auto same = [&](const Update& other) { return other.channel_id == update.channel_id; };
  const auto found = std::find_if(waiting_.updates.begin(), waiting_.updates.end(), same);
  if (found != waiting_.updates.end()) {
    const bool keeps_all = channel.lane == Lane::order;
    const auto count = keeps_all ? std::count_if(waiting_.updates.begin(), waiting_.updates.end(), same) : 0;
    if (keeps_all && count < static_cast<std::ptrdiff_t>(kMaxOrdered)) {
      waiting_.updates.push_back(std::move(update));
      return;
    }
    update.replaced = found->replaced + 1;
    if (!keeps_all) {
      std::swap(*found, update);  // the payload that it replaces is freed after the lock
      return;
    }
    waiting_.updates.erase(found);
  }
  waiting_.updates.push_back(std::move(update));
}

void Feed::set_time(Timestamp time) {
  const std::lock_guard lock(mutex_);
  waiting_.time = time;
}

void Feed::show(PlaybackState state) {
  const std::lock_guard lock(mutex_);
  if (state.did_seek) waiting_.updates.clear();
  if (waiting_.playback.size() == kMaxStates) {
    const bool jumped = waiting_.playback.front().did_seek;
    waiting_.playback.erase(waiting_.playback.begin());
    waiting_.playback.front().did_seek |= jumped;
  }
  waiting_.playback.push_back(std::move(state));
}

void Feed::tell(Notice notice) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_.notices, [&](const Notice& other) { return other.id == notice.id; });
  if (waiting_.notices.size() < kMaxNotices) waiting_.notices.push_back(std::move(notice));
}

void Feed::flush() {
  {
    const std::lock_guard lock(mutex_);
    if (woken_) return;
    woken_ = true;
  }
  wake_();
}

Feed::Batch Feed::take() {
  const std::lock_guard lock(mutex_);
  woken_ = false;
  return std::exchange(waiting_, {});
}

}  // namespace gs::web
