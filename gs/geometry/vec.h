// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vectors of 2, 3 and 4 components for CPU and GPU, over any number type (float, double, SIMD pack, dual number).
#pragma once

#include "gs/core/numbers/math.h"

namespace gs {

// Vector in the plane, for example a pixel position.
template <class T>
struct Vec2 {
  T x{}, y{};
  GS_HD friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  GS_HD friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  GS_HD friend Vec2 operator*(Vec2 a, T k) { return {a.x * k, a.y * k}; }
  GS_HD friend Vec2 operator*(T k, Vec2 a) { return a * k; }
  friend bool operator==(const Vec2&, const Vec2&) = default;
};

// Vector in space: a point, a direction or a colour.
template <class T>
struct Vec3 {
  T x{}, y{}, z{};
  GS_HD friend Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
  GS_HD friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  GS_HD friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  GS_HD friend Vec3 operator*(Vec3 a, T k) { return {a.x * k, a.y * k, a.z * k}; }
  GS_HD friend Vec3 operator*(T k, Vec3 a) { return a * k; }
  GS_HD friend Vec3 operator/(Vec3 a, T k) { return {a.x / k, a.y / k, a.z / k}; }
  GS_HD Vec3& operator+=(Vec3 o) { return *this = *this + o; }
  GS_HD Vec3& operator-=(Vec3 o) { return *this = *this - o; }
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

// Four components without arithmetic, for storage.
template <class T>
struct Vec4 {
  T x{}, y{}, z{}, w{};
  friend bool operator==(const Vec4&, const Vec4&) = default;
};

using Vec2f = Vec2<float>;
using Vec2d = Vec2<double>;
using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;
using Vec4f = Vec4<float>;

// Scalar product.
template <class T>
GS_HD T dot(Vec2<T> a, Vec2<T> b) {
  return a.x * b.x + a.y * b.y;
}
template <class T>
GS_HD T dot(Vec3<T> a, Vec3<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
// Cross product. In the plane it is the z component of the 3D one: positive if b lies to the left of a.
template <class T>
GS_HD T cross(Vec2<T> a, Vec2<T> b) {
  return a.x * b.y - a.y * b.x;
}
template <class T>
GS_HD Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Euclidean length; normalized() divides by it, so its argument must not be zero.
template <class T>
GS_HD T norm(Vec2<T> a) {
  return sqrt(dot(a, a));
}
template <class T>
GS_HD T norm(Vec3<T> a) {
  return sqrt(dot(a, a));
}
template <class T>
GS_HD Vec3<T> normalized(Vec3<T> a) {
  return a / norm(a);
}
// The same vector in another number type.
template <class To, class From>
GS_HD Vec3<To> cast(Vec3<From> a) {
  return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}
// True if no component is infinite or NaN.
template <class T>
bool is_finite(Vec3<T> a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace gs
