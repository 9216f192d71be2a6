// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Publishers of encoded payloads and of messages.
#pragma once

#include <memory>
#include <string>

#include "gs/ros2/context.h"
#include "gs/rosmsg/codec/cdr.h"

namespace gs::ros2 {

// Publishes CDR payloads. Thread-safe.
class RawPublisher {
 public:
  RawPublisher(std::string topic, std::unique_ptr<Writer> writer, std::unique_ptr<Announcement> announcement)
      : topic_(std::move(topic)), announcement_(std::move(announcement)), writer_(std::move(writer)) {}

  // Sends a CDR payload, which is copied before the call returns. Does not wait for subscribers. Errors: network_error.
  Result<void> publish(Bytes cdr) {
    GS_TRY([[maybe_unused]] const SampleId id, writer_->write(cdr));
    return {};
  }
  // Number of matched subscriptions, resolved ROS name of the topic, and the DDS writer.
  std::size_t subscriber_count() const { return writer_->matched().size(); }
  const std::string& topic() const { return topic_; }
  Writer& writer() { return *writer_; }

 private:
  std::string topic_;
  std::unique_ptr<Announcement> announcement_;  // keeps the context alive until the writer is destroyed
  std::unique_ptr<Writer> writer_;
};

// Publishes messages of type M; the same as RawPublisher otherwise.
template <rosmsg::Message M>
class Publisher {
 public:
  explicit Publisher(std::unique_ptr<RawPublisher> raw) : raw_(std::move(raw)) {}
  // Encodes and sends a message. Errors: network_error.
  Result<void> publish(const M& message) { return raw_->publish(rosmsg::encode_cdr(message)); }
  std::size_t subscriber_count() const { return raw_->subscriber_count(); }
  RawPublisher& raw() { return *raw_; }

 private:
  std::unique_ptr<RawPublisher> raw_;
};

}  // namespace gs::ros2
