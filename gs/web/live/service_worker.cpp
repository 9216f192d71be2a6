// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/service_worker.h"

#include <utility>

namespace gs::web {

ServiceWorker::ServiceWorker() : thread_([this] { run(); }) {}

ServiceWorker::~ServiceWorker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Result<void> ServiceWorker::call(const ros2::Service::LaterHandler& handler, Bytes request, Done done) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMaxWaiting)
      return fail(ErrorCode::limit_exceeded, "{} service calls wait already; try again later", kMaxWaiting);
    waiting_.push_back({handler, {request.begin(), request.end()}, std::move(done)});
  }
  changed_.notify_one();
  return {};
}

void ServiceWorker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    const Call call = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    const auto begun = call.handler(call.request, 0,
                                    [done = call.done](std::vector<std::byte> response) { done(std::move(response)); });
    if (!begun) call.done(begun.error());
    lock.lock();
  }
}

}  // namespace gs::web
