// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/services/step_queue.h"

namespace gs::bridge {

bool StepQueue::run(std::function<void()> work, std::chrono::milliseconds limit) {
  const auto item = std::make_shared<Item>(Item{std::move(work)});
  std::unique_lock lock(mutex_);
  if (closed_) return false;
  items_.push_back(item);
  changed_.notify_all();
  changed_.wait_for(lock, limit, [&] { return item->state != State::waiting; });
  // Not started in time: cancel it, so that it cannot run after the caller has returned.
  if (item->state == State::waiting) item->state = State::cancelled;
  changed_.wait(lock, [&] { return item->state != State::running; });
  return item->state == State::done;
}

void StepQueue::poke() {
  const std::lock_guard lock(mutex_);
  poked_ = true;
  changed_.notify_all();
}

void StepQueue::drain(std::chrono::nanoseconds limit, const std::function<bool()>& enough) {
  std::unique_lock lock(mutex_);
  if (limit.count() > 0) changed_.wait_for(lock, limit, [&] { return closed_ || poked_ || !items_.empty(); });
  poked_ = false;
  while (!items_.empty() && !(enough && enough())) {
    const auto item = items_.front();
    items_.pop_front();
    if (item->state != State::waiting) continue;
    item->state = State::running;
    lock.unlock();
    item->work();
    lock.lock();
    item->state = State::done;
    changed_.notify_all();
  }
}

void StepQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const auto& item : items_) item->state = State::cancelled;
  items_.clear();
  changed_.notify_all();
}

}  // namespace gs::bridge
