// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One camera at one time, as kernels need it. Trivially copyable, passed to the device by value.
#pragma once

#include "gs/geometry/camera.h"
#include "gs/geometry/mat3.h"

namespace gs::splat {

// Default variance of the low-pass filter [px^2]: no splat is thinner than about a pixel.
inline constexpr float kLowPass = 0.3f;

// Direction in which image lines are read: down starts with the top row, right with the left column.
enum class ShutterScan : int { global, down, up, right, left };

// Camera, pose and render settings of one image.
template <class T>
struct View {
  Camera<T> camera{};
  Mat3<T> camera_from_map{};  // rotation only: p_camera = camera_from_map (p_map - position)
  Vec3<T> position{};         // camera position in map in the middle of the readout [m]
  T near_m = T(0.1), far_m = T(1000);
  // The Jacobian of a pinhole camera is evaluated inside these normalised coordinates x / z, y / z.
  Vec2<T> tangent_low{T(-1e30), T(-1e30)}, tangent_high{T(1e30), T(1e30)};
  T low_pass_px2 = T(kLowPass);
  bool antialiasing = false;       // opacity compensation for the low-pass filter
  Vec3<T> gain{T(1), T(1), T(1)};  // factors on red, green and blue, in training
  // Rolling shutter: motion of the camera during one readout, in camera axes.
  ShutterScan shutter = ShutterScan::global;
  Vec3<T> shutter_translation{};  // [m]
  Vec3<T> shutter_rotation{};     // rotation vector [rad]
};

using ViewF = View<float>;

// m v, its transpose m^T v, and a vector of scalars as a vector of F.
template <class F, class T>
GS_HD Vec3<F> rotate(const Mat3<T>& m, Vec3<F> v) {
  return {F(m.m[0][0]) * v.x + F(m.m[0][1]) * v.y + F(m.m[0][2]) * v.z,
          F(m.m[1][0]) * v.x + F(m.m[1][1]) * v.y + F(m.m[1][2]) * v.z,
          F(m.m[2][0]) * v.x + F(m.m[2][1]) * v.y + F(m.m[2][2]) * v.z};
}
template <class F, class T>
GS_HD Vec3<F> rotate_back(const Mat3<T>& m, Vec3<F> v) {
  return {F(m.m[0][0]) * v.x + F(m.m[1][0]) * v.y + F(m.m[2][0]) * v.z,
          F(m.m[0][1]) * v.x + F(m.m[1][1]) * v.y + F(m.m[2][1]) * v.z,
          F(m.m[0][2]) * v.x + F(m.m[1][2]) * v.y + F(m.m[2][2]) * v.z};
}
template <class F, class T>
GS_HD Vec3<F> broadcast(Vec3<T> v) {
  return {F(v.x), F(v.y), F(v.z)};
}

}  // namespace gs::splat
