// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// 3x3 matrices for CPU and GPU, over any number type.
#pragma once

#include "gs/geometry/vec.h"

namespace gs {

// m[row][column]. The default is the zero matrix.
template <class T>
struct Mat3 {
  T m[3][3]{};

  GS_HD static Mat3 identity() { return {{{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}}}; }
  GS_HD static Mat3 diagonal(Vec3<T> d) { return {{{d.x, T(0), T(0)}, {T(0), d.y, T(0)}, {T(0), T(0), d.z}}}; }
  GS_HD static Mat3 from_rows(Vec3<T> a, Vec3<T> b, Vec3<T> c) {
    return {{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}};
  }
  GS_HD Vec3<T> row(int i) const { return {m[i][0], m[i][1], m[i][2]}; }
  GS_HD Vec3<T> column(int j) const { return {m[0][j], m[1][j], m[2][j]}; }

  GS_HD friend Mat3 operator*(const Mat3& a, const Mat3& b) {
    Mat3 r;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    }
    return r;
  }
  GS_HD friend Vec3<T> operator*(const Mat3& a, Vec3<T> v) {
    return {dot(a.row(0), v), dot(a.row(1), v), dot(a.row(2), v)};
  }
  GS_HD friend Mat3 operator*(const Mat3& a, T k) {
    Mat3 r;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] * k;
    }
    return r;
  }
  GS_HD friend Mat3 operator+(const Mat3& a, const Mat3& b) {
    Mat3 r;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] + b.m[i][j];
    }
    return r;
  }
};

using Mat3f = Mat3<float>;
using Mat3d = Mat3<double>;

// Transpose, and determinant by the triple product of the rows.
template <class T>
GS_HD Mat3<T> transpose(const Mat3<T>& a) {
  return Mat3<T>::from_rows(a.column(0), a.column(1), a.column(2));
}
template <class T>
GS_HD T determinant(const Mat3<T>& a) {
  return dot(a.row(0), cross(a.row(1), a.row(2)));
}

}  // namespace gs
