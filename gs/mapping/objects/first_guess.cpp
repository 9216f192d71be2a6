// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gs/mapping/objects/motion_smoother.h"

namespace gs::mapping {
namespace {

// Slower motion has no clear direction.
constexpr double kSlow_mps = 1;

Vec2d turned(double yaw, Vec2d p) {
  return {std::cos(yaw) * p.x - std::sin(yaw) * p.y, std::sin(yaw) * p.x + std::cos(yaw) * p.y};
}

// Mean velocity around a state, over neighbours at least a moment apart; two LiDARs see an object at nearly one time.
struct Velocity {
  Vec2d in_map;
  double yaw_rate;
};
Velocity velocity_at(const std::vector<ObjectState>& states, std::size_t i) {
  constexpr double kReach_s = 0.15;
  std::size_t a = i, b = i;
  while (a > 0 && (states[i].stamp - states[a].stamp).seconds() < kReach_s) --a;
  while (b + 1 < states.size() && (states[b].stamp - states[i].stamp).seconds() < kReach_s) ++b;
  const double dt = (states[b].stamp - states[a].stamp).seconds();
  if (!(dt > 1e-3)) return {};
  const Vec3d d = (states[b].position_in_map - states[a].position_in_map) / dt;
  return {{d.x, d.y}, (states[b].yaw - states[a].yaw) / dt};
}

// Doubles of angles do not tell forward from backward: their mean is the axis of the motion in the object frame.
double axis_of_motion(const std::vector<ObjectState>& states, const std::vector<Velocity>& velocities) {
  Vec2d doubled{};
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Vec2d v = turned(-states[i].yaw, velocities[i].in_map);
    const double speed = norm(v);
    if (speed < kSlow_mps) continue;
    doubled = doubled + Vec2d{v.x * v.x - v.y * v.y, 2 * v.x * v.y} * (1 / speed);
  }
  if (norm(doubled) > 0) return 0.5 * std::atan2(doubled.y, doubled.x);
  // Slow all the way: the direction from the first to the last place.
  const Vec3d d = states.back().position_in_map - states.front().position_in_map;
  return std::atan2(d.y, d.x) - states.front().yaw;
}

}  // namespace

void align_heading(std::vector<ObjectState>& states) {
  if (states.empty()) return;
  std::vector<Velocity> velocities;
  for (std::size_t i = 0; i < states.size(); ++i) velocities.push_back(velocity_at(states, i));
  double axis = axis_of_motion(states, velocities);
  // Path lengths of the longest stretch in each sense.
  double longest[2] = {0, 0}, stretch = 0;
  int sense = 0;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    const Vec2d v = velocities[i].in_map;
    const int now = dot(v, turned(states[i].yaw + axis, {1, 0})) >= 0 ? 0 : 1;
    if (now != sense) stretch = 0, sense = now;
    stretch += norm(v) * (states[i + 1].stamp - states[i].stamp).seconds();
    longest[sense] = std::max(longest[sense], stretch);
  }
  if (longest[1] > longest[0]) axis += kPi;
  axis = std::remainder(axis, 2 * kPi);
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].yaw += axis;
    states[i].v = dot(velocities[i].in_map, turned(states[i].yaw, {1, 0}));
    states[i].yaw_rate = velocities[i].yaw_rate;
  }
}

std::vector<ObjectState> first_guess(const ObjectTrack& track) {
  std::vector<ObjectState> states(track.sightings.size());
  std::vector<uint8_t> known(states.size(), 0);
  for (std::size_t i = 0; i < states.size(); ++i) states[i].stamp = track.sightings[i].stamp;
  for (const RelativePose& m : track.motions) {
    if (m.from >= states.size() || m.to >= states.size()) continue;
    // A part of the track that no earlier motion reaches starts at the mean of its points.
    if (known[m.from] == 0) {
      states[m.from].position_in_map = m.pivot_in_map, known[m.from] = 1;
      if (m.from > 0) states[m.from].yaw = states[m.from - 1].yaw;
    }
    if (known[m.to] != 0) continue;
    const ObjectState& a = states[m.from];
    const Vec3d arm = a.position_in_map - m.pivot_in_map;
    const Vec2d arm_after = turned(m.yaw, {arm.x, arm.y});
    states[m.to].position_in_map = m.pivot_in_map + m.translation + Vec3d{arm_after.x, arm_after.y, arm.z};
    states[m.to].yaw = a.yaw + m.yaw;
    known[m.to] = 1;
  }
  // Sightings without a motion lie on the line between their neighbours.
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (known[i] != 0) continue;
    std::size_t next = i;
    while (next < states.size() && known[next] == 0) ++next;
    if (i == 0 && next == states.size()) break;
    const ObjectState &before = states[i > 0 ? i - 1 : next], &after = states[next < states.size() ? next : i - 1];
    const double span = (after.stamp - before.stamp).seconds();
    const double share = span > 0 ? (states[i].stamp - before.stamp).seconds() / span : 0;
    states[i].position_in_map = before.position_in_map + (after.position_in_map - before.position_in_map) * share;
    states[i].yaw = before.yaw + (after.yaw - before.yaw) * share;
    known[i] = 1;
  }
  align_heading(states);
  return states;
}

}  // namespace gs::mapping
