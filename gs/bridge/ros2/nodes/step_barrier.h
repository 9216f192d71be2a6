// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Who has done its part of a step. Nodes are known by the endpoint they report with, so that one that leaves is not
// waited for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/bridge/ros2/guid.h"
#include "gs/core/time.h"

namespace gs::bridge {

class StepBarrier {
 public:
  // Without a node of each of these names nothing is complete.
  explicit StepBarrier(std::vector<std::string> needed) : needed_(std::move(needed)) {}

  void report(const ros2::Guid& endpoint, const std::string& name, Timestamp stamp);
  // Names of those that have not reported the step; endpoints are the ones that exist now.
  std::vector<std::string> missing(Timestamp stamp, const std::vector<ros2::Guid>& endpoints) const;
  // Those that are not needed and have not reported the step are not waited for until they report again.
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
