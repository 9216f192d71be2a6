// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/geodetic.h"

#include <cmath>

namespace gs {
namespace {

// Semi-major axis [m] and squared eccentricity of WGS 84.
constexpr double kA = 6378137.0, kE2 = 6.69437999014e-3;
constexpr double kDeg = kPi / 180;

// Earth-centred, earth-fixed position [m].
Vec3d to_ecef(const Geodetic& g) {
  const double phi = g.latitude_deg * kDeg, lambda = g.longitude_deg * kDeg;
  // Radius of curvature in the prime vertical [m]: from the surface along the normal to the earth's axis.
  const double normal = kA / std::sqrt(1 - kE2 * square(std::sin(phi)));
  return {(normal + g.altitude_m) * std::cos(phi) * std::cos(lambda),
          (normal + g.altitude_m) * std::cos(phi) * std::sin(lambda),
          (normal * (1 - kE2) + g.altitude_m) * std::sin(phi)};
}

}  // namespace

Vec3d to_enu(const Geodetic& position, const Geodetic& origin) {
  const Vec3d d = to_ecef(position) - to_ecef(origin);
  const double phi = origin.latitude_deg * kDeg, lambda = origin.longitude_deg * kDeg;
  const Vec3d east{-std::sin(lambda), std::cos(lambda), 0};
  const Vec3d north{-std::sin(phi) * std::cos(lambda), -std::sin(phi) * std::sin(lambda), std::cos(phi)};
  const Vec3d up{std::cos(phi) * std::cos(lambda), std::cos(phi) * std::sin(lambda), std::sin(phi)};
  return {dot(east, d), dot(north, d), dot(up, d)};
}

Geodetic from_enu(Vec3d enu, const Geodetic& origin) {
  // Fixed-point iteration: the error in metres, divided by the radii of curvature, corrects the angles.
  Geodetic at = origin;
  for (int i = 0; i < 10; ++i) {
    const Vec3d off = enu - to_enu(at, origin);
    const double phi = at.latitude_deg * kDeg, w = std::sqrt(1 - kE2 * square(std::sin(phi)));
    const double meridian = kA * (1 - kE2) / (w * w * w), normal = kA / w;
    at.latitude_deg += off.y / (meridian + at.altitude_m) / kDeg;
    at.longitude_deg += off.x / ((normal + at.altitude_m) * std::cos(phi)) / kDeg;
    at.altitude_m += off.z;
  }
  return at;
}

}  // namespace gs
