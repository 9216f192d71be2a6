// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/omni_camera.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gs {
namespace {

constexpr int kAngles = 600, kTurns = 72;
constexpr double kWidest_rad = 100 * kPi / 180;  // lenses see no further, whatever the formula gives

// Distortion of the omni model as a radtan camera with focal length 1.
CameraD radtan_of(const OmniCamera& c) {
  CameraD out;
  out.k1 = c.k1, out.k2 = c.k2, out.p1 = c.p1, out.p2 = c.p2;
  return out;
}

// Pixel centres have integer coordinates, so the image begins at -0.5.
bool is_inside(const OmniCamera& c, Vec2d pixel) {
  return pixel.x >= -0.5 && pixel.y >= -0.5 && pixel.x <= c.width - 0.5 && pixel.y <= c.height - 0.5;
}

Vec3d direction_at(double theta, double turn) {
  return {std::sin(theta) * std::cos(turn), std::sin(theta) * std::sin(turn), std::cos(theta)};
}

// Distance from the principal point without the tangential part, at focal length 1; negative where it is not valid.
double radius_at(const OmniCamera& c, double theta) {
  const double depth = std::cos(theta) + c.xi;
  if (!(depth > 1e-9) || (c.xi > 1 && std::cos(theta) <= -1 / c.xi)) return -1;
  const double m = std::sin(theta) / depth, q = m * m;
  return m * (1 + q * (c.k1 + q * c.k2));
}

// Largest angle that is projected into the image on some side, before the radius shrinks again.
double widest_angle(const OmniCamera& c) {
  double widest = 0, before = 0;
  for (int i = 1; i <= kAngles; ++i) {
    const double theta = kWidest_rad * i / kAngles, radius = radius_at(c, theta);
    if (!(radius > before)) break;
    before = radius;
    for (int k = 0; k < kTurns; ++k) {
      const auto pixel = project(c, direction_at(theta, 2 * kPi * k / kTurns));
      if (pixel && is_inside(c, *pixel)) widest = theta;
    }
  }
  return widest;
}

// Solves the normal equations of four unknowns by elimination with pivoting; empty if they are singular.
std::optional<std::array<double, 4>> solve4(std::array<std::array<double, 5>, 4> a) {
  for (std::size_t i = 0; i < 4; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < 4; ++r) pivot = std::abs(a[r][i]) > std::abs(a[pivot][i]) ? r : pivot;
    if (!(std::abs(a[pivot][i]) > 1e-30)) return std::nullopt;
    std::swap(a[i], a[pivot]);
    for (std::size_t r = 0; r < 4; ++r) {
      const double factor = r == i ? 0 : a[r][i] / a[i][i];
      for (std::size_t c = i; c < 5; ++c) a[r][c] -= factor * a[i][c];
    }
  }
  return std::array<double, 4>{a[0][4] / a[0][0], a[1][4] / a[1][1], a[2][4] / a[2][2], a[3][4] / a[3][3]};
}

}  // namespace

std::optional<Vec2d> project(const OmniCamera& camera, Vec3d direction) {
  const double length = norm(direction);
  const double z = direction.z / length, depth = z + camera.xi;
  if (!(depth > 1e-9) || (camera.xi > 1 && z <= -1 / camera.xi)) return std::nullopt;
  const auto bent =
      detail::distort_radtan(radtan_of(camera), direction.x / length / depth, direction.y / length / depth);
  return Vec2d{camera.gamma_x * bent.x + camera.cx, camera.gamma_y * bent.y + camera.cy};
}

std::optional<EquidistantFit> fit_equidistant(const OmniCamera& c) {
  const double sum = c.xi + c.gamma_x + c.gamma_y + c.cx + c.cy + c.k1 + c.k2 + c.p1 + c.p2;
  if (!std::isfinite(sum) || !(c.xi >= 0 && c.xi <= 100) || !(c.gamma_x > 0) || !(c.gamma_y > 0)) return std::nullopt;
  const double widest = widest_angle(c);
  if (!(widest > 0)) return std::nullopt;
  // Near the axis the radius is theta / (1 + xi), so that is the scale of the focal lengths; then
  // radius (1 + xi) / theta - 1 = k1 t + k2 t^2 + k3 t^3 + k4 t^4 with t = theta^2, weighted as pixels.
  std::array<std::array<double, 5>, 4> normal{};
  for (int i = 1; i <= kAngles; ++i) {
    const double theta = widest * i / kAngles, t = theta * theta;
    const std::array<double, 4> row = {theta * t, theta * t * t, theta * t * t * t, theta * t * t * t * t};
    const double wanted = radius_at(c, theta) * (1 + c.xi) - theta;
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t k = 0; k < 4; ++k) normal[r][k] += row[r] * row[k];
      normal[r][4] += row[r] * wanted;
    }
  }
  const auto k = solve4(normal);
  if (!k) return std::nullopt;
  EquidistantFit fit{.camera = {.width = c.width,
                                .height = c.height,
                                .fx = c.gamma_x / (1 + c.xi),
                                .fy = c.gamma_y / (1 + c.xi),
                                .cx = c.cx,
                                .cy = c.cy,
                                .lens = Lens::equidistant}};
  fit.camera.k1 = (*k)[0], fit.camera.k2 = (*k)[1], fit.camera.k3 = (*k)[2], fit.camera.k4 = (*k)[3];
  fit.camera = with_limits(fit.camera);
  for (int i = 1; i <= kAngles; ++i) {
    for (int turn = 0; turn < kTurns; ++turn) {
      const Vec3d ray = direction_at(widest * i / kAngles, 2 * kPi * turn / kTurns);
      const auto pixel = project(c, ray);
      if (!pixel || !is_inside(c, *pixel)) continue;
      const bool seen = can_project(fit.camera, ray);
      const Vec2d off = seen ? project(fit.camera, ray) - *pixel : Vec2d{1e9, 0};
      fit.most_error_px = std::max(fit.most_error_px, norm(off));
    }
  }
  return fit;
}

}  // namespace gs
