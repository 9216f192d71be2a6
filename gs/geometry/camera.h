// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Camera models: pinhole with radial and tangential distortion ("radtan", OpenCV's rational model), and fisheye with
// equidistant distortion (Kannala and Brandt 2006, OpenCV's fisheye model).
//
// Camera axes: x right, y down, z forward, as in OpenCV. The centre of the top-left pixel is (0, 0), as in OpenCV and
// ROS camera_info; the image covers [-0.5, width - 0.5) x [-0.5, height - 0.5).
#pragma once

#include <optional>

#include "gs/geometry/vec.h"

namespace gs {

// The camera model.
enum class Lens : int { radtan, equidistant };

// Intrinsic parameters of a camera. T is their number type: double in files, float in kernels. Trivially copyable, so
// that it can be passed to the GPU.
template <class T>
struct Camera {
  int width = 0, height = 0;  // image size [px]
  T fx{}, fy{}, cx{}, cy{};   // focal lengths and principal point [px]
  Lens lens = Lens::radtan;
  // Distortion coefficients, with r2 = (x^2 + y^2) / z^2 and theta the angle to the optical axis [rad].
  // radtan: radial factor (1 + k1 r2 + k2 r2^2 + k3 r2^3) / (1 + k4 r2 + k5 r2^2 + k6 r2^3), tangential p1 and p2.
  // equidistant: distance from the principal point = f theta (1 + k1 theta^2 + k2 theta^4 + k3 theta^6 + k4 theta^8).
  T k1{}, k2{}, k3{}, k4{}, k5{}, k6{}, p1{}, p2{};
  // Largest r2 (radtan) or theta (equidistant) that may be projected. Beyond it the distortion polynomial decreases
  // again and would map points outside the field of view back into the image. Set by with_limits().
  T limit = T(1e30);

  // False for an ideal pinhole, whose image needs no undistortion.
  GS_HD bool has_distortion() const {
    return lens == Lens::equidistant || k1 != T(0) || k2 != T(0) || k3 != T(0) || k4 != T(0) || k5 != T(0) ||
           k6 != T(0) || p1 != T(0) || p2 != T(0);
  }
};

using CameraD = Camera<double>;
using CameraF = Camera<float>;

// A projected point and its derivative.
template <class F>
struct PixelAndJacobian {
  Vec2<F> pixel;
  F j[2][3];  // d(pixel) / d(point_in_camera)
};

namespace detail {

// Distorted normalised coordinates (x / z, y / z), and their derivative by the undistorted ones: the matrix
// [[dxx, dxy], [dxy, dyy]], which is symmetric for radtan.
template <class F>
struct Distorted {
  F x, y, dxx, dxy, dyy;
};

// Applies the radtan distortion to normalised coordinates (OpenCV, camera calibration, rational model).
template <class F, class T>
GS_HD Distorted<F> distort_radtan(const Camera<T>& c, F x, F y) {
  const F one(1.0f), two(2.0f);
  const F r2 = x * x + y * y;
  const F numerator = one + r2 * (F(c.k1) + r2 * (F(c.k2) + r2 * F(c.k3)));
  const F denominator = one + r2 * (F(c.k4) + r2 * (F(c.k5) + r2 * F(c.k6)));
  const F radial = numerator / denominator;
  const F d_numerator = F(c.k1) + r2 * (two * F(c.k2) + r2 * (F(3.0f) * F(c.k3)));
  const F d_denominator = F(c.k4) + r2 * (two * F(c.k5) + r2 * (F(3.0f) * F(c.k6)));
  const F d_radial = (d_numerator - radial * d_denominator) / denominator;  // d(radial) / d(r2)
  const F p1(c.p1), p2(c.p2);
  Distorted<F> out;
  out.x = x * radial + two * p1 * x * y + p2 * (r2 + two * x * x);
  out.y = y * radial + p1 * (r2 + two * y * y) + two * p2 * x * y;
  out.dxx = radial + two * x * x * d_radial + two * p1 * y + F(6.0f) * p2 * x;
  out.dxy = two * x * y * d_radial + two * p1 * x + two * p2 * y;
  out.dyy = radial + two * y * y * d_radial + F(6.0f) * p1 * y + two * p2 * x;
  return out;
}

// The distorted angle theta_d(theta) of the equidistant model [rad], and its derivative.
template <class F>
struct Bent {
  F theta_d, derivative;
};
template <class F, class T>
GS_HD Bent<F> bend_equidistant(const Camera<T>& c, F theta) {
  const F t2 = theta * theta;
  const F one(1.0f);
  const F value = one + t2 * (F(c.k1) + t2 * (F(c.k2) + t2 * (F(c.k3) + t2 * F(c.k4))));
  const F slope =
      one + t2 * (F(3.0f) * F(c.k1) + t2 * (F(5.0f) * F(c.k2) + t2 * (F(7.0f) * F(c.k3) + t2 * (F(9.0f) * F(c.k4)))));
  return {theta * value, slope};
}

// Projection with a radtan camera: divide by z, distort, scale to pixels. The Jacobian follows by the chain rule.
template <class F, class T>
GS_HD PixelAndJacobian<F> project_radtan(const Camera<T>& c, Vec3<F> p) {
  const F inv_z = F(1.0f) / p.z;
  const F x = p.x * inv_z, y = p.y * inv_z;
  const Distorted<F> d = distort_radtan(c, x, y);
  const F fx(c.fx), fy(c.fy);
  PixelAndJacobian<F> out;
  out.pixel = {fx * d.x + F(c.cx), fy * d.y + F(c.cy)};
  out.j[0][0] = fx * d.dxx * inv_z;
  out.j[0][1] = fx * d.dxy * inv_z;
  out.j[0][2] = -(fx * (d.dxx * x + d.dxy * y)) * inv_z;
  out.j[1][0] = fy * d.dxy * inv_z;
  out.j[1][1] = fy * d.dyy * inv_z;
  out.j[1][2] = -(fy * (d.dxy * x + d.dyy * y)) * inv_z;
  return out;
}

// Projection with an equidistant camera: pixel = f theta_d (x, y) / r + c with r = sqrt(x^2 + y^2).
template <class F, class T>
GS_HD PixelAndJacobian<F> project_equidistant(const Camera<T>& c, Vec3<F> p) {
  const F one(1.0f);
  const F r2 = p.x * p.x + p.y * p.y;
  const F r = sqrt(max(r2, F(1e-30f)));
  const F n2 = r2 + p.z * p.z;
  const Bent<F> bent = bend_equidistant(c, atan2(r, p.z));
  // scale = theta_d / r. Near the axis the quotient is inaccurate, and its limit 1 / z is used instead.
  const auto on_axis = r2 < F(1e-12f) * n2;
  const F scale = select(on_axis, one / p.z, bent.theta_d / r);
  const F d_theta_dr = p.z / n2, d_theta_dz = -r / n2;
  const F d_scale_dr_over_r = select(on_axis, F(0.0f), (bent.derivative * d_theta_dr - scale) / max(r2, F(1e-30f)));
  const F d_scale_dz = select(on_axis, -(one / (p.z * p.z)), bent.derivative * d_theta_dz / r);
  const F fx(c.fx), fy(c.fy);
  PixelAndJacobian<F> out;
  out.pixel = {fx * scale * p.x + F(c.cx), fy * scale * p.y + F(c.cy)};
  out.j[0][0] = fx * (scale + p.x * p.x * d_scale_dr_over_r);
  out.j[0][1] = fx * (p.x * p.y * d_scale_dr_over_r);
  out.j[0][2] = fx * p.x * d_scale_dz;
  out.j[1][0] = fy * (p.x * p.y * d_scale_dr_over_r);
  out.j[1][1] = fy * (scale + p.y * p.y * d_scale_dr_over_r);
  out.j[1][2] = fy * p.y * d_scale_dz;
  return out;
}

}  // namespace detail

// Pixel position of a point in camera coordinates [m], with the derivative. can_project() must hold for the point.
template <class F, class T>
GS_HD PixelAndJacobian<F> project_with_jacobian(const Camera<T>& camera, Vec3<F> point_in_camera) {
  return camera.lens == Lens::radtan ? detail::project_radtan(camera, point_in_camera)
                                     : detail::project_equidistant(camera, point_in_camera);
}

// The same without the derivative.
template <class F, class T>
GS_HD Vec2<F> project(const Camera<T>& camera, Vec3<F> point_in_camera) {
  return project_with_jacobian(camera, point_in_camera).pixel;
}

// True if the camera model is valid for the point: in front of a radtan camera, and within camera.limit. The pixel may
// still lie outside the image.
template <class T>
GS_HD bool can_project(const Camera<T>& camera, Vec3<T> p) {
  const T r2 = p.x * p.x + p.y * p.y;
  if (camera.lens == Lens::radtan) return p.z > T(0) && r2 <= camera.limit * p.z * p.z;
  return (r2 > T(0) || p.z > T(0)) && atan2(sqrt(r2), p.z) <= camera.limit;
}

// The camera with `limit` computed from its distortion coefficients. Call it once when a camera is made.
CameraD with_limits(CameraD camera);

// Unit direction, in camera axes, that a pixel sees; empty where no direction is projected to it (outside the image
// circle of a fisheye).
std::optional<Vec3d> unproject(const CameraD& camera, Vec2d pixel);

// The same camera in single precision, for kernels.
CameraF to_float(const CameraD& camera);

// The camera for the same image resized to width x height pixels. Pixel centres are at integers, so the principal point
// is scaled as cx' = (cx + 0.5) s - 0.5.
CameraD scaled(const CameraD& camera, int width, int height);

}  // namespace gs
