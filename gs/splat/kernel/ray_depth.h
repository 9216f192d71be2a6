// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts depth to distance. Depth is measured along the optical axis for pinhole cameras and along the ray for
// fisheye cameras.
#pragma once

#include "gs/geometry/camera.h"

namespace gs::splat {

namespace detail {

// Undistorts normalised coordinates x / z, y / z to about 1e-4: Newton iterations with the exact Jacobian and steps of
// at most 0.5, inside the radius where the distortion is defined.
template <class T>
GS_HD Vec2<T> undistort_about(const Camera<T>& camera, Vec2<T> distorted) {
  Vec2<T> p = distorted;
  if (!camera.has_distortion()) return p;
  for (int round = 0; round < 6; ++round) {
    const T r2 = p.x * p.x + p.y * p.y;
    if (r2 > camera.limit) p = p * sqrt(camera.limit / r2);
    const gs::detail::Distorted<T> d = gs::detail::distort_radtan(camera, p.x, p.y);
    const T ex = d.x - distorted.x, ey = d.y - distorted.y;
    const T determinant = d.dxx * d.dyy - d.dxy * d.dxy;
    if (!(determinant > T(1e-6f))) return p;
    const Vec2<T> step{(d.dyy * ex - d.dxy * ey) / determinant, (d.dxx * ey - d.dxy * ex) / determinant};
    const T length2 = step.x * step.x + step.y * step.y;
    p = p - step * (length2 > T(0.25f) ? T(0.5f) / sqrt(length2) : T(1));
  }
  return p;
}

}  // namespace detail

// Factor distance / depth of a pixel: 1 / cosine of the angle between its ray and the optical axis for a pinhole
// camera, 1 for a fisheye camera.
template <class T>
GS_HD T distance_per_depth(const Camera<T>& camera, Vec2<T> pixel) {
  if (camera.lens != Lens::radtan) return T(1);
  const Vec2<T> p =
      detail::undistort_about(camera, {(pixel.x - camera.cx) / camera.fx, (pixel.y - camera.cy) / camera.fy});
  return sqrt(T(1) + p.x * p.x + p.y * p.y);
}

}  // namespace gs::splat
