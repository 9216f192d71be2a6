// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vehicles of Gaussians on a street, for timing and testing instances.
#pragma once

#include <cmath>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/splat/api/rasterizer.h"

namespace bench {

// `count` discs on the surface of a box of 4.5 x 1.85 x 1.5 m; its frame: x forward, y left, z up, origin on the ground
// below the middle.
inline gs::splat::GaussianCloud vehicle(std::size_t count, int sh_degree, uint64_t seed) {
  gs::splat::GaussianCloud cloud = gs::splat::GaussianCloud::create(count, sh_degree).value();
  const gs::splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    gs::Random random(seed, gs::purpose("bench_vehicle"), i);
    const auto u = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    gs::Vec3f p{u(-2.25, 2.25), u(-0.925, 0.925), u(0.15, 1.5)};
    const gs::Vec3f log_size{u(-4.2, -3.2), u(-4.2, -3.2), u(-4.2, -3.2)};
    const double face = random.uniform();
    // Faces 4 cm thick: splats of exactly equal depth would be blended in an order that rounding decides.
    if (face < 0.3) p.y = std::copysign(u(0.905, 0.945), p.y);
    if (face >= 0.3 && face < 0.5) p.x = std::copysign(u(2.23, 2.27), p.x);
    if (face >= 0.5) p.z = u(1.48, 1.52);
    view.set_position(i, p);
    view.set_log_scale(i, log_size);
    view.set_rotation(i, gs::normalized(gs::Quaternionf{u(-1, 1), u(-1, 1), u(-1, 1), u(0.1, 1)}));
    view.opacity_logit[i] = u(-1, 4);
    for (int k = 0; k < 3 * view.coefficients(); ++k) {
      view.sh_of(i)[k] = k % view.coefficients() == 0 ? u(-1, 1) : u(-0.1, 0.1);
    }
  }
  return cloud;
}

// Vehicles of assets 0, 1, 2, ... on two lanes ahead of a camera of street_drive(), spread over 10 to 60 m.
inline std::vector<gs::splat::SplatInstance> vehicles_ahead(const gs::splat::RenderView& view, std::size_t count) {
  const gs::Vec3d at = view.map_from_camera.translation;
  const gs::Vec3d forward = view.map_from_camera.rotation * gs::Vec3d{0, 0, 1};
  const gs::Vec3d left = view.map_from_camera.rotation * gs::Vec3d{-1, 0, 0};
  const double yaw = std::atan2(forward.y, forward.x);
  std::vector<gs::splat::SplatInstance> vehicles;
  for (std::size_t i = 0; i < count; ++i) {
    const double along = 10.0 + 50.0 * static_cast<double>(i) / static_cast<double>(count), side = i % 2 == 0 ? 2 : -2;
    gs::Vec3d place = at + forward * along + left * side;
    place.z = 0;
    vehicles.push_back(
        {static_cast<uint32_t>(i), {gs::rotation_from_vector({0, 0, yaw + 0.1 * static_cast<double>(i % 3)}), place}});
  }
  return vehicles;
}

// Marks the Gaussians of street() that lie on its ground, the plane z = 0.
inline std::vector<uint8_t> ground_marks(const gs::splat::GaussianCloud& street) {
  std::vector<uint8_t> marks(street.size());
  for (std::size_t i = 0; i < street.size(); ++i) marks[i] = street.view().position[2][i] < 0.1f;
  return marks;
}

// Two shadows a vehicle: its floor, and a rectangle of the same size 1.5 m and 1 m aside for the sun.
inline std::vector<gs::splat::GroundShadow> shadows_below(const std::vector<gs::splat::SplatInstance>& vehicles) {
  std::vector<gs::splat::GroundShadow> shadows;
  for (const gs::splat::SplatInstance& v : vehicles) {
    for (const gs::splat::ShadowKind kind : {gs::splat::ShadowKind::contact, gs::splat::ShadowKind::sun}) {
      const bool of_sun = kind == gs::splat::ShadowKind::sun;
      gs::splat::GroundShadow s{
          .corners = 4, .kind = kind, .strength = of_sun ? 0.4f : 0.55f, .softness_m = of_sun ? 0.15f : 0.25f};
      for (int i = 0; i < 4; ++i) {
        const gs::Vec3d corner{i == 1 || i == 2 ? 2.25 : -2.25, i >= 2 ? 0.925 : -0.925, 0};
        const gs::Vec3d at = v.map_from_asset * corner + (of_sun ? gs::Vec3d{1.5, 1, 0} : gs::Vec3d{});
        s.corner[i] = {static_cast<float>(at.x), static_cast<float>(at.y)};
      }
      shadows.push_back(gs::splat::bounded(s));
    }
  }
  return shadows;
}

}  // namespace bench
