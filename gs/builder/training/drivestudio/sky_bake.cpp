// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/sky_bake.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "gs/core/parallel.h"
#include "gs/splat/train/initial_cloud/point_gaussians.h"

namespace gs::builder {
namespace {

constexpr double kNearest = 300, kFurthest = 100'000;  // [m] limits of the dome's radius
constexpr double kY0 = 0.28209479177387814;            // spherical harmonic of degree 0

// Face and texture coordinates 0..1 on it (OpenGL specification, table of cube map faces).
struct CubePlace {
  int face;
  double s, t;
};
// The face is that of the largest component.
CubePlace cube_place(Vec3d d) {
  const double x = std::abs(d.x), y = std::abs(d.y), z = std::abs(d.z);
  const auto place = [](int face, double sc, double tc, double major) {
    return CubePlace{face, (sc / major + 1) / 2, (tc / major + 1) / 2};
  };
  if (z > std::max(x, y)) return d.z > 0 ? place(4, d.x, -d.y, z) : place(5, -d.x, -d.y, z);
  if (y > x) return d.y > 0 ? place(2, d.x, d.z, y) : place(3, d.x, -d.z, y);
  return d.x > 0 ? place(0, -d.z, -d.y, x) : place(1, d.z, -d.y, x);
}

float median(std::vector<float> values, std::size_t percent = 50) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * percent / 100);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// Dome around the median position, 1.5 times as large as the distance of 99 % of the Gaussians.
splat::train::SkyDomeOptions dome_around(splat::CloudView cloud, std::size_t gaussians) {
  splat::train::SkyDomeOptions dome{.gaussians = gaussians, .sh_degree = cloud.sh_degree, .opacity = 0.99};
  std::array<std::vector<float>, 3> axes;
  for (std::size_t a = 0; a < 3; ++a) axes[a].assign(cloud.position[a], cloud.position[a] + cloud.size);
  dome.center = {median(axes[0]), median(axes[1]), median(axes[2])};
  std::vector<float> distances(cloud.size);
  for (std::size_t i = 0; i < cloud.size; ++i) distances[i] = norm(cloud.position_of(i) - dome.center);
  dome.radius_m = std::clamp(1.5 * static_cast<double>(median(std::move(distances), 99)), kNearest, kFurthest);
  return dome;
}

}  // namespace

Vec3f cube_color(const assets::CubeMap& cube, Vec3d direction) {
  const CubePlace place = cube_place(direction);
  const auto texel = [&](double at) {
    const auto side = static_cast<double>(cube.side);
    return static_cast<std::size_t>(std::clamp(std::floor(at * side), 0.0, side - 1));
  };
  const auto face = static_cast<std::size_t>(place.face);
  const float* color = cube.texels.data() + 3 * ((face * cube.side + texel(place.t)) * cube.side + texel(place.s));
  return {color[0], color[1], color[2]};
}

Result<splat::GaussianCloud> with_sky(const splat::GaussianCloud& cloud, const assets::CubeMap& cube,
                                      const Rigid3d& map_from_world, std::size_t gaussians) {
  if (cloud.empty() || cube.empty()) return splat::copy_of(cloud.view());
  const splat::train::SkyDomeOptions options = dome_around(cloud.view(), gaussians);
  GS_TRY(splat::GaussianCloud dome, splat::train::sky_dome(options));
  const splat::MutableCloudView view = dome.view();
  const Quaterniond world_from_map = map_from_world.rotation.conjugate();
  // A Gaussian gets the mean colour of the area it covers: its centre and a ring of eight directions.
  const double reach = std::sqrt(2 * std::numbers::pi / static_cast<double>(gaussians)) / 2;
  parallel_for(view.size, [&](std::size_t i) {
    // Direction of the Gaussian and two axes across it.
    const Vec3d out = cast<double>(view.position_of(i) - options.center) / options.radius_m;
    const Vec3d side = normalized(cross(out, std::abs(out.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0}));
    const Vec3d up = cross(out, side);
    Vec3d sum{};
    constexpr int kRing = 8;
    for (int k = 0; k <= kRing; ++k) {
      const double angle = 2 * std::numbers::pi * k / kRing, r = k == kRing ? 0 : reach;
      const Vec3d d = world_from_map * (out + side * (r * std::cos(angle)) + up * (r * std::sin(angle)));
      // DriveStudio samples its cube map with the axes (x, z, -y) of its world.
      sum = sum + cast<double>(cube_color(cube, {d.x, d.z, -d.y}));
    }
    const double mean[3] = {sum.x / (kRing + 1), sum.y / (kRing + 1), sum.z / (kRing + 1)};
    for (int c = 0; c < 3; ++c) {
      // Colour = 0.5 + Y0 * coefficient.
      const double color = std::isfinite(mean[c]) ? std::clamp(mean[c], 0.0, 1.0) : 0.5;
      view.sh_of(i)[c * view.coefficients()] = static_cast<float>((color - 0.5) / kY0);
    }
  });
  return splat::train::concatenate(cloud.view(), std::as_const(dome).view());
}

}  // namespace gs::builder
