// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/run_digest.h"

#include <span>

namespace gs::sim {
namespace {

template <class T>
void update(Sha256& hash, const std::vector<T>& items) {
  hash.update(std::as_bytes(std::span(items)));
}
template <class T, std::size_t N>
void update(Sha256& hash, const T (&items)[N]) {
  hash.update(std::as_bytes(std::span(items)));
}

}  // namespace

void RunDigest::add(const Observation& now) {
  // Values are hashed as their bytes in memory, so a digest changes with the last bit of any of them.
  const world::EgoState& e = now.ego;
  const int64_t time[] = {static_cast<int64_t>(now.step), now.stamp.ns, e.pose.stamp.ns};
  const double motion[] = {e.pose.x,           e.pose.y,           e.pose.z,           e.pose.qx,        e.pose.qy,
                           e.pose.qz,          e.pose.qw,          e.twist.vx,         e.twist.vy,       e.twist.vz,
                           e.twist.wx,         e.twist.wy,         e.twist.wz,         e.steering_angle, e.speed,
                           now.acceleration.x, now.acceleration.y, now.acceleration.z, now.steering_rate};
  const uint8_t flags[] = {now.status.is_collision, now.status.is_offroad, static_cast<uint8_t>(now.gear)};
  update(state_, time);
  update(state_, motion);
  update(state_, flags);
  state_.update(now.status.message);
  for (const ActorState& actor : now.actors) {
    const Rigid3d& p = actor.map_from_actor;
    const double values[] = {static_cast<double>(actor.actor),
                             p.translation.x,
                             p.translation.y,
                             p.translation.z,
                             p.rotation.x,
                             p.rotation.y,
                             p.rotation.z,
                             p.rotation.w,
                             actor.speed,
                             actor.yaw_rate};
    update(state_, values);
  }
  for (const world::RenderedImage& image : now.images) {
    images_.update(image.camera_id);
    update(images_, image.data);
  }
  for (const TruthImages& truth : now.truth) {
    update(images_, truth.depth_m);
    update(images_, truth.instance);
    update(images_, truth.class_code);
    update(images_, truth.motion_px);
  }
  for (const LidarSweep& sweep : now.sweeps) {
    clouds_.update(sweep.cloud.lidar_id);
    update(clouds_, sweep.cloud.points);
    update(clouds_, sweep.ring);
    update(clouds_, sweep.time_s);
  }
}

}  // namespace gs::sim
