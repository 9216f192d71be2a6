// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/actor_contact.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gs::sim {
namespace {

// A box seen from above, and its range of heights.
struct Standing {
  Vec2d centre, ahead, left;  // in map; unit vectors
  Vec2d half;                 // half length and width [m]
  double low, high;           // [m]
};

Standing standing(const Box& box, const Rigid3d& pose) {
  const Vec3d centre = pose * box.centre, x = pose.rotation * Vec3d{1, 0, 0}, y = pose.rotation * Vec3d{0, 1, 0},
              z = pose.rotation * Vec3d{0, 0, 1};
  const Vec3d h = box.half_extent;
  const double reach = h.x * std::abs(x.z) + h.y * std::abs(y.z) + h.z * std::abs(z.z);
  const double length = std::hypot(x.x, x.y);
  const Vec2d ahead = length > 1e-9 ? Vec2d{x.x / length, x.y / length} : Vec2d{1, 0};
  return {{centre.x, centre.y}, ahead, {-ahead.y, ahead.x}, {h.x, h.y}, centre.z - reach, centre.z + reach};
}

std::array<Vec2d, 4> corners_of(const Standing& s) {
  const Vec2d l = s.ahead * s.half.x, w = s.left * s.half.y;
  return {s.centre + l + w, s.centre + l - w, s.centre - l - w, s.centre - l + w};
}

// Whether the footprint of `other` reaches the slab of `s` along both of its axes.
bool overlaps_along(const Standing& s, const std::array<Vec2d, 4>& other) {
  const auto reaches = [&](Vec2d axis, double half) {
    double low = 1e300, high = -1e300;
    for (const Vec2d& p : other) {
      const double d = dot(p - s.centre, axis);
      low = std::min(low, d), high = std::max(high, d);
    }
    return low <= half && high >= -half;
  };
  return reaches(s.ahead, s.half.x) && reaches(s.left, s.half.y);
}

bool contains(const Standing& s, Vec2d p) {
  constexpr double kTolerance = 1e-9;
  const Vec2d d = p - s.centre;
  return std::abs(dot(d, s.ahead)) <= s.half.x + kTolerance && std::abs(dot(d, s.left)) <= s.half.y + kTolerance;
}

}  // namespace

std::optional<Vec3d> contact_of(const Box& a, const Rigid3d& map_from_a, const Box& b, const Rigid3d& map_from_b) {
  const Standing first = standing(a, map_from_a), second = standing(b, map_from_b);
  const double low = std::max(first.low, second.low), high = std::min(first.high, second.high);
  const auto corners = corners_of(first), others = corners_of(second);
  if (low > high || !overlaps_along(first, others) || !overlaps_along(second, corners)) return std::nullopt;
  // Mean of the corners that lie in the other box; boxes that cross without corners inside meet between their centres.
  Vec2d sum{0, 0};
  double count = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (contains(second, corners[i])) sum = sum + corners[i], count += 1;
    if (contains(first, others[i])) sum = sum + others[i], count += 1;
  }
  const Vec2d at = count > 0 ? sum * (1 / count) : (first.centre + second.centre) * 0.5;
  return Vec3d{at.x, at.y, 0.5 * (low + high)};
}

EgoSide side_of(const Box& box, const Rigid3d& map_from_base_link, Vec3d point) {
  const Vec3d p = map_from_base_link.inverse() * point - box.centre;
  const double along = p.x / box.half_extent.x, across = p.y / box.half_extent.y;
  if (std::abs(along) >= std::abs(across)) return along >= 0 ? EgoSide::front : EgoSide::rear;
  return across >= 0 ? EgoSide::left : EgoSide::right;
}

}  // namespace gs::sim
