// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conversions between our geometry types and Eigen's. Private: no public header of this library includes Eigen.
#pragma once

#define EIGEN_MPL2_ONLY  // leaves out the parts of Eigen under LGPL
#include <Eigen/Dense>

#include "gs/mapping/pose_graph/factors.h"

namespace gs::mapping {

using EigenVector3 = Eigen::Vector3d;
using EigenMatrix3 = Eigen::Matrix3d;
using EigenVector6 = Eigen::Matrix<double, 6, 1>;
using EigenMatrix6 = Eigen::Matrix<double, 6, 6>;

// The same vector or matrix in the other library's type.
inline EigenVector3 to_eigen(Vec3d v) { return {v.x, v.y, v.z}; }
inline Vec3d to_vec3(const EigenVector3& v) { return {v.x(), v.y(), v.z()}; }
inline EigenMatrix3 to_eigen(const Mat3d& a) {
  EigenMatrix3 out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out(i, j) = a.m[i][j];
  }
  return out;
}
inline EigenMatrix6 to_eigen(const Matrix6& a) {
  EigenMatrix6 out;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) out(static_cast<int>(i), static_cast<int>(j)) = a[i][j];
  }
  return out;
}
inline Matrix6 to_matrix6(const EigenMatrix6& a) {
  Matrix6 out{};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) out[i][j] = a(static_cast<int>(i), static_cast<int>(j));
  }
  return out;
}

// [v]x, the matrix of the cross product: [v]x w = v x w.
inline EigenMatrix3 cross_matrix(Vec3d v) {
  EigenMatrix3 out;
  out << 0, -v.z, v.y, v.z, 0, -v.x, -v.y, v.x, 0;
  return out;
}

}  // namespace gs::mapping
