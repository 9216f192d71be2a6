// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Small vectors for host and device, over any number type (float, double, SIMD pack, dual).
#pragma once

#include "gs/core/math.h"

namespace gs {

template <class T>
struct Vec2 {
  T x{}, y{};
  GS_HD friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  GS_HD friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  GS_HD friend Vec2 operator*(Vec2 a, T k) { return {a.x * k, a.y * k}; }
  GS_HD friend Vec2 operator*(T k, Vec2 a) { return a * k; }
  friend bool operator==(const Vec2&, const Vec2&) = default;
};

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

template <class T>
GS_HD T dot(Vec2<T> a, Vec2<T> b) {
  return a.x * b.x + a.y * b.y;
}
template <class T>
GS_HD T dot(Vec3<T> a, Vec3<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
// z component of the 3D cross product: positive when b lies to the left of a.
template <class T>
GS_HD T cross(Vec2<T> a, Vec2<T> b) {
  return a.x * b.y - a.y * b.x;
}
template <class T>
GS_HD Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
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
template <class To, class From>
GS_HD Vec3<To> cast(Vec3<From> a) {
  return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}
template <class T>
bool is_finite(Vec3<T> a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace gs
