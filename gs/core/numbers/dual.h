// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Dual numbers for forward-mode automatic differentiation (the idea of Ceres' Jet): a value and its exact derivatives
// with respect to N inputs. Tests use them to check hand-written gradients to rounding; where N is small they compute
// the gradient itself. T may be a SIMD pack.
#pragma once

#include <array>
#include <cstddef>

#include "gs/core/numbers/math.h"

namespace gs {

// A number with N derivatives. Comparisons look at the value only.
template <int N, class T = double>
struct Dual {
  T value{};
  std::array<T, N> d{};  // d[i] = derivative with respect to input i

  Dual() = default;
  GS_HD Dual(T v) : value(v) {}  // NOLINT: constants mix with duals in formulas
  // Input number i with value v: its derivative with respect to itself is 1.
  GS_HD static Dual variable(T v, int i) {
    Dual x(v);
    x.d[static_cast<std::size_t>(i)] = T(1);
    return x;
  }

  GS_HD Dual& operator+=(const Dual& o) { return *this = *this + o; }
  GS_HD Dual& operator-=(const Dual& o) { return *this = *this - o; }
  GS_HD Dual& operator*=(const Dual& o) { return *this = *this * o; }
  GS_HD Dual& operator/=(const Dual& o) { return *this = *this / o; }

  GS_HD friend Dual operator-(const Dual& a) { return chain(a, -a.value, T(-1)); }
  GS_HD friend Dual operator+(const Dual& a, const Dual& b) { return combine(a, b, a.value + b.value, T(1), T(1)); }
  GS_HD friend Dual operator-(const Dual& a, const Dual& b) { return combine(a, b, a.value - b.value, T(1), T(-1)); }
  GS_HD friend Dual operator*(const Dual& a, const Dual& b) {
    return combine(a, b, a.value * b.value, b.value, a.value);
  }
  GS_HD friend Dual operator/(const Dual& a, const Dual& b) {
    const T q = a.value / b.value;
    return combine(a, b, q, T(1) / b.value, -q / b.value);
  }
  GS_HD friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  GS_HD friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  GS_HD friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  GS_HD friend auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  GS_HD friend auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  // Chain rule: f(a) from the value f and the derivative df of a function at a.value.
  GS_HD static Dual chain(const Dual& a, T f, T df) {
    Dual r(f);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = df * a.d[i];
    return r;
  }
  // Chain rule for two arguments: f(a, b) from the value f and the partial derivatives dfa and dfb.
  GS_HD static Dual combine(const Dual& a, const Dual& b, T f, T dfa, T dfb) {
    Dual r(f);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = dfa * a.d[i] + dfb * b.d[i];
    return r;
  }
};

// The functions of math.h for dual numbers. The condition of select() has the type of a comparison of two T: a bool, or
// the mask of a pack.
template <class Condition, int N, class T>
GS_HD Dual<N, T> select(Condition condition, const Dual<N, T>& yes, const Dual<N, T>& no) {
  Dual<N, T> r(select(condition, yes.value, no.value));
  for (std::size_t i = 0; i < N; ++i) r.d[i] = select(condition, yes.d[i], no.d[i]);
  return r;
}
template <int N, class T>
GS_HD Dual<N, T> sqrt(const Dual<N, T>& a) {
  const T r = sqrt(a.value);
  return Dual<N, T>::chain(a, r, T(0.5) / r);
}
template <int N, class T>
GS_HD Dual<N, T> exp(const Dual<N, T>& a) {
  const T r = exp(a.value);
  return Dual<N, T>::chain(a, r, r);
}
template <int N, class T>
GS_HD Dual<N, T> log(const Dual<N, T>& a) {
  return Dual<N, T>::chain(a, log(a.value), T(1) / a.value);
}
template <int N, class T>
GS_HD Dual<N, T> sin(const Dual<N, T>& a) {
  return Dual<N, T>::chain(a, sin(a.value), cos(a.value));
}
template <int N, class T>
GS_HD Dual<N, T> cos(const Dual<N, T>& a) {
  return Dual<N, T>::chain(a, cos(a.value), -sin(a.value));
}
template <int N, class T>
GS_HD Dual<N, T> tan(const Dual<N, T>& a) {
  const T t = tan(a.value);
  return Dual<N, T>::chain(a, t, T(1) + t * t);
}
template <int N, class T>
GS_HD Dual<N, T> atan(const Dual<N, T>& a) {
  return Dual<N, T>::chain(a, atan(a.value), T(1) / (T(1) + a.value * a.value));
}
template <int N, class T>
GS_HD Dual<N, T> atan2(const Dual<N, T>& y, const Dual<N, T>& x) {
  const T n = x.value * x.value + y.value * y.value;
  return Dual<N, T>::combine(y, x, atan2(y.value, x.value), x.value / n, -y.value / n);
}
template <int N, class T>
GS_HD Dual<N, T> abs(const Dual<N, T>& a) {
  return select(a.value < T(0), -a, a);
}
template <int N, class T>
GS_HD Dual<N, T> min(const Dual<N, T>& a, const Dual<N, T>& b) {
  return select(a.value < b.value, a, b);
}
template <int N, class T>
GS_HD Dual<N, T> max(const Dual<N, T>& a, const Dual<N, T>& b) {
  return select(a.value > b.value, a, b);
}

}  // namespace gs
