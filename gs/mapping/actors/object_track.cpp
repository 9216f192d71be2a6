// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/object_track.h"

#include <algorithm>
#include <cmath>

#include "gs/core/expect.h"

namespace gs::mapping {
namespace {

// Value and slope of a cubic Hermite curve on an interval of `length_s`, at a share of it.
struct Curve {
  double value, slope;
};
Curve hermite(double from, double from_slope, double to, double to_slope, double length_s, double share) {
  const double s = share, s2 = s * s, s3 = s2 * s;
  const double value = (2 * s3 - 3 * s2 + 1) * from + (s3 - 2 * s2 + s) * length_s * from_slope +
                       (3 * s2 - 2 * s3) * to + (s3 - s2) * length_s * to_slope;
  const double slope =
      (6 * s2 - 6 * s) * (from - to) / length_s + (3 * s2 - 4 * s + 1) * from_slope + (3 * s2 - 2 * s) * to_slope;
  return {value, slope};
}

// Motion with constant speed and yaw rate, exact along an arc.
ObjectState carried_on(ObjectState state, Timestamp time) {
  const double dt = (time - state.stamp).seconds();
  const double half = 0.5 * state.yaw_rate * dt;
  const double chord = state.v * dt * (std::abs(half) > 1e-6 ? std::sin(half) / half : 1.0);
  state.position_in_map += Vec3d{chord * std::cos(state.yaw + half), chord * std::sin(state.yaw + half), 0};
  state.yaw += state.yaw_rate * dt;
  state.stamp = time;
  return state;
}

ObjectState between(const ObjectState& a, const ObjectState& b, Timestamp time) {
  const double length_s = (b.stamp - a.stamp).seconds();
  if (!(length_s > 0)) return a;
  const double share = (time - a.stamp).seconds() / length_s;
  const auto along = [&](double from, double from_slope, double to, double to_slope) {
    return hermite(from, from_slope, to, to_slope, length_s, share);
  };
  const Vec3d &p = a.position_in_map, &q = b.position_in_map;
  const Curve x = along(p.x, a.v * std::cos(a.yaw), q.x, b.v * std::cos(b.yaw));
  const Curve y = along(p.y, a.v * std::sin(a.yaw), q.y, b.v * std::sin(b.yaw));
  const Curve yaw = along(a.yaw, a.yaw_rate, b.yaw, b.yaw_rate);
  const auto mix = [&](double from, double to) { return from + share * (to - from); };
  const double speed = std::hypot(x.slope, y.slope);
  return {.stamp = time,
          .position_in_map = {x.value, y.value, mix(p.z, q.z)},
          .yaw = yaw.value,
          .v = mix(a.v, b.v) < 0 ? -speed : speed,
          .yaw_rate = yaw.slope,
          .sigma_m = mix(a.sigma_m, b.sigma_m),
          .sigma_rad = mix(a.sigma_rad, b.sigma_rad)};
}

}  // namespace

std::string_view name_of(TrackRejection reason) {
  switch (reason) {
    case TrackRejection::few_sightings:
      return "few_sightings";
    case TrackRejection::is_short:
      return "short";
    case TrackRejection::not_rigid:
      return "not_rigid";
    case TrackRejection::too_large:
      return "too_large";
    case TrackRejection::in_wall:
      return "in_wall";
    case TrackRejection::ego_part:
      return "ego_part";
    case TrackRejection::duplicate:
      return "duplicate";
    case TrackRejection::low_points:
      return "low_points";
    case TrackRejection::no_returns:
      return "no_returns";
    case TrackRejection::beside_returns:
      return "beside_returns";
    case TrackRejection::other_motion:
      return "other_motion";
  }
  return "";
}

std::string_view name_of(ObjectClass type) {
  switch (type) {
    case ObjectClass::pedestrian:
      return "pedestrian";
    case ObjectClass::two_wheeler:
      return "two_wheeler";
    case ObjectClass::car:
      return "car";
    case ObjectClass::large_vehicle:
      return "large_vehicle";
    case ObjectClass::unknown:
      return "unknown";
  }
  return "";
}

ObjectState state_at(const std::vector<ObjectState>& states, Timestamp time) {
  GS_EXPECT(!states.empty());
  if (time <= states.front().stamp) return carried_on(states.front(), time);
  if (time >= states.back().stamp) return carried_on(states.back(), time);
  const auto after = std::ranges::upper_bound(states, time, {}, &ObjectState::stamp);
  return between(*(after - 1), *after, time);
}

}  // namespace gs::mapping
