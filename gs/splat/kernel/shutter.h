// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rolling shutter: every splat is projected from the camera pose at the time when the line of its centre is read.
//
// Time s runs from -1/2 (first line) to +1/2 (last line). During the readout the camera translates by
// shutter_translation and rotates by shutter_rotation of the view, both at constant rate.
#pragma once

#include "gs/splat/kernel/view.h"

namespace gs::splat {

// Rotates v by -s times the shutter rotation, to second order: the error is 5e-7 rad for 15 mrad per readout.
template <class F, class T>
GS_HD Vec3<F> unturn(const View<T>& view, Vec3<F> v, F s) {
  const Vec3<F> w = broadcast<F>(view.shutter_rotation);
  const Vec3<F> once = cross(w, v);
  return v - once * s + cross(w, once) * (s * s * F(0.5f));
}
// Transpose of unturn().
template <class F, class T>
GS_HD Vec3<F> unturn_vjp(const View<T>& view, Vec3<F> g, F s) {
  return unturn(view, g, -s);
}

// Converts a point from the camera axes in the middle of the readout to those at time s.
template <class F, class T>
GS_HD Vec3<F> at_shutter_time(const View<T>& view, Vec3<F> point_in_middle, F s) {
  return unturn(view, point_in_middle - broadcast<F>(view.shutter_translation) * s, s);
}

// Time s at which a pixel is read; 0 for a global shutter.
template <class F, class T>
GS_HD F readout_time(const View<T>& view, Vec2<F> pixel) {
  const F half(0.5f);
  const F row = (pixel.y + half) * F(T(1) / T(view.camera.height)) - half;
  const F column = (pixel.x + half) * F(T(1) / T(view.camera.width)) - half;
  switch (view.shutter) {
    case ShutterScan::down:
      return row;
    case ShutterScan::up:
      return -row;
    case ShutterScan::right:
      return column;
    case ShutterScan::left:
      return -column;
    case ShutterScan::global:
      break;
  }
  return F(0.0f);
}

// Time s at which a point is imaged: fixed point of s = readout_time(project(point at s)), by four iterations. Each
// reduces the error by (image motion during the readout) / (image height). Points outside the image get the time of the
// nearest line.
template <class F, class T>
GS_HD F shutter_time(const View<T>& view, Vec3<F> point_in_middle) {
  F s(0.0f);
  if (view.shutter == ShutterScan::global) return s;
  for (int round = 0; round < 4; ++round) {
    const Vec2<F> pixel = project(view.camera, at_shutter_time(view, point_in_middle, s));
    s = clamp(readout_time(view, pixel), F(-0.5f), F(0.5f));
  }
  return s;
}

}  // namespace gs::splat
