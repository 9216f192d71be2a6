// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/subscription.h"

namespace gs::ros2 {

Result<std::unique_ptr<Subscription>> Subscription::create(std::shared_ptr<Context> context, Executor& executor,
                                                           const EndpointOptions& options, Callback callback) {
  std::unique_ptr<Subscription> out(new Subscription(std::move(context), executor));
  Subscription* self = out.get();
  self->callback_ = std::move(callback);
  self->work_ = executor.add([self] { self->deliver(); });
  GS_TRY(self->reader_,
         self->context_->participant().create_reader(options, [self] { self->executor_.wake(self->work_); }));
  self->ready_ = true;
  executor.wake(self->work_);  // deliver samples that arrived before ready_ was set
  return out;
}

Subscription::~Subscription() {
  // Leave the graph, stop delivery and wait for a running callback, then destroy the reader.
  announcement_.reset();
  ending_ = true;
  executor_.remove(work_);
  reader_.reset();
}

void Subscription::announce(Context::NodeId node, EndpointInfo info) {
  announcement_ = std::make_unique<Announcement>(context_, node, std::move(info));
}

void Subscription::deliver() {
  constexpr int kAtOnce = 16;  // samples per delivery, then other subscriptions get their turn
  for (int i = 0; i < kAtOnce && ready_ && !ending_; ++i) {
    const auto sample = reader_->take();
    if (!sample) return;
    callback_(*sample);
  }
  if (ready_ && !ending_) executor_.wake(work_);  // there may be more
}

}  // namespace gs::ros2
