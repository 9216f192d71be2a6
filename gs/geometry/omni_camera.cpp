// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/omni_camera.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/geometry/scaled_centre.h"

namespace gs {
namespace {

constexpr int kAngles = 600, kTurns = 72;
// Directions around the axis when the size of an image is sought.
constexpr int kFineTurns = 360;

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

// True for parameters that every formula here can use.
bool is_usable(const OmniCamera& c) {
  const double sum = c.xi + c.gamma_x + c.gamma_y + c.cx + c.cy + c.k1 + c.k2 + c.p1 + c.p2;
  return std::isfinite(sum) && c.xi >= 0 && c.xi <= 100 && c.gamma_x > 0 && c.gamma_y > 0;
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

// A projected direction and the derivative of the distortion.
struct Traced {
  Vec2d pixel;
  detail::Distorted<double> bent;
};
std::optional<Traced> trace(const OmniCamera& c, Vec3d direction) {
  const double length = norm(direction);
  const double z = direction.z / length, depth = z + c.xi;
  if (!(depth > 1e-9) || (c.xi > 1 && z <= -1 / c.xi)) return std::nullopt;
  if (c.limit_rad < kPi && !(std::atan2(std::hypot(direction.x, direction.y), direction.z) <= c.limit_rad)) {
    return std::nullopt;
  }
  const auto bent = detail::distort_radtan(radtan_of(c), direction.x / length / depth, direction.y / length / depth);
  return Traced{{c.gamma_x * bent.x + c.cx, c.gamma_y * bent.y + c.cy}, bent};
}

// Columns and rows of an equidistant image, relative to its principal point; both ends belong to it.
struct PixelBox {
  int left = 0, right = 0, top = 0, bottom = 0;
};

// True if the omni camera records the direction of a pixel of an equidistant camera, whose principal point is (0, 0).
bool is_recorded(const OmniCamera& c, const CameraD& to, int x, int y) {
  const auto ray = unproject(to, {static_cast<double>(x), static_cast<double>(y)});
  return ray && recorded_pixel(c, *ray).has_value();
}

// A box around all directions that are recorded, wider by the steps of the search; empty if none is found.
std::optional<PixelBox> searched_box(const OmniCamera& c, const CameraD& to) {
  double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
  bool none = true;
  for (int i = 0; i <= kAngles; ++i) {
    const double theta = c.limit_rad * i / kAngles;
    for (int k = 0; k < kFineTurns; ++k) {
      const double turn = 2 * kPi * k / kFineTurns;
      if (!recorded_pixel(c, direction_at(theta, turn))) continue;
      const double x = to.fx * theta * std::cos(turn), y = to.fy * theta * std::sin(turn);
      low_x = none ? x : std::min(low_x, x), high_x = none ? x : std::max(high_x, x);
      low_y = none ? y : std::min(low_y, y), high_y = none ? y : std::max(high_y, y);
      none = false;
    }
  }
  const double step = c.limit_rad * (1.0 / kAngles + 2 * kPi / kFineTurns);
  const auto whole = [](double value, int side) {
    return static_cast<int>(std::clamp(value, -1.0 * side, side - 1.0));
  };
  if (none) return std::nullopt;
  return PixelBox{whole(std::floor(low_x - step * to.fx), c.width), whole(std::ceil(high_x + step * to.fx), c.width),
                  whole(std::floor(low_y - step * to.fy), c.height), whole(std::ceil(high_y + step * to.fy), c.height)};
}

// The box without the columns and rows at its borders that show nothing.
PixelBox cut_to_recorded(const OmniCamera& c, const CameraD& to, PixelBox box) {
  const auto column = [&](int x) {
    for (int y = box.top; y <= box.bottom; ++y) {
      if (is_recorded(c, to, x, y)) return true;
    }
    return false;
  };
  const auto row = [&](int y) {
    for (int x = box.left; x <= box.right; ++x) {
      if (is_recorded(c, to, x, y)) return true;
    }
    return false;
  };
  while (box.left < box.right && !column(box.left)) ++box.left;
  while (box.left < box.right && !column(box.right)) --box.right;
  while (box.top < box.bottom && !row(box.top)) ++box.top;
  while (box.top < box.bottom && !row(box.bottom)) --box.bottom;
  return box;
}

}  // namespace

OmniCamera with_limits(OmniCamera c) {
  double before = 0;
  c.limit_rad = 1e30;
  double widest = 0;
  for (int i = 1; i <= kAngles; ++i) {
    const double theta = kWidestOmni_rad * i / kAngles, radius = radius_at(c, theta);
    if (!(radius > before)) break;
    before = radius;
    for (int k = 0; k < kTurns; ++k) {
      const auto pixel = project(c, direction_at(theta, 2 * kPi * k / kTurns));
      if (pixel && is_inside(c, *pixel)) widest = theta;
    }
  }
  c.limit_rad = widest;
  return c;
}

OmniCamera scaled(const OmniCamera& camera, int width, int height) {
  OmniCamera out = camera;
  const double sx = static_cast<double>(width) / camera.width, sy = static_cast<double>(height) / camera.height;
  out.width = width, out.height = height;
  out.gamma_x = camera.gamma_x * sx, out.gamma_y = camera.gamma_y * sy;
  out.cx = scaled_centre(camera.cx, sx), out.cy = scaled_centre(camera.cy, sy);
  return out;
}

std::optional<Vec2d> project(const OmniCamera& camera, Vec3d direction) {
  const auto traced = trace(camera, direction);
  if (!traced) return std::nullopt;
  return traced->pixel;
}

std::optional<Vec2d> recorded_pixel(const OmniCamera& camera, Vec3d direction) {
  const auto traced = trace(camera, direction);
  if (!traced || !is_inside(camera, traced->pixel)) return std::nullopt;
  const auto& d = traced->bent;
  // The derivative is symmetric; where it is not positive definite, the image is mirrored.
  if (!(d.dxx > 0) || !(d.dxx * d.dyy - d.dxy * d.dxy > 0)) return std::nullopt;
  return traced->pixel;
}

std::optional<CameraD> ideal_equidistant(const OmniCamera& omni) {
  constexpr int kMostSide_px = 65535;
  if (!is_usable(omni) || omni.width < 1 || omni.height < 1) return std::nullopt;
  if (omni.width > kMostSide_px || omni.height > kMostSide_px) return std::nullopt;
  const OmniCamera c = with_limits(omni);
  if (!(c.limit_rad > 0)) return std::nullopt;
  CameraD out{.fx = c.gamma_x / (1 + c.xi), .fy = c.gamma_y / (1 + c.xi), .lens = Lens::equidistant};
  out = with_limits(out);
  const auto around = searched_box(c, out);
  if (!around) return std::nullopt;
  const PixelBox box = cut_to_recorded(c, out, *around);
  out.width = std::min(box.right - box.left + 1, kMostSide_px);
  out.height = std::min(box.bottom - box.top + 1, kMostSide_px);
  out.cx = -box.left, out.cy = -box.top;
  return out;
}

std::optional<EquidistantFit> fit_equidistant(const OmniCamera& c) {
  if (!is_usable(c)) return std::nullopt;
  const double widest = with_limits(c).limit_rad;
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
