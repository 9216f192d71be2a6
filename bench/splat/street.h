// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A random street of Gaussians for timing renderers: 25 % ground and 35 % facades as flat discs, 30 % clutter, 10 % sky
// dome, over 240 m. Map frame: x along the street, y left, z up.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/api/rasterizer.h"

namespace bench {

namespace detail {

// Mean, standard deviations and rotation of a Gaussian.
struct StreetSplat {
  gs::Vec3d mean, size;
  gs::Quaterniond rotation;
};

// A flat disc, a blob with random rotation, and a Gaussian of a random kind.
inline StreetSplat flat_splat(gs::Random& random, gs::Vec3d mean, double size, double thickness, gs::Vec3d turn) {
  const auto spread = [&] { return size * std::exp(0.5 * random.normal()); };
  return {mean, {spread(), spread(), thickness}, gs::rotation_from_vector(turn)};
}
inline StreetSplat round_splat(gs::Random& random, gs::Vec3d mean, double size, double sigma) {
  const auto spread = [&] { return size * std::exp(sigma * random.normal()); };
  const gs::Quaterniond q{random.normal(), random.normal(), random.normal(), random.normal()};
  return {mean, {spread(), spread(), spread()}, gs::normalized(q)};
}

// Draws ground, facade, clutter or sky.
inline StreetSplat street_splat(gs::Random& random) {
  const double kind = random.uniform(), x = random.uniform(-20, 220);
  const double side = random.uniform() < 0.5 ? -1.0 : 1.0;
  if (kind < 0.25) {
    const double y = random.uniform(-12, 12);
    return flat_splat(random, {x, y, random.normal(0, 0.01)}, 0.05, 0.005, {});
  }
  if (kind < 0.60) {
    const double y = side * (12 + random.normal(0, 0.1)), z = random.uniform(0, 15);
    return flat_splat(random, {x, y, z}, 0.07, 0.01, {-0.5 * gs::kPi, 0, 0});  // z to y
  }
  if (kind < 0.90) {
    const double y = side * random.uniform(4, 12);
    return round_splat(random, {x, y, std::abs(random.normal(0, 2.5))}, 0.05, 0.7);
  }
  const gs::Vec3d d = gs::normalized(gs::Vec3d{random.normal(), random.normal(), std::abs(random.normal())});
  return round_splat(random, gs::Vec3d{100, 0, 0} + d * 400.0, 6.0, 0.3);
}

}  // namespace detail

// A street of `count` Gaussians; equal arguments give equal clouds.
inline gs::Result<gs::splat::GaussianCloud> street(std::size_t count, int sh_degree = 3, uint64_t seed = 7) {
  GS_TRY(gs::splat::GaussianCloud cloud, gs::splat::GaussianCloud::create(count, sh_degree));
  const gs::splat::MutableCloudView view = cloud.view();
  const int coefficients = view.coefficients();
  gs::parallel_for(count, [&](std::size_t i) {
    gs::Random random(seed, gs::purpose("bench_street"), i);
    const bench::detail::StreetSplat s = bench::detail::street_splat(random);
    view.set_position(i, gs::cast<float>(s.mean));
    view.set_log_scale(i, gs::cast<float>(gs::Vec3d{std::log(s.size.x), std::log(s.size.y), std::log(s.size.z)}));
    const gs::Quaterniond q = s.rotation;
    view.set_rotation(
        i, {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)});
    view.opacity_logit[i] = static_cast<float>(random.normal(1.5, 2.0));
    float* sh = view.sh_of(i);
    for (int k = 0; k < 3 * coefficients; ++k) {
      sh[k] = static_cast<float>(random.normal(0, k % coefficients == 0 ? 0.8 : 0.05));
    }
  });
  return cloud;
}

// Views along the lane, 10 m apart at 1.6 m height, looking along +x with a slowly varying yaw.
inline std::vector<gs::splat::RenderView> street_drive(int width, int height, double focal, int count = 20) {
  std::vector<gs::splat::RenderView> views;
  gs::CameraD camera{.width = width, .height = height};
  camera.fx = camera.fy = focal;
  camera.cx = 0.5 * width, camera.cy = 0.5 * height;
  for (int i = 0; i < count; ++i) {
    const double yaw = 0.35 * std::sin(2 * gs::kPi * i / count);
    const gs::Vec3d forward{std::cos(yaw), std::sin(yaw), 0}, right{std::sin(yaw), -std::cos(yaw), 0}, down{0, 0, -1};
    const gs::Mat3d camera_from_map = gs::Mat3d::from_rows(right, down, forward);
    views.push_back(
        {gs::with_limits(camera), {gs::to_quaternion(gs::transpose(camera_from_map)), {10.0 * i, 0.5, 1.6}}});
  }
  return views;
}

}  // namespace bench
