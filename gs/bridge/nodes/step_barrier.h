// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Keeps track of which nodes have done their part of a step. Nodes are identified by the endpoint of their reports, so
// that a node that has left is not waited for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/time.h"
#include "gs/ros2/wire/guid.h"

namespace gs::bridge {

// Not thread-safe.
class StepBarrier {
 public:
  // A step is complete only if nodes of all these names have reported it.
  explicit StepBarrier(std::vector<std::string> needed) : needed_(std::move(needed)) {}

  // Stores the report of a node for the step that ends at `stamp`; a node given up counts again.
  void report(const ros2::Guid& endpoint, const std::string& name, Timestamp stamp);
  // Names of the nodes that have not reported the step. endpoints: those that exist now.
  std::vector<std::string> missing(Timestamp stamp, const std::vector<ros2::Guid>& endpoints) const;
  // Stops waiting for nodes that have not reported the step and are not needed, until they report again.
  void give_up(Timestamp stamp);

 private:
  struct Reporter {
    std::string name;
    Timestamp stamp;
    bool given_up = false;
  };
  bool is_needed(const std::string& name) const;

  std::vector<std::string> needed_;
  std::map<ros2::Guid, Reporter> reporters_;
};

}  // namespace gs::bridge
