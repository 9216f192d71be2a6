// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a person should hear while a simulation runs. Nothing here ends the run.
#pragma once

#include <string>
#include <vector>

namespace gs::sim {

enum class NoticeLevel { info, warning, error };

struct Notice {
  NoticeLevel level = NoticeLevel::warning;
  std::string text;  // "[EgoStateCore] OFF_ROAD: ..."
};

using Notices = std::vector<Notice>;

// Reports a condition when it begins, and not again while it lasts.
class OnEntering {
 public:
  // True exactly at the steps where the condition becomes true.
  bool operator()(bool condition) {
    const bool entered = condition && !active_;
    active_ = condition;
    return entered;
  }
  bool active() const { return active_; }
  void restore(bool active) { active_ = active; }

 private:
  bool active_ = false;
};

}  // namespace gs::sim
