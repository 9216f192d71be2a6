// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/camera.h"

#include <algorithm>
#include <cmath>

#include "gs/geometry/scaled_centre.h"

namespace gs {
namespace {

constexpr int kScanSteps = 2000;

// Smallest value in (0, end] where slope(value) <= 0, found by a scan in kScanSteps steps and bisection; `end` if the
// slope stays positive.
template <class Slope>
double first_fold(double end, Slope slope) {
  double low = 0;
  for (int i = 1; i <= kScanSteps; ++i) {
    double high = end * i / kScanSteps;
    if (slope(high) > 0) {
      low = high;
      continue;
    }
    for (int j = 0; j < 60; ++j) {
      const double middle = 0.5 * (low + high);
      (slope(middle) > 0 ? low : high) = middle;
    }
    return low;
  }
  return end;
}

// Derivative of the distorted radius by the undistorted radius r. The small tangential part is ignored.
double radial_slope(const CameraD& camera, double r) {
  CameraD radial = camera;
  radial.p1 = radial.p2 = 0;
  return detail::distort_radtan(radial, r, 0.0).dxx;
}

// Inverse of distort_radtan(); empty if no point inside camera.limit is distorted to `distorted`.
std::optional<Vec2d> undistort_radtan(const CameraD& camera, Vec2d distorted) {
  Vec2d p = distorted;
  // Newton's method with the exact 2x2 Jacobian, from the distorted point moved into the valid disc.
  const double r = norm(p);
  const double r_max = std::sqrt(camera.limit);
  if (r > 0.99 * r_max) p = p * (0.99 * r_max / r);
  for (int i = 0; i < 50; ++i) {
    const auto d = detail::distort_radtan(camera, p.x, p.y);
    const Vec2d e{d.x - distorted.x, d.y - distorted.y};
    const double determinant = d.dxx * d.dyy - d.dxy * d.dxy;
    if (!(std::abs(determinant) > 1e-12)) return std::nullopt;
    Vec2d step{(d.dyy * e.x - d.dxy * e.y) / determinant, (d.dxx * e.y - d.dxy * e.x) / determinant};
    const double length = norm(step);
    if (length > 0.5) step = step * (0.5 / length);  // a long step could leave the monotone region
    p = p - step;
    if (length < 1e-14) break;
  }
  const auto d = detail::distort_radtan(camera, p.x, p.y);
  const bool solved = std::abs(d.x - distorted.x) < 1e-9 && std::abs(d.y - distorted.y) < 1e-9;
  if (!solved || dot(p, p) > camera.limit) return std::nullopt;
  return p;
}

// Inverse of bend_equidistant(): theta for theta_d; empty beyond camera.limit.
std::optional<double> unbend_equidistant(const CameraD& camera, double theta_d) {
  double low = 0, high = camera.limit;
  if (theta_d > detail::bend_equidistant(camera, high).theta_d) return std::nullopt;
  double theta = std::min(theta_d, high);
  for (int i = 0; i < 100; ++i) {  // Newton's method, with bisection where it would leave [low, high]
    const auto bent = detail::bend_equidistant(camera, theta);
    const double error = bent.theta_d - theta_d;
    (error > 0 ? high : low) = theta;
    double next = theta - error / bent.derivative;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - theta) < 1e-15) break;
    theta = next;
  }
  return theta;
}

}  // namespace

CameraD with_limits(CameraD camera) {
  if (camera.lens == Lens::equidistant) {
    camera.limit = first_fold(kPi, [&](double theta) { return detail::bend_equidistant(camera, theta).derivative; });
    return camera;
  }
  constexpr double kMaxRadius = 20.0;  // x / z at 87 degrees from the axis
  const double r = first_fold(kMaxRadius, [&](double x) { return radial_slope(camera, x); });
  camera.limit = r * r;
  return camera;
}

std::optional<Vec3d> unproject(const CameraD& camera, Vec2d pixel) {
  const Vec2d m{(pixel.x - camera.cx) / camera.fx, (pixel.y - camera.cy) / camera.fy};
  if (camera.lens == Lens::radtan) {
    if (!camera.has_distortion()) return normalized(Vec3d{m.x, m.y, 1.0});
    const auto p = undistort_radtan(camera, m);
    if (!p) return std::nullopt;
    return normalized(Vec3d{p->x, p->y, 1.0});
  }
  const double theta_d = norm(m);
  if (theta_d < 1e-15) return Vec3d{0, 0, 1};
  const auto theta = unbend_equidistant(camera, theta_d);
  if (!theta) return std::nullopt;
  // m has length theta_d; the direction's part across the axis has length sin(theta).
  const double s = std::sin(*theta) / theta_d;
  return Vec3d{m.x * s, m.y * s, std::cos(*theta)};
}

CameraF to_float(const CameraD& c) {
  CameraF f;
  f.width = c.width, f.height = c.height, f.lens = c.lens;
  // limit may be larger than a float.
  const auto narrow = [](double value) { return static_cast<float>(std::min(value, 1e30)); };
  f.fx = narrow(c.fx), f.fy = narrow(c.fy), f.cx = narrow(c.cx), f.cy = narrow(c.cy);
  f.k1 = narrow(c.k1), f.k2 = narrow(c.k2), f.k3 = narrow(c.k3), f.k4 = narrow(c.k4), f.k5 = narrow(c.k5);
  f.k6 = narrow(c.k6), f.p1 = narrow(c.p1), f.p2 = narrow(c.p2), f.limit = narrow(c.limit);
  return f;
}

CameraD scaled(const CameraD& camera, int width, int height) {
  CameraD out = camera;
  const double sx = static_cast<double>(width) / camera.width, sy = static_cast<double>(height) / camera.height;
  out.width = width, out.height = height;
  out.fx = camera.fx * sx, out.fy = camera.fy * sy;
  out.cx = scaled_centre(camera.cx, sx), out.cy = scaled_centre(camera.cy, sy);
  return out;
}

}  // namespace gs
