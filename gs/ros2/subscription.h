// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Subscriptions with callbacks on an executor's thread. Each delivery handles a few samples at most, so that a backlog
// of one subscription does not delay the others of the executor.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "gs/ros2/context.h"

namespace gs::ros2 {

// A subscription. After its destruction the callback does not run any more. It must not be destroyed in its own
// callback.
class Subscription {
 public:
  using Callback = std::function<void(const Sample&)>;

  // Creates the DDS reader and starts delivery. Errors: those of Participant::create_reader.
  static Result<std::unique_ptr<Subscription>> create(std::shared_ptr<Context> context, Executor& executor,
                                                      const EndpointOptions& options, Callback callback);
  ~Subscription();
  // Lists the subscription under a node in the ROS graph.
  void announce(Context::NodeId node, EndpointInfo info);

  // Number of matched publishers, and the DDS reader.
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
