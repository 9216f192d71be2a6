// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The DDS participant of a process in a ROS 2 domain. All use of Fast DDS is hidden behind this header.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gs/ros2/wire/endpoint.h"
#include "gs/ros2/wire/environment.h"
#include "gs/ros2/wire/graph.h"

namespace gs::ros2::rtps {
struct FilterCounts;  // gs/ros2/rtps/rules.h
}

namespace gs::ros2 {

// Creates endpoints and reports discovery. Thread-safe.
class Participant {
 public:
  // Joins a domain. Discovered endpoints are added to `graph`, which must outlive the participant. Errors:
  // network_error; invalid_option for a bad peer address.
  static Result<std::unique_ptr<Participant>> create(const DiscoveryOptions& options, std::string_view enclave,
                                                     Graph& graph);
  ~Participant();

  // GUID of the participant.
  const Guid& guid() const;
  // Number of received datagrams, or parts of them, that the filter kept from Fast DDS, by rule.
  rtps::FilterCounts dropped_datagrams() const;
  // Creates a writer. Errors: already_exists if the topic is used with another type; network_error.
  Result<std::unique_ptr<Writer>> create_writer(const EndpointOptions& options);
  // Creates a reader; errors as for a writer. on_data is called on a thread of DDS whenever samples are waiting; it
  // must not block.
  Result<std::unique_ptr<Reader>> create_reader(const EndpointOptions& options, std::function<void()> on_data);

 private:
  struct Impl;
  explicit Participant(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::ros2
