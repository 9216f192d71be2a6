// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/transform.h"

#include <array>
#include <cmath>
#include <numbers>

#include "gs/core/parallel.h"
#include "gs/splat/kernel/sh.h"

namespace gs::splat {
namespace {

constexpr int kAll = sh_coefficients(kMaxShDegree);

// SH degree of coefficient k.
int band_of(int k) { return k < 1 ? 0 : k < 4 ? 1 : k < 9 ? 2 : 3; }

// Nodes and weights of 4-point Gauss-Legendre quadrature: exact for polynomials in z up to degree 7.
constexpr std::array<std::array<double, 2>, 4> kLegendre{{{-0.86113631159405258, 0.34785484513745386},
                                                          {-0.33998104358485626, 0.65214515486254614},
                                                          {0.33998104358485626, 0.65214515486254614},
                                                          {0.86113631159405258, 0.34785484513745386}}};

}  // namespace

// D_kj is the integral of Y_k(n) Y_j(R^-1 n) over the sphere. Both factors are polynomials of degree at most 3, so the
// product quadrature with 4 heights and 8 azimuths is exact up to rounding.
ShRotation sh_rotation(const Quaterniond& rotation) {
  constexpr int kAzimuths = 8;
  ShRotation out;
  for (const auto& [z, weight] : kLegendre) {
    const double radius = std::sqrt(1 - z * z), area = weight * 2 * std::numbers::pi / kAzimuths;
    for (int a = 0; a < kAzimuths; ++a) {
      const double azimuth = 2 * std::numbers::pi * a / kAzimuths;
      const Vec3d n{radius * std::cos(azimuth), radius * std::sin(azimuth), z};
      double there[kAll], here[kAll];
      sh_basis(n, kMaxShDegree, there);
      sh_basis(rotation.conjugate() * n, kMaxShDegree, here);
      for (int k = 0; k < kAll; ++k) {
        for (int j = 0; j < kAll; ++j) {
          if (band_of(k) == band_of(j)) out.d[k][j] += area * there[k] * here[j];
        }
      }
    }
  }
  // Degree 0 does not depend on direction: remove the rounding error of the quadrature.
  out.d[0][0] = 1;
  return out;
}

void transform(const MutableCloudView& cloud, const Rigid3d& target_from_source, double scale) {
  const ShRotation turn = sh_rotation(target_from_source.rotation);
  const int coefficients = cloud.coefficients();
  const auto longer = static_cast<float>(std::log(scale));
  parallel_for(cloud.size, [&](std::size_t i) {
    const Vec3d moved = target_from_source * (cast<double>(cloud.position_of(i)) * scale);
    cloud.set_position(i, cast<float>(moved));
    const Vec3f s = cloud.log_scale_of(i);
    if (scale != 1) cloud.set_log_scale(i, {s.x + longer, s.y + longer, s.z + longer});
    const Quaternionf q = cloud.rotation_of(i);
    const Quaterniond turned = normalized(target_from_source.rotation * Quaterniond{q.x, q.y, q.z, q.w});
    cloud.set_rotation(i, {static_cast<float>(turned.x), static_cast<float>(turned.y), static_cast<float>(turned.z),
                           static_cast<float>(turned.w)});
    for (int channel = 0; channel < 3; ++channel) {
      float* sh = cloud.sh_of(i) + channel * coefficients;
      // Each band of degree l occupies coefficients l^2 to l^2 + 2 l and is rotated by itself.
      double before[kAll];
      for (int k = 1; k < coefficients; ++k) before[k] = static_cast<double>(sh[k]);
      for (int k = 1; k < coefficients; ++k) {
        const int first = band_of(k) * band_of(k), last = first + 2 * band_of(k);
        double sum = 0;
        for (int j = first; j <= last; ++j) sum += turn.d[k][j] * before[j];
        sh[k] = static_cast<float>(sum);
      }
    }
  });
}

}  // namespace gs::splat
