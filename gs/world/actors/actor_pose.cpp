// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/actor_pose.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "gs/core/numbers/math.h"

namespace gs::world {
namespace {

// Cubic Hermite curve over h seconds from p0 to p1 with the slopes m0 and m1; u in [0, 1] is the share of h.
struct Hermite {
  double p0, p1, m0, m1, h;

  double value(double u) const {
    const double w = 1 - u;
    return (1 + 2 * u) * w * w * p0 + u * w * w * h * m0 + u * u * (3 - 2 * u) * p1 - u * u * w * h * m1;
  }
  double slope(double u) const {
    const double w = 1 - u;
    return 6 * u * w * (p1 - p0) / h + w * (1 - 3 * u) * m0 + u * (3 * u - 2) * m1;
  }
};

// Slope of column z at sample i: the difference of its neighbours.
double climb_at(const ActorTrajectory& a, std::size_t i) {
  const std::size_t before = i == 0 ? i : i - 1, after = i + 1 == a.t.size() ? i : i + 1;
  return (a.z[after] - a.z[before]) / (a.t[after] - a.t[before]);
}

// The angle turned from a to b, by the shorter way.
double shorter_turn(double a, double b) { return std::remainder(b - a, 2 * kPi); }

// Linear between samples i and i + 1; 0 for an empty column.
double tilt_at(const std::vector<double>& column, std::size_t i, double u) {
  return column.empty() ? 0 : column[i] + u * (column[i + 1] - column[i]);
}

// Forward speed from the velocity in the plane; its sign is that of the recorded speeds.
double signed_speed(double vx, double vy, double recorded) {
  const double speed = std::hypot(vx, vy);
  return recorded < 0 ? -speed : speed;
}

}  // namespace

PhaseKind phase_at(const ActorTrajectory& actor, double t) {
  const auto after = std::upper_bound(actor.phases.begin(), actor.phases.end(), t,
                                      [](double time, const ActorPhase& phase) { return time < phase.from; });
  if (after == actor.phases.begin() || t > std::prev(after)->to) return PhaseKind::moving;
  return std::prev(after)->kind;
}

std::optional<ActorPose> pose_at(const ActorTrajectory& actor, double t) {
  const ActorTrajectory& a = actor;
  if (a.t.size() < 2 || !(t >= a.t.front() && t <= a.t.back())) return std::nullopt;
  const auto after = std::upper_bound(a.t.begin() + 1, a.t.end() - 1, t);
  const auto j = static_cast<std::size_t>(after - a.t.begin()), i = j - 1;
  const double h = a.t[j] - a.t[i], u = (t - a.t[i]) / h;
  const Hermite x{a.x[i], a.x[j], a.v[i] * std::cos(a.yaw[i]), a.v[j] * std::cos(a.yaw[j]), h};
  const Hermite y{a.y[i], a.y[j], a.v[i] * std::sin(a.yaw[i]), a.v[j] * std::sin(a.yaw[j]), h};
  const Hermite z{a.z[i], a.z[j], climb_at(a, i), climb_at(a, j), h};
  const Hermite yaw{a.yaw[i], a.yaw[i] + shorter_turn(a.yaw[i], a.yaw[j]), a.yaw_rate[i], a.yaw_rate[j], h};
  return ActorPose{.position = {x.value(u), y.value(u), z.value(u)},
                   .yaw = shorter_turn(0, yaw.value(u)),
                   .pitch = tilt_at(a.pitch, i, u),
                   .roll = tilt_at(a.roll, i, u),
                   .v = signed_speed(x.slope(u), y.slope(u), a.v[i] + u * (a.v[j] - a.v[i])),
                   .yaw_rate = yaw.slope(u),
                   .phase = phase_at(actor, t)};
}

}  // namespace gs::world
