// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/step_barrier.h"

#include <algorithm>

namespace gs::bridge {

bool StepBarrier::is_needed(const std::string& name) const {
  return std::find(needed_.begin(), needed_.end(), name) != needed_.end();
}

void StepBarrier::report(const ros2::Guid& endpoint, const std::string& name, Timestamp stamp) {
  reporters_.insert_or_assign(endpoint, Reporter{name, stamp});
}

std::vector<std::string> StepBarrier::missing(Timestamp stamp, const std::vector<ros2::Guid>& endpoints) const {
  std::vector<std::string> out;
  for (const ros2::Guid& endpoint : endpoints) {
    const auto found = reporters_.find(endpoint);
    if (found == reporters_.end()) {
      out.push_back("a node that is starting");  // its latched report has not arrived yet
    } else if (found->second.stamp != stamp && !found->second.given_up) {
      out.push_back(found->second.name);
    }
  }
  for (const std::string& name : needed_) {
    const auto done = [&](const auto& entry) { return entry.second.name == name && entry.second.stamp == stamp; };
    const bool is_done =
        std::any_of(reporters_.begin(), reporters_.end(), done);  // also if the node has left after its report
    if (!is_done && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  }
  return out;
}

void StepBarrier::give_up(Timestamp stamp) {
  for (auto& [endpoint, reporter] : reporters_) {
    if (reporter.stamp != stamp && !is_needed(reporter.name)) reporter.given_up = true;
  }
}

}  // namespace gs::bridge
