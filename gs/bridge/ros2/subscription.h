// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Subscriptions: callbacks with payloads or messages, run on an executor's thread. A backlog does not keep the thread:
// after a few samples the other subscriptions of the executor have their turn.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "gs/bridge/ros2/context.h"

namespace gs::ros2 {

// Ends with its destruction: the callback is not running afterwards. Do not destroy it in its own callback.
class Subscription {
 public:
  using Callback = std::function<void(const Sample&)>;

  static Result<std::unique_ptr<Subscription>> create(std::shared_ptr<Context> context, Executor& executor,
                                                      const EndpointOptions& options, Callback callback);
  ~Subscription();
  void announce(Context::NodeId node, EndpointInfo info);

  std::size_t publisher_count() const { return reader_->matched().size(); }
  Reader& reader() { return *reader_; }

 private:
  Subscription(std::shared_ptr<Context> context, Executor& executor)
      : context_(std::move(context)), executor_(executor) {}
  void deliver();

  std::shared_ptr<Context> context_;  // shared: see Context::create
  Executor& executor_;
  Executor::Id work_ = 0;
  Callback callback_;
  std::unique_ptr<Reader> reader_;
  std::atomic<bool> ready_ = false, ending_ = false;
  std::unique_ptr<Announcement> announcement_;
};

}  // namespace gs::ros2
