// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages to the user during a run. None of them stops it.
#pragma once

#include <string>
#include <vector>

namespace gs::sim {

// info: for the user's information; warning: the result may differ from what was asked for; error: data is missing from
// the result.
enum class NoticeLevel { info, warning, error };

// One message, starting with the component and a code: "[EgoStateCore] OFF_ROAD: ...".
struct Notice {
  NoticeLevel level = NoticeLevel::warning;
  std::string text;
};

using Notices = std::vector<Notice>;

// Edge detector, so that a condition is reported when it begins and not again while it lasts.
class OnEntering {
 public:
  // Returns true only if `condition` is true and was false at the previous call.
  bool operator()(bool condition) {
    const bool entered = condition && !active_;
    active_ = condition;
    return entered;
  }
  // Condition at the last call; for saving and restoring a run.
  bool active() const { return active_; }
  void restore(bool active) { active_ = active; }

 private:
  bool active_ = false;
};

}  // namespace gs::sim
