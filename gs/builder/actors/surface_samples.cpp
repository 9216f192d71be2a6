// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/surface_samples.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gs::builder {
namespace {

struct Triangle {
  Vec3d a, b, c;
  // Twice the area, along the normal.
  Vec3d across() const { return cross(b - a, c - a); }
};

Triangle triangle_of(const mapping::ObjectMesh& mesh, std::size_t i) {
  const auto corner = [&](std::size_t k) { return cast<double>(mesh.vertices[mesh.triangles[3 * i + k]]); };
  return {corner(0), corner(1), corner(2)};
}

// The n-th point of an even sequence in the unit square (Roberts 2018, R2), folded into its lower triangle.
Vec2d even_point(uint64_t n) {
  constexpr double kX = 0.7548776662466927, kY = 0.5698402909980532;
  const auto part = [](double x) { return x - std::floor(x); };
  const double count = static_cast<double>(n), u = part(0.5 + kX * count), v = part(0.5 + kY * count);
  return u + v <= 1 ? Vec2d{u, v} : Vec2d{1 - u, 1 - v};
}

}  // namespace

SurfaceSamples sample_surface(const mapping::ObjectMesh& mesh, double spacing_m, std::size_t most) {
  const std::size_t triangles = mesh.triangles.size() / 3;
  double area = 0;
  for (std::size_t i = 0; i < triangles; ++i) area += 0.5 * norm(triangle_of(mesh, i).across());
  SurfaceSamples out;
  if (!(area > 0) || most == 0) return out;
  out.spacing_m = std::max(spacing_m, std::sqrt(area / static_cast<double>(most)));
  const double each = out.spacing_m * out.spacing_m;
  double passed = 0;  // area of the triangles so far: a sample stands where it passes a multiple of `each`
  for (std::size_t i = 0; i < triangles; ++i) {
    const Triangle t = triangle_of(mesh, i);
    const Vec3d across = t.across();
    const double size = norm(across);
    if (!(size > 0)) continue;
    const auto before = static_cast<uint64_t>(passed / each);
    passed += 0.5 * size;
    const auto after = std::min<uint64_t>(static_cast<uint64_t>(passed / each), most);
    for (uint64_t n = before; n < after; ++n) {
      const Vec2d at = even_point(n);
      out.points.push_back({cast<float>(t.a + (t.b - t.a) * at.x + (t.c - t.a) * at.y), cast<float>(across / size)});
    }
  }
  return out;
}

}  // namespace gs::builder
