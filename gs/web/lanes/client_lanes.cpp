// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/lanes/client_lanes.h"

#include <algorithm>
#include <utility>

#include "gs/web/foxglove/server_frames.h"

namespace gs::web {
namespace {

constexpr uint16_t kTryAgainLater = 1013;  // RFC 6455 registry

}  // namespace

void ClientLanes::push_control(OutFrame frame) {
  control_bytes_ += frame.head.size();
  control_.push_back(std::move(frame));
  if (control_.size() > kMaxControlFrames || control_bytes_ > kMaxControlBytes)
    close(kTryAgainLater, "the client does not read its answers");
}

void ClientLanes::send_text(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  push_control({.is_text = true, .head = {bytes.begin(), bytes.end()}, .payload = nullptr});
}

void ClientLanes::send_binary(std::vector<std::byte> frame) {
  push_control({.is_text = false, .head = std::move(frame), .payload = nullptr});
}

void ClientLanes::offer(uint32_t subscription, Lane lane, Timestamp log_time, SharedBytes payload) {
  std::deque<Slot>& slots = lanes_[static_cast<std::size_t>(lane)];
  const auto same = [&](const Slot& slot) { return slot.subscription == subscription; };
  if (lane == Lane::order) {
    if (std::count_if(slots.begin(), slots.end(), same) >= static_cast<std::ptrdiff_t>(kMaxOrdered)) {
      slots.erase(std::find_if(slots.begin(), slots.end(), same));
      ++dropped_[subscription];
    }
  } else if (const auto waiting = std::find_if(slots.begin(), slots.end(), same); waiting != slots.end()) {
    waiting->log_time = log_time;
    waiting->payload = std::move(payload);
    ++dropped_[subscription];
    return;
  }
  slots.push_back({subscription, log_time, std::move(payload)});
}

void ClientLanes::forget(uint32_t subscription) {
  for (std::deque<Slot>& slots : lanes_)
    std::erase_if(slots, [&](const Slot& slot) { return slot.subscription == subscription; });
  dropped_.erase(subscription);
}

std::optional<OutFrame> ClientLanes::next() {
  if (!control_.empty()) {
    OutFrame frame = std::move(control_.front());
    control_.pop_front();
    control_bytes_ -= frame.head.size();
    return frame;
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (lane == static_cast<std::size_t>(Lane::state) && time_)
      return OutFrame{.is_text = false, .head = time_frame(*std::exchange(time_, {})), .payload = nullptr};
    if (lanes_[lane].empty()) continue;
    Slot slot = std::move(lanes_[lane].front());
    lanes_[lane].pop_front();
    return OutFrame{
        .is_text = false, .head = message_header(slot.subscription, slot.log_time), .payload = std::move(slot.payload)};
  }
  return std::nullopt;
}

uint64_t ClientLanes::take_dropped(uint32_t subscription) {
  const auto found = dropped_.find(subscription);
  if (found == dropped_.end()) return 0;
  const uint64_t count = found->second;
  dropped_.erase(found);
  return count;
}

void ClientLanes::close(uint16_t code, std::string reason) {
  if (!closing_) closing_ = {code, std::move(reason)};
}

}  // namespace gs::web
