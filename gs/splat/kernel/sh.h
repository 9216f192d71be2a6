// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// View-dependent colour: real spherical harmonics (SH) up to degree 3, in the order and with the signs of the Gaussian
// PLY.
#pragma once

#include "gs/geometry/vec.h"

namespace gs::splat {

// Value of the basis function of degree 0.
inline constexpr double kShC0 = 0.28209479177387814;

// Evaluates the (degree + 1)^2 basis functions for the unit direction d.
template <class F>
GS_HD void sh_basis(Vec3<F> d, int degree, F* out) {
  const F x = d.x, y = d.y, z = d.z;
  out[0] = F(0.28209479177387814f);
  if (degree < 1) return;
  out[1] = F(-0.4886025119029199f) * y;
  out[2] = F(0.4886025119029199f) * z;
  out[3] = F(-0.4886025119029199f) * x;
  if (degree < 2) return;
  const F xx = x * x, yy = y * y, zz = z * z, xy = x * y, yz = y * z, xz = x * z;
  out[4] = F(1.0925484305920792f) * xy;
  out[5] = F(-1.0925484305920792f) * yz;
  out[6] = F(0.31539156525252005f) * (F(2.0f) * zz - xx - yy);
  out[7] = F(-1.0925484305920792f) * xz;
  out[8] = F(0.5462742152960396f) * (xx - yy);
  if (degree < 3) return;
  out[9] = F(-0.5900435899266435f) * y * (F(3.0f) * xx - yy);
  out[10] = F(2.890611442640554f) * xy * z;
  out[11] = F(-0.4570457994644658f) * y * (F(4.0f) * zz - xx - yy);
  out[12] = F(0.3731763325901154f) * z * (F(2.0f) * zz - F(3.0f) * xx - F(3.0f) * yy);
  out[13] = F(-0.4570457994644658f) * x * (F(4.0f) * zz - xx - yy);
  out[14] = F(1.445305721320277f) * z * (xx - yy);
  out[15] = F(-0.5900435899266435f) * x * (xx - F(3.0f) * yy);
}

// dL/d(direction) from v = dL/d(basis).
template <class F>
GS_HD Vec3<F> sh_basis_vjp(Vec3<F> d, int degree, const F* v) {
  const F x = d.x, y = d.y, z = d.z, two(2.0f), three(3.0f), six(6.0f), zero(0.0f);
  Vec3<F> g{zero, zero, zero};
  if (degree < 1) return g;
  const F c1(0.4886025119029199f);
  g = {-(c1 * v[3]), -(c1 * v[1]), c1 * v[2]};
  if (degree < 2) return g;
  const F c2(1.0925484305920792f), c20(0.31539156525252005f), c22(0.5462742152960396f);
  g.x += c2 * (y * v[4] - z * v[7]) - c20 * two * x * v[6] + c22 * two * x * v[8];
  g.y += c2 * (x * v[4] - z * v[5]) - c20 * two * y * v[6] - c22 * two * y * v[8];
  g.z += c20 * F(4.0f) * z * v[6] - c2 * (y * v[5] + x * v[7]);
  if (degree < 3) return g;
  const F xx = x * x, yy = y * y, zz = z * z, xy = x * y, yz = y * z, xz = x * z;
  const F c33(0.5900435899266435f), c32(2.890611442640554f), c31(0.4570457994644658f), c30(0.3731763325901154f),
      c34(1.445305721320277f);
  g.x += -(c33 * six * xy * v[9]) + c32 * yz * v[10] + c31 * two * xy * v[11] - c30 * six * xz * v[12] -
         c31 * (F(4.0f) * zz - three * xx - yy) * v[13] + c34 * two * xz * v[14] - c33 * three * (xx - yy) * v[15];
  g.y += -(c33 * three * (xx - yy) * v[9]) + c32 * xz * v[10] - c31 * (F(4.0f) * zz - xx - three * yy) * v[11] -
         c30 * six * yz * v[12] + c31 * two * xy * v[13] - c34 * two * yz * v[14] + c33 * six * xy * v[15];
  g.z += c32 * xy * v[10] - c31 * F(8.0f) * yz * v[11] + c30 * (six * zz - three * xx - three * yy) * v[12] -
         c31 * F(8.0f) * xz * v[13] + c34 * (xx - yy) * v[14];
  return g;
}

// Unit direction from the camera to the Gaussian, and the gradient with respect to the offset.
template <class F>
GS_HD Vec3<F> view_direction(Vec3<F> offset) {
  return offset / norm(offset);
}
template <class F>
GS_HD Vec3<F> view_direction_vjp(Vec3<F> offset, Vec3<F> v) {
  const F k = F(1.0f) / norm(offset);
  const Vec3<F> d = offset * k;
  return (v - d * dot(d, v)) * k;
}

// Colour of a channel from the sum of basis times coefficients: shifted by 0.5 and clamped to non-negative values.
template <class F>
GS_HD F sh_color(F sum) {
  return max(sum + F(0.5f), F(0.0f));
}
// Passes the gradient where the colour is not clamped.
template <class F>
GS_HD F sh_color_vjp(F color, F v) {
  return select(color > F(0.0f), v, F(0.0f));
}

}  // namespace gs::splat
