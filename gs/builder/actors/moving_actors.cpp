// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/moving_actors.h"

#include <algorithm>
#include <cmath>

#include "gs/world/actors/actor_pose.h"

namespace gs::builder {
namespace {

constexpr double kStep_s = 0.1;
constexpr double kSpacing_m = 0.5;  // of the points
constexpr double kInside_m = 0.1;   // the points lie this far inside the box: masks add a margin around them

// Points on the surface of the box, in the frame of the actor.
std::vector<Vec3d> box_points(Vec3d size) {
  const Vec3d inner{std::max(size.x - 2 * kInside_m, 0.1), std::max(size.y - 2 * kInside_m, 0.1),
                    std::max(size.z - kInside_m, 0.1)};
  const auto steps = [](double length) { return std::max(1, static_cast<int>(std::ceil(length / kSpacing_m))); };
  const int nx = steps(inner.x), ny = steps(inner.y), nz = steps(inner.z);
  std::vector<Vec3d> out;
  for (int i = 0; i <= nx; ++i) {
    for (int j = 0; j <= ny; ++j) {
      for (int k = 0; k <= nz; ++k) {
        const bool inside = i > 0 && i < nx && j > 0 && j < ny && k > 0 && k < nz;
        if (!inside) out.push_back({inner.x * (1.0 * i / nx - 0.5), inner.y * (1.0 * j / ny - 0.5), inner.z * k / nz});
      }
    }
  }
  return out;
}

MovingObject object_at(const world::ActorPose& pose, const std::vector<Vec3d>& box, Timestamp stamp) {
  MovingObject out;
  const Rigid3d map_from_actor{Quaterniond::from_rpy(0.0, 0.0, pose.yaw), pose.position};
  Vec3d low = map_from_actor * box.front(), high = low;
  for (const Vec3d& p : box) {
    const Vec3d at = map_from_actor * p;
    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
    out.points.push_back({cast<float>(at), static_cast<float>(pose.position.z), 0});
  }
  out.place = {low, (low + high) * 0.5, high};
  out.stamp = stamp;
  out.velocity = Vec3d{pose.v * std::cos(pose.yaw), pose.v * std::sin(pose.yaw), 0};
  out.before = stamp - Duration::from_seconds(kStep_s), out.after = stamp + Duration::from_seconds(kStep_s);
  return out;
}

}  // namespace

std::vector<MovingObject> moving_objects_of(const world::ActorTrajectories& trajectories) {
  std::vector<MovingObject> out;
  for (const world::ActorTrajectory& actor : trajectories.actors) {
    const std::vector<Vec3d> box = box_points(actor.size);
    const double from = actor.t.front(), to = actor.t.back();
    for (int i = 0; from + kStep_s * i <= to; ++i) {
      const double t = from + kStep_s * i;
      if (const auto pose = world::pose_at(actor, t)) {
        out.push_back(object_at(*pose, box, trajectories.zero + Duration::from_seconds(t)));
      }
    }
  }
  std::ranges::stable_sort(out, {}, &MovingObject::stamp);
  return out;
}

}  // namespace gs::builder
