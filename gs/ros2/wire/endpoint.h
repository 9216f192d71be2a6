// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Interfaces of a DDS writer and a DDS reader of encoded CDR payloads.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/ros2/wire/guid.h"
#include "gs/ros2/wire/qos.h"

namespace gs::ros2 {

// DDS names, QoS and user data of an endpoint.
struct EndpointOptions {
  std::string topic;  // DDS topic: "rt/odom"
  std::string type;   // DDS type: "nav_msgs::msg::dds_::Odometry_"
  Qos qos;
  std::string user_data{};
};

// A received sample.
struct Sample {
  std::vector<std::byte> payload;  // CDR with its encapsulation
  SampleId id;
  SampleId related;  // related sample identity of the inline QoS; unknown if absent
  Timestamp source_time;
};

// Sends samples. Thread-safe. Destruction removes the endpoint from the network.
class Writer {
 public:
  virtual ~Writer() = default;
  // Sends a payload; returns its identity. Does not wait for readers unless the QoS is keep_all. Errors: network_error.
  virtual Result<SampleId> write(Bytes payload, const SampleId& related = {}) = 0;
  // Own GUID, and the GUIDs of the matched readers.
  virtual const Guid& guid() const = 0;
  virtual std::vector<Guid> matched() const = 0;
  // Sets a function that is called on a thread of DDS when the matched readers change; it must not block. Set once.
  virtual void on_match(std::function<void()> changed) = 0;
  // Waits until a matched reader fulfils the condition; false after `limit`.
  virtual bool wait_for_match(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) = 0;
  // Waits until every reliable reader has received all samples; false after `limit`. For use before a writer is
  // destroyed right after writing.
  virtual bool wait_for_acknowledgements(std::chrono::milliseconds limit) = 0;
};

// Receives samples. Destruction removes the endpoint from the network.
class Reader {
 public:
  virtual ~Reader() = default;
  // Removes and returns the next sample; empty if none is waiting.
  virtual std::optional<Sample> take() = 0;
  // As for Writer, for matched writers.
  virtual const Guid& guid() const = 0;
  virtual std::vector<Guid> matched() const = 0;
  virtual bool wait_for_match(const std::function<bool(const Guid&)>& wanted, std::chrono::milliseconds limit) = 0;
};

}  // namespace gs::ros2
