// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sensors/pose_history.h"

#include <algorithm>

#include "gs/core/expect.h"

namespace gs::sim {

void PoseHistory::add(Timestamp stamp, const Rigid3d& map_from_base_link) {
  poses_.push_back({stamp, map_from_base_link});
  // Keep one pose at or before the start of the span, so that at() can interpolate there.
  while (poses_.size() > 2 && poses_[1].stamp < stamp - kSpan) poses_.pop_front();
}

Rigid3d PoseHistory::at(Timestamp t) const {
  GS_EXPECT(!poses_.empty());
  if (t <= poses_.front().stamp) return poses_.front().map_from_body;
  if (t >= poses_.back().stamp) return poses_.back().map_from_body;
  const auto after =
      std::upper_bound(poses_.begin(), poses_.end(), t, [](Timestamp s, const StampedPose& p) { return s < p.stamp; });
  const StampedPose& b = *after;
  const StampedPose& a = *std::prev(after);
  const double fraction = static_cast<double>((t - a.stamp).ns) / static_cast<double>((b.stamp - a.stamp).ns);
  return interpolate(a.map_from_body, b.map_from_body, fraction);
}

}  // namespace gs::sim
