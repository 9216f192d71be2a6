// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Publishers: of finished payloads, and of messages.
#pragma once

#include <memory>
#include <string>

#include "gs/bridge/ros2/context.h"
#include "gs/rosmsg/cdr.h"

namespace gs::ros2 {

// Thread safe.
class RawPublisher {
 public:
  RawPublisher(std::string topic, std::unique_ptr<Writer> writer, std::unique_ptr<Announcement> announcement)
      : topic_(std::move(topic)), announcement_(std::move(announcement)), writer_(std::move(writer)) {}

  // Does not wait for subscribers. The payload is copied before it returns.
  Result<void> publish(Bytes cdr) {
    GS_TRY([[maybe_unused]] const SampleId id, writer_->write(cdr));
    return {};
  }
  std::size_t subscriber_count() const { return writer_->matched().size(); }
  const std::string& topic() const { return topic_; }
  Writer& writer() { return *writer_; }

 private:
  std::string topic_;
  std::unique_ptr<Announcement> announcement_;  // shares the context, which has to outlive the writer
  std::unique_ptr<Writer> writer_;
};

template <Message M>
class Publisher {
 public:
  explicit Publisher(std::unique_ptr<RawPublisher> raw) : raw_(std::move(raw)) {}
  Result<void> publish(const M& message) { return raw_->publish(encode_cdr(message)); }
  std::size_t subscriber_count() const { return raw_->subscriber_count(); }
  RawPublisher& raw() { return *raw_; }

 private:
  std::unique_ptr<RawPublisher> raw_;
};

}  // namespace gs::ros2
