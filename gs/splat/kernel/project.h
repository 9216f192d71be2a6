// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Projects a Gaussian to the image (EWA splatting: Zwicker et al. 2001; Kerbl et al. 2023, eq. 5), with gradient.
//
// With M = W R S (W = camera_from_map, R and S rotation and scales of the Gaussian) and J = d(pixel)/d(point_in_camera)
// at the mean, distortion included, the covariance in the image is (J M)(J M)^T + low_pass I [px^2]. The linearisation
// is poor far outside the image, so J is evaluated at a point clamped to View::tangent_low, tangent_high.
#pragma once

#include "gs/core/numbers/dual.h"
#include "gs/splat/kernel/gaussian.h"
#include "gs/splat/kernel/shutter.h"

namespace gs::splat {

// Smallest alpha that is blended: one step of an 8-bit image.
inline constexpr float kMinAlpha = 1.0f / 255.0f;

// A projected Gaussian with the intermediate values that the gradient needs.
template <class F>
struct Projection {
  Splat2<F> splat{};
  F s{};               // shutter time of the splat, -1/2..1/2
  Vec3<F> p{};         // mean in camera axes at that time [m]
  Vec3<F> held{};      // point at which J is evaluated
  F j[2][3]{};         // J
  Vec3<F> m[3]{};      // columns of M
  Vec3<F> v0{}, v1{};  // rows of J M
  F covariance_xx{}, covariance_xy{}, covariance_yy{}, determinant{};
  F compensation{};  // factor on the opacity; 1 without antialiasing
};

namespace detail {

// Logistic function.
template <class F>
GS_HD F sigmoid(F x) {
  return F(1.0f) / (F(1.0f) + exp(-x));
}

// Clamps a point to the range in which J is evaluated (pinhole cameras only), and the gradient of that.
template <class F, class T>
GS_HD Vec3<F> hold_inside(const View<T>& view, Vec3<F> p) {
  if (view.camera.lens != Lens::radtan) return p;
  return {clamp(p.x, F(view.tangent_low.x) * p.z, F(view.tangent_high.x) * p.z),
          clamp(p.y, F(view.tangent_low.y) * p.z, F(view.tangent_high.y) * p.z), p.z};
}
template <class F, class T>
GS_HD Vec3<F> hold_inside_vjp(const View<T>& view, Vec3<F> p, Vec3<F> g) {
  if (view.camera.lens != Lens::radtan) return g;
  const F zero(0.0f);
  const auto along = [&](F x, F low, F high, F gx, F& gz) {
    const auto below = x<low * p.z, above = x> high * p.z;
    gz += select(below, low * gx, select(above, high * gx, zero));
    return select(below, zero, select(above, zero, gx));
  };
  Vec3<F> out{zero, zero, g.z};
  out.x = along(p.x, F(view.tangent_low.x), F(view.tangent_high.x), g.x, out.z);
  out.y = along(p.y, F(view.tangent_low.y), F(view.tangent_high.y), g.y, out.z);
  return out;
}

// Rotation matrix of a quaternion of any length, and the gradient with respect to its four components.
template <class F>
GS_HD Mat3<F> rotation_matrix(Quaternion<F> q) {
  return to_matrix(normalized(q));
}
template <class F>
GS_HD Quaternion<F> rotation_matrix_vjp(Quaternion<F> raw, const Mat3<F>& g) {
  const F length = norm(raw);
  const F k = F(1.0f) / length;
  const Quaternion<F> q{raw.x * k, raw.y * k, raw.z * k, raw.w * k};
  const F two(2.0f);
  const F(&m)[3][3] = g.m;
  const Quaternion<F> d{two * (q.y * (m[0][1] + m[1][0]) + q.z * (m[0][2] + m[2][0]) + q.w * (m[2][1] - m[1][2]) -
                               two * q.x * (m[1][1] + m[2][2])),
                        two * (q.x * (m[0][1] + m[1][0]) + q.z * (m[1][2] + m[2][1]) + q.w * (m[0][2] - m[2][0]) -
                               two * q.y * (m[0][0] + m[2][2])),
                        two * (q.x * (m[0][2] + m[2][0]) + q.y * (m[1][2] + m[2][1]) + q.w * (m[1][0] - m[0][1]) -
                               two * q.z * (m[0][0] + m[1][1])),
                        two * (q.x * (m[2][1] - m[1][2]) + q.y * (m[0][2] - m[2][0]) + q.z * (m[1][0] - m[0][1]))};
  // Backward through the normalisation: the component along q has no effect.
  const F along = d.x * q.x + d.y * q.y + d.z * q.z + d.w * q.w;
  return {(d.x - q.x * along) * k, (d.y - q.y * along) * k, (d.z - q.z * along) * k, (d.w - q.w * along) * k};
}

}  // namespace detail

// Projects a Gaussian at a given shutter time s.
template <class F, class T>
GS_HD Projection<F> project_gaussian_at(const Gaussian<F>& g, const View<T>& view, F s) {
  Projection<F> out;
  // Mean in the camera at time s, and J at the clamped mean.
  const Vec3<F> middle = rotate(view.camera_from_map, g.mean - broadcast<F>(view.position));
  out.s = s;
  out.p = at_shutter_time(view, middle, out.s);
  out.held = detail::hold_inside(view, out.p);
  const PixelAndJacobian<F> lens = project_with_jacobian(view.camera, out.held);
  for (int r = 0; r < 2; ++r) {
    for (int i = 0; i < 3; ++i) out.j[r][i] = lens.j[r][i];
  }
  // M = W R S, and the rows of V = J M.
  const Mat3<F> rotation = detail::rotation_matrix(g.rotation);
  const F scale[3] = {exp(g.log_scale.x), exp(g.log_scale.y), exp(g.log_scale.z)};
  for (int k = 0; k < 3; ++k) {
    out.m[k] = unturn(view, rotate(view.camera_from_map, rotation.column(k)), out.s) * scale[k];
  }
  const Vec3<F> j0{out.j[0][0], out.j[0][1], out.j[0][2]}, j1{out.j[1][0], out.j[1][1], out.j[1][2]};
  out.v0 = {dot(j0, out.m[0]), dot(j0, out.m[1]), dot(j0, out.m[2])};
  out.v1 = {dot(j1, out.m[0]), dot(j1, out.m[1]), dot(j1, out.m[2])};

  // Covariance V V^T + low_pass I. det(V V^T) = |v0 x v1|^2 avoids the cancellation that would spoil thin splats.
  const F low_pass(view.low_pass_px2);
  const F xx = dot(out.v0, out.v0), yy = dot(out.v1, out.v1);
  const Vec3<F> normal = cross(out.v0, out.v1);
  const F raw_determinant = dot(normal, normal);
  out.covariance_xx = xx + low_pass;
  out.covariance_xy = dot(out.v0, out.v1);
  out.covariance_yy = yy + low_pass;
  out.determinant = raw_determinant + low_pass * (xx + yy) + low_pass * low_pass;
  out.compensation = view.antialiasing ? sqrt(max(raw_determinant / out.determinant, F(1e-12f))) : F(1.0f);

  // Inverse covariance. The centre itself is projected without clamping.
  const F inverse = F(1.0f) / out.determinant;
  out.splat.center = project(view.camera, out.p);
  out.splat.a = out.covariance_yy * inverse;
  out.splat.b = -(out.covariance_xy * inverse);
  out.splat.c = out.covariance_xx * inverse;
  out.splat.opacity = detail::sigmoid(g.opacity_logit) * out.compensation;
  out.splat.depth = view.camera.lens == Lens::radtan ? out.p.z : norm(out.p);
  return out;
}

// Projects a Gaussian at the shutter time at which its mean is read.
template <class F, class T>
GS_HD Projection<F> project_gaussian(const Gaussian<F>& g, const View<T>& view) {
  const Vec3<F> middle = rotate(view.camera_from_map, g.mean - broadcast<F>(view.position));
  return project_gaussian_at(g, view, shutter_time(view, middle));
}

// Gradient with respect to a small camera motion: camera_from_map becomes exp(twist) camera_from_map. Camera axes.
template <class F>
struct PoseGrad {
  Vec3<F> translation{}, rotation{};
};

// Gradients of project_gaussian().
template <class F>
struct ProjectionGrad {
  Gaussian<F> gaussian{};
  PoseGrad<F> pose{};
};

// Backward pass: `g`, `view` and `fwd` as in the forward call, `v` = dL/d(splat). The shutter time is treated as
// constant.
template <class F, class T>
GS_HD ProjectionGrad<F> project_gaussian_vjp(const Gaussian<F>& g, const View<T>& view, const Projection<F>& fwd,
                                             const Splat2<F>& v) {
  ProjectionGrad<F> out;
  const F one(1.0f), two(2.0f), half(0.5f), zero(0.0f), low_pass(view.low_pass_px2);

  // Inverse covariance K: dL/d(covariance) = -K G K with the symmetric gradient G of K.
  const F a = fwd.splat.a, b = fwd.splat.b, c = fwd.splat.c;
  const F ga = v.a, gb = v.b * half, gc = v.c;
  const F ka = a * ga + b * gb, kb = a * gb + b * gc, kc = b * ga + c * gb, kd = b * gb + c * gc;  // K G
  const F d_xx = -(ka * a + kb * b), d_xy = -(two * (ka * b + kb * c)), d_yy = -(kc * b + kd * c);
  Vec3<F> d_v0 = fwd.v0 * (two * d_xx) + fwd.v1 * d_xy;
  Vec3<F> d_v1 = fwd.v1 * (two * d_yy) + fwd.v0 * d_xy;

  // Opacity and its compensation sqrt(det(V V^T) / det(covariance)).
  const F opacity = detail::sigmoid(g.opacity_logit);
  out.gaussian.opacity_logit = v.opacity * fwd.compensation * opacity * (one - opacity);
  if (view.antialiasing) {
    const F xx = fwd.covariance_xx - low_pass, yy = fwd.covariance_yy - low_pass, xy = fwd.covariance_xy;
    const F ratio = fwd.compensation * fwd.compensation;
    const F held_up = select(ratio > F(1.0001e-12f), one, zero);
    const F d_ratio = held_up * v.opacity * opacity * half / fwd.compensation;
    const F d_raw = d_ratio * (one - ratio) / fwd.determinant;          // w.r.t. |v0 x v1|^2, directly and through det
    const F d_trace = -(d_ratio * ratio * low_pass / fwd.determinant);  // w.r.t. xx + yy
    d_v0 = d_v0 + (fwd.v0 * yy - fwd.v1 * xy) * (two * d_raw) + fwd.v0 * (two * d_trace);
    d_v1 = d_v1 + (fwd.v1 * xx - fwd.v0 * xy) * (two * d_raw) + fwd.v1 * (two * d_trace);
  }

  // Product V = J M.
  const F dv0[3] = {d_v0.x, d_v0.y, d_v0.z}, dv1[3] = {d_v1.x, d_v1.y, d_v1.z};
  const Vec3<F> j0{fwd.j[0][0], fwd.j[0][1], fwd.j[0][2]}, j1{fwd.j[1][0], fwd.j[1][1], fwd.j[1][2]};
  Vec3<F> d_j0{}, d_j1{}, d_m[3];
  for (int k = 0; k < 3; ++k) {
    d_m[k] = j0 * dv0[k] + j1 * dv1[k];
    d_j0 += fwd.m[k] * dv0[k];
    d_j1 += fwd.m[k] * dv1[k];
  }

  // Product M = (unturn W R) S.
  const Mat3<F> rotation = detail::rotation_matrix(g.rotation);
  const F scale[3] = {exp(g.log_scale.x), exp(g.log_scale.y), exp(g.log_scale.z)};
  const F d_log_scale[3] = {dot(d_m[0], fwd.m[0]), dot(d_m[1], fwd.m[1]), dot(d_m[2], fwd.m[2])};
  out.gaussian.log_scale = {d_log_scale[0], d_log_scale[1], d_log_scale[2]};
  Mat3<F> d_rotation;
  for (int k = 0; k < 3; ++k) {
    const Vec3<F> in_middle = unturn_vjp(view, d_m[k], fwd.s) * scale[k];
    const Vec3<F> column = rotate_back(view.camera_from_map, in_middle);
    d_rotation.m[0][k] = column.x, d_rotation.m[1][k] = column.y, d_rotation.m[2][k] = column.z;
    out.pose.rotation += cross(rotate(view.camera_from_map, rotation.column(k)), in_middle);
  }
  out.gaussian.rotation = detail::rotation_matrix_vjp(g.rotation, d_rotation);

  // J as a function of the point where it is evaluated: second derivative of the camera model, by dual numbers.
  using D = Dual<3, F>;
  const PixelAndJacobian<D> lens = project_with_jacobian(
      view.camera, Vec3<D>{D::variable(fwd.held.x, 0), D::variable(fwd.held.y, 1), D::variable(fwd.held.z, 2)});
  const F dj[2][3] = {{d_j0.x, d_j0.y, d_j0.z}, {d_j1.x, d_j1.y, d_j1.z}};
  F d_held[3] = {zero, zero, zero};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (int r = 0; r < 2; ++r) {
      for (int i = 0; i < 3; ++i) d_held[axis] = d_held[axis] + dj[r][i] * lens.j[r][i].d[axis];
    }
  }
  Vec3<F> d_p = detail::hold_inside_vjp(view, fwd.p, Vec3<F>{d_held[0], d_held[1], d_held[2]});

  // Centre and depth depend on the mean itself, which is never clamped.
  const PixelAndJacobian<F> at_mean = project_with_jacobian(view.camera, fwd.p);
  d_p += Vec3<F>{at_mean.j[0][0] * v.center.x + at_mean.j[1][0] * v.center.y,
                 at_mean.j[0][1] * v.center.x + at_mean.j[1][1] * v.center.y,
                 at_mean.j[0][2] * v.center.x + at_mean.j[1][2] * v.center.y};
  if (view.camera.lens == Lens::radtan) {
    d_p.z = d_p.z + v.depth;
  } else {
    d_p += fwd.p * (v.depth / fwd.splat.depth);
  }

  // Back through the shutter motion and the camera pose.
  const Vec3<F> d_middle = unturn_vjp(view, d_p, fwd.s);
  const Vec3<F> middle = rotate(view.camera_from_map, g.mean - broadcast<F>(view.position));
  out.gaussian.mean = rotate_back(view.camera_from_map, d_middle);
  out.pose.translation = d_middle;
  out.pose.rotation += cross(middle, d_middle);
  return out;
}

}  // namespace gs::splat
