// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/ground_contact.h"

#include <cmath>

#include "gs/world/files/heightmap.h"

namespace gs::sim {
namespace {

constexpr double kStepUp = 1.0;    // [m] a surface higher than this above the wheel is a bridge, not the road
constexpr double kStepDown = 5.0;  // [m] a surface lower than this below the wheel is ignored

struct WheelGround {
  Vec2d offset;   // from the rear axle's centre: forward, left [m]
  double height;  // [m] in map
};

// Least-squares plane h = c + a forward + b left. Empty for fewer than three points or for points on a line.
struct Plane {
  double a, b, c;
};
std::optional<Plane> fit_plane(const std::array<std::optional<WheelGround>, 4>& wheels) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0, sh = 0, sxh = 0, syh = 0;
  for (const auto& wheel : wheels) {
    if (!wheel) continue;
    const auto [x, y] = wheel->offset;
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
    sh += wheel->height, sxh += x * wheel->height, syh += y * wheel->height;
  }
  if (n < 3) return std::nullopt;
  const Mat3d normal = Mat3d::from_rows({sxx, sxy, sx}, {sxy, syy, sy}, {sx, sy, n});
  const double determinant_all = determinant(normal);
  if (!(std::abs(determinant_all) > 1e-9)) return std::nullopt;
  const auto solve = [&](int column) {  // Cramer's rule
    Mat3d m = normal;
    m.m[0][column] = sxh, m.m[1][column] = syh, m.m[2][column] = sh;
    return determinant(m) / determinant_all;
  };
  return Plane{solve(0), solve(1), solve(2)};
}

}  // namespace

GroundContact::GroundContact(const world::HeightmapData& heightmap, const raycast::MeshCaster* mesh, Vec3d mesh_origin)
    : heightmap_(heightmap), mesh_(mesh), mesh_origin_(mesh_origin) {}

std::optional<double> GroundContact::ground_height(double x, double y, double near_z) const {
  if (const auto height = gs::world::ground_height(heightmap_, x, y)) return height;
  if (mesh_ == nullptr || !std::isfinite(near_z)) return std::nullopt;
  // The heightmap has no value here: cast a ray down onto the mesh, from kStepUp above the expected height.
  const Vec3d origin = Vec3d{x, y, near_z + kStepUp} - mesh_origin_;
  const raycast::Ray down{
      .origin = cast<float>(origin), .max_distance = static_cast<float>(kStepUp + kStepDown), .direction = {0, 0, -1}};
  raycast::MeshHit hit;
  mesh_->cast({.rows = 1, .columns = 1}, {&down, 1}, {&hit, 1});
  if (!hit.found()) return std::nullopt;
  return near_z + kStepUp - static_cast<double>(hit.distance);
}

Stance GroundContact::stance(double x, double y, double yaw, const VehicleOptions& vehicle, const Stance& last) const {
  const double half = 0.5 * vehicle.track_width;
  return stance_on(x, y, yaw, {{{vehicle.wheelbase, half}, {vehicle.wheelbase, -half}, {0, half}, {0, -half}}}, last);
}

Stance GroundContact::stance_on(double x, double y, double yaw, const std::array<Vec2d, 4>& feet,
                                const Stance& last) const {
  const double c = std::cos(yaw), s = std::sin(yaw);
  std::array<std::optional<WheelGround>, 4> wheels;
  int on_ground = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto [forward, left] = feet[i];
    // Expected height under this wheel: the previous ground plane, extended.
    const double near_z = last.z - forward * std::tan(last.pitch) + left * std::tan(last.roll);
    const auto height = ground_height(x + c * forward - s * left, y + s * forward + c * left, near_z);
    if (!height) continue;
    wheels[i] = WheelGround{feet[i], *height};
    ++on_ground;
  }
  const auto plane = fit_plane(wheels);
  if (!plane) {
    Stance kept = last;
    kept.wheels_on_ground = on_ground;
    return kept;
  }
  // Tilt whose z axis is the plane's normal when applied as yaw, then pitch, then roll.
  const double roll = std::asin(plane->b / std::sqrt(1.0 + plane->a * plane->a + plane->b * plane->b));
  return {.z = plane->c, .pitch = -std::atan(plane->a), .roll = roll, .wheels_on_ground = on_ground};
}

Rigid3d map_from_base_link(double x, double y, double yaw, const Stance& stance) {
  return {Quaterniond::from_rpy(stance.roll, stance.pitch, yaw), {x, y, stance.z}};
}

}  // namespace gs::sim
