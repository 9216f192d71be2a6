// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A DDS writer and a DDS reader of finished CDR payloads, as the rest of this library sees them.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/ros2/guid.h"
#include "gs/bridge/ros2/qos.h"
#include "gs/core/bytes.h"

namespace gs::ros2 {

struct EndpointOptions {
  std::string topic;  // of DDS: "rt/odom"
  std::string type;   // of DDS: "nav_msgs::msg::dds_::Odometry_"
  Qos qos;
  std::string user_data{};
};

struct Sample {
  std::vector<std::byte> payload;  // CDR with its encapsulation
  SampleId id;
  SampleId related;  // of inline QoS; unknown where there is none
  Timestamp source_time;
};

// Thread safe. Destruction takes the endpoint off the network.
class Writer {
 public:
  virtual ~Writer() = default;
  // Never waits for a reader that keeps last. Errors: network_error.
  virtual Result<SampleId> write(Bytes payload, const SampleId& related = {}) = 0;
  virtual const Guid& guid() const = 0;
  virtual std::vector<Guid> matched() const = 0;
  // Calls back on a thread of DDS when the matched readers have changed; it must not wait. Set once.
  virtual void on_match(std::function<void()> changed) = 0;
  // Whether a matched reader fulfils the condition, at the latest after limit.
  virtual bool wait_for_match(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) = 0;
  // Whether every reliable reader has everything, at the latest after limit: before a writer that has just written
  // ends.
  virtual bool wait_for_acknowledgements(std::chrono::milliseconds limit) = 0;
};

class Reader {
 public:
  virtual ~Reader() = default;
  // Nothing: no sample is waiting.
  virtual std::optional<Sample> take() = 0;
  virtual const Guid& guid() const = 0;
  virtual std::vector<Guid> matched() const = 0;
  virtual bool wait_for_match(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) = 0;
};

}  // namespace gs::ros2
