// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/moving_actors.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/world/actors/actor_pose.h"
#include "gs/world/actors/sun_light.h"

namespace gs::builder {
namespace {

constexpr double kStep_s = 0.1;
constexpr double kSpacing_m = 0.5;  // of the points
constexpr double kPiece_m = 1.5;    // way of the floor in one piece of a shadow
constexpr int kPointsOnEdge = 4;
constexpr double kInside_m = 0.1;  // the points lie this far inside the box: masks add a margin around them

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

// Floor of the box in map, counter-clockwise.
std::array<Vec2d, 4> floor_of(const world::ActorPose& pose, Vec3d size) {
  const Vec2d ahead{0.5 * size.x * std::cos(pose.yaw), 0.5 * size.x * std::sin(pose.yaw)};
  const Vec2d left{-0.5 * size.y * std::sin(pose.yaw), 0.5 * size.y * std::cos(pose.yaw)};
  const Vec2d at{pose.position.x, pose.position.y};
  return {at - ahead - left, at + ahead - left, at + ahead + left, at - ahead + left};
}

// The shadow of a box at one time: the floor moved towards its end piece by piece, so that every piece is short enough
// to be masked as a whole.
void add_shadow(const world::ActorPose& pose, Vec3d size, const world::SunLight& sun, const MovingObject& box,
                std::vector<MovingObject>& out) {
  const Vec2d way = world::shadow_offset(sun, size.z);
  const int pieces = std::max(1, static_cast<int>(std::ceil(norm(way) / kPiece_m)));
  for (int k = 0; k < pieces; ++k) {
    std::array<Vec2d, 4> floor = floor_of(pose, size);
    for (Vec2d& corner : floor) corner = corner + way * (1.0 * k / pieces);
    const world::ShadowOutline outline = world::swept_outline(floor, way * (1.0 / pieces));
    MovingObject& piece = out.emplace_back(box);
    piece.points.clear();
    const double z = pose.position.z;
    piece.place = {{1e30, 1e30, z}, {}, {-1e30, -1e30, z}};
    for (std::size_t i = 0; i < outline.corners; ++i) {
      const Vec2d a = outline.corner[i], b = outline.corner[(i + 1) % outline.corners];
      for (int j = 0; j < kPointsOnEdge; ++j) {
        const Vec2d p = a + (b - a) * (1.0 * j / kPointsOnEdge);
        piece.points.push_back({cast<float>(Vec3d{p.x, p.y, z}), static_cast<float>(z), 0});
        piece.place.low = {std::min(piece.place.low.x, p.x), std::min(piece.place.low.y, p.y), z};
        piece.place.high = {std::max(piece.place.high.x, p.x), std::max(piece.place.high.y, p.y), z};
      }
    }
    piece.place.middle = (piece.place.low + piece.place.high) * 0.5;
  }
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
        const MovingObject object = object_at(*pose, box, trajectories.zero + Duration::from_seconds(t));
        out.push_back(object);
        if (trajectories.sun) add_shadow(*pose, actor.size, *trajectories.sun, object, out);
      }
    }
  }
  std::ranges::stable_sort(out, {}, &MovingObject::stamp);
  return out;
}

}  // namespace gs::builder
