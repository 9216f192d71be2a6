// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rigid transforms (rotation and translation). Variables are named target_from_source: world_from_camera * p_in_camera
// is the point in world coordinates, and a_from_b * b_from_c is a_from_c.
#pragma once

#include "gs/geometry/quaternion.h"

namespace gs {

// Maps a point p to rotation * p + translation [m]. The default is the identity.
template <class T>
struct Rigid3 {
  Quaternion<T> rotation{};
  Vec3<T> translation{};

  GS_HD friend Vec3<T> operator*(const Rigid3& a, Vec3<T> p) { return a.rotation * p + a.translation; }
  GS_HD friend Rigid3 operator*(const Rigid3& a, const Rigid3& b) {
    return {a.rotation * b.rotation, a.rotation * b.translation + a.translation};
  }
  // source_from_target.
  GS_HD Rigid3 inverse() const {
    const Quaternion<T> back = rotation.conjugate();
    return {back, -(back * translation)};
  }
  friend bool operator==(const Rigid3&, const Rigid3&) = default;
};

using Rigid3d = Rigid3<double>;
using Rigid3f = Rigid3<float>;

// Interpolates between a (t = 0) and b (t = 1): translation linearly, rotation by slerp.
inline Rigid3d interpolate(const Rigid3d& a, const Rigid3d& b, double t) {
  return {slerp(a.rotation, b.rotation, t), a.translation * (1.0 - t) + b.translation * t};
}

}  // namespace gs
