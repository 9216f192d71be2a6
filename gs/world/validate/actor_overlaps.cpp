// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "gs/core/format.h"
#include "gs/world/actors/actor_pose.h"
#include "gs/world/actors/footprint.h"
#include "gs/world/validate/actor_rules.h"

namespace gs::world {
namespace {

constexpr double kMaxOverlap = 0.2;      // of the smaller footprint
constexpr double kMaxOverlapTime = 0.5;  // [s]
constexpr double kCurveMargin = 1;       // [m] by which the curve may leave the box of its samples

// The time and the space that an actor takes.
struct Reach {
  double from = 0, to = 0;                            // [s]
  double min_x = 0, max_x = 0, min_y = 0, max_y = 0;  // [m]

  bool meets(const Reach& o) const {
    return from < o.to && o.from < to && min_x < o.max_x && o.min_x < max_x && min_y < o.max_y && o.min_y < max_y;
  }
};

Reach reach_of(const ActorTrajectory& a) {
  const double margin = std::hypot(a.size.x, a.size.y) / 2 + kCurveMargin;
  const auto [low_x, high_x] = std::minmax_element(a.x.begin(), a.x.end());
  const auto [low_y, high_y] = std::minmax_element(a.y.begin(), a.y.end());
  return {a.t.front(), a.t.back(), *low_x - margin, *high_x + margin, *low_y - margin, *high_y + margin};
}

Footprint footprint_at(const ActorTrajectory& a, const ActorPose& pose) {
  return {{pose.position.x, pose.position.y}, pose.yaw, a.size.x, a.size.y};
}

// Whether two boxes share height, and more than the allowed part of the smaller floor.
bool overlap_at(const ActorTrajectory& a, const ActorTrajectory& b, double t) {
  const auto pose_a = pose_at(a, t), pose_b = pose_at(b, t);
  if (!pose_a || !pose_b) return false;
  const double z_a = pose_a->position.z, z_b = pose_b->position.z;
  if (z_a > z_b + b.size.z || z_b > z_a + a.size.z) return false;
  const double smaller = std::min(a.size.x * a.size.y, b.size.x * b.size.y);
  return overlap_area(footprint_at(a, *pose_a), footprint_at(b, *pose_b)) > kMaxOverlap * smaller;
}

// The sample times of both actors while both exist, sorted.
std::vector<double> common_times(const ActorTrajectory& a, const ActorTrajectory& b) {
  const double from = std::max(a.t.front(), b.t.front()), to = std::min(a.t.back(), b.t.back());
  std::vector<double> times{from, to};
  for (const ActorTrajectory* actor : {&a, &b}) {
    const auto first = std::upper_bound(actor->t.begin(), actor->t.end(), from);
    times.insert(times.end(), first, std::lower_bound(first, actor->t.end(), to));
  }
  std::sort(times.begin(), times.end());
  return times;
}

// Start of the first overlap that lasts too long; empty if there is none. Between two times at which they overlap, two
// actors are taken to overlap.
std::optional<double> long_overlap(const ActorTrajectory& a, const ActorTrajectory& b,
                                   const std::vector<double>& times) {
  std::optional<double> since;
  for (const double t : times) {
    if (!overlap_at(a, b, t)) {
      since.reset();
    } else if (!since) {
      since = t;
    } else if (t - *since > kMaxOverlapTime) {
      return since;
    }
  }
  return std::nullopt;
}

}  // namespace

void check_actor_overlaps(const BundleParts& parts, Problems& problems, std::size_t max_comparisons) {
  if (!parts.actor_trajectories) return;
  const std::vector<ActorTrajectory>& actors = parts.actor_trajectories->actors;
  const std::string& file = *parts.index->actor_trajectories;
  std::vector<Reach> reach;
  for (const ActorTrajectory& actor : actors) reach.push_back(reach_of(actor));
  std::size_t left = max_comparisons;
  for (std::size_t j = 1; j < actors.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (!reach[i].meets(reach[j])) continue;
      const std::size_t cost = actors[i].t.size() + actors[j].t.size();
      if (cost > left) {
        return problems.add({.severity = Severity::notice,
                             .code = ErrorCode::limit_exceeded,
                             .file = file,
                             .place = format("actors[{}]", j),
                             .message = "overlaps are not checked from this actor on: there are too many neighbours"});
      }
      left -= cost;
      const auto since = long_overlap(actors[i], actors[j], common_times(actors[i], actors[j]));
      if (!since) continue;
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::invalid_data,
                    .file = file,
                    .place = format("actors[{}]", j),
                    .message = format("'{}' overlaps '{}' from t = {} s on", actors[j].id, actors[i].id, *since),
                    .allowed = "at most 20 % of the smaller footprint, or at most 0.5 s"});
    }
  }
}

}  // namespace gs::world
