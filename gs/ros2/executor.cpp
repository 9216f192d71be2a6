// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/executor.h"

#include <algorithm>

namespace gs::ros2 {

Executor::Executor() : thread_([this] { run(); }) {}

Executor::~Executor() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Executor::Id Executor::add(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  works_.emplace(next_, std::move(work));
  return next_++;
}

void Executor::wake(Id id) {
  {
    const std::lock_guard lock(mutex_);
    // Already scheduled: the pending run will see the new data.
    if (std::find(awake_.begin(), awake_.end(), id) != awake_.end()) return;
    awake_.push_back(id);
  }
  changed_.notify_all();
}

void Executor::remove(Id id) {
  std::unique_lock lock(mutex_);
  works_.erase(id);
  // Waiting for itself would be a deadlock.
  if (std::this_thread::get_id() == thread_.get_id()) return;
  changed_.wait(lock, [&] { return running_ != id; });
}

void Executor::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !awake_.empty(); });
    if (ending_) return;
    const Id id = awake_.front();
    awake_.pop_front();
    const auto found = works_.find(id);
    if (found == works_.end()) continue;
    const std::function<void()> work = found->second;  // copied, because the work may remove itself
    running_ = id;
    lock.unlock();
    work();
    lock.lock();
    running_ = 0;
    changed_.notify_all();
  }
}

}  // namespace gs::ros2
