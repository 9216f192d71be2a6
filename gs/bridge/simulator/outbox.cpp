// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/simulator/outbox.h"

#include <algorithm>

namespace gs::bridge {

Outbox::Outbox() : thread_([this] { run(); }) {}

Outbox::~Outbox() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Outbox::push(std::shared_ptr<ros2::RawPublisher> to, std::vector<std::byte> payload, std::size_t depth) {
  {
    const std::lock_guard lock(mutex_);
    // Over the limit, the oldest payload of the same publisher is dropped.
    const auto same = [&](const Item& item) { return item.to == to; };
    if (static_cast<std::size_t>(std::count_if(items_.begin(), items_.end(), same)) >= depth) {
      items_.erase(std::find_if(items_.begin(), items_.end(), same));
      ++dropped_;
    }
    items_.push_back({std::move(to), std::move(payload)});
  }
  changed_.notify_all();
}

uint64_t Outbox::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

void Outbox::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !items_.empty(); });
    if (ending_) return;
    const Item item = std::move(items_.front());
    items_.pop_front();
    lock.unlock();
    const bool sent = item.to->publish(item.payload).has_value();
    lock.lock();
    if (!sent) ++dropped_;
  }
}

}  // namespace gs::bridge
