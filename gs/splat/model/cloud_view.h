// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pointers to a cloud and its sizes, for kernels on host and device. The layout is described in cloud.h.
#pragma once

#include <cstddef>
#include <type_traits>

#include "gs/geometry/quaternion.h"

namespace gs::splat {

inline constexpr int kMaxShDegree = 3;

// SH coefficients per colour channel: 1, 4, 9, 16.
GS_HD constexpr int sh_coefficients(int degree) { return (degree + 1) * (degree + 1); }

// Pointers to the planes of a cloud, for kernels. Trivially copyable, passed by value. Float is float or const float.
template <class Float>
struct BasicCloudView {
  std::size_t size = 0;
  int sh_degree = 0;
  Float* position[3] = {};   // each [N]
  Float* log_scale[3] = {};  // each [N]
  Float* rotation[4] = {};   // each [N]; x, y, z, w
  Float* opacity_logit{};    // [N]
  Float* sh{};               // [N, 3, K]

  GS_HD int coefficients() const { return sh_coefficients(sh_degree); }
  GS_HD Vec3f position_of(std::size_t i) const { return {position[0][i], position[1][i], position[2][i]}; }
  GS_HD Vec3f log_scale_of(std::size_t i) const { return {log_scale[0][i], log_scale[1][i], log_scale[2][i]}; }
  GS_HD Quaternionf rotation_of(std::size_t i) const {
    return {rotation[0][i], rotation[1][i], rotation[2][i], rotation[3][i]};
  }
  GS_HD Float* sh_of(std::size_t i) const { return sh + i * 3 * static_cast<std::size_t>(coefficients()); }  // [3, K]

  GS_HD void set_position(std::size_t i, Vec3f p) const { store3(position, i, p); }
  GS_HD void set_log_scale(std::size_t i, Vec3f s) const { store3(log_scale, i, s); }
  GS_HD void set_rotation(std::size_t i, Quaternionf q) const {
    rotation[0][i] = q.x, rotation[1][i] = q.y, rotation[2][i] = q.z, rotation[3][i] = q.w;
  }
  GS_HD operator BasicCloudView<const Float>() const requires(!std::is_const_v<Float>) {
    return {size,
            sh_degree,
            {position[0], position[1], position[2]},
            {log_scale[0], log_scale[1], log_scale[2]},
            {rotation[0], rotation[1], rotation[2], rotation[3]},
            opacity_logit,
            sh};
  }

 private:
  GS_HD static void store3(Float* const (&plane)[3], std::size_t i, Vec3f v) {
    plane[0][i] = v.x, plane[1][i] = v.y, plane[2][i] = v.z;
  }
};

using CloudView = BasicCloudView<const float>;
using MutableCloudView = BasicCloudView<float>;

// Sets all values of Gaussian i to zero, the rotation too: for gradients and moments.
GS_HD inline void clear_gaussian(const MutableCloudView& cloud, std::size_t i) {
  cloud.set_position(i, {});
  cloud.set_log_scale(i, {});
  cloud.set_rotation(i, {0, 0, 0, 0});
  cloud.opacity_logit[i] = 0;
  for (int k = 0; k < 3 * cloud.coefficients(); ++k) cloud.sh_of(i)[k] = 0;
}

// View of a block of 11 planes of `stride` floats each (position, log_scale, rotation, opacity_logit), then sh.
template <class Float>
BasicCloudView<Float> view_of_block(Float* base, std::size_t stride, std::size_t size, int sh_degree) {
  const auto plane = [&](std::size_t k) { return base + k * stride; };
  return {size,
          sh_degree,
          {plane(0), plane(1), plane(2)},
          {plane(3), plane(4), plane(5)},
          {plane(6), plane(7), plane(8), plane(9)},
          plane(10),
          plane(11)};
}

}  // namespace gs::splat
