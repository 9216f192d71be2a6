// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays on Gaussians meet a cylinder at its radius, also from a moving sensor.
#include "gs/sim/sensors/gaussian_caster.h"

#include <gtest/gtest.h>

#include "gs/splat/factory.h"

namespace gs::sim {
namespace {

// A cylinder of flat, opaque splats with radius 10 m around the sensor.
splat::GaussianCloud cylinder() {
  constexpr int kAround = 720, kUp = 40;
  auto cloud = splat::GaussianCloud::create(kAround * kUp, 0);
  const splat::MutableCloudView view = cloud->view();
  for (int a = 0; a < kAround; ++a) {
    for (int u = 0; u < kUp; ++u) {
      const auto i = static_cast<std::size_t>(a * kUp + u);
      const double angle = 2 * kPi * a / kAround;
      view.set_position(i, cast<float>(Vec3d{10 * std::cos(angle), 10 * std::sin(angle), -5.0 + 0.25 * u}));
      view.set_log_scale(i, {std::log(0.01f), std::log(0.12f), std::log(0.2f)});
      view.set_rotation(i, Quaternionf::from_rpy(0.0f, 0.0f, static_cast<float>(angle)));
      view.opacity_logit[i] = 6.0f;
      for (int c = 0; c < 3; ++c) view.sh_of(i)[c] = 0;
    }
  }
  return std::move(*cloud);
}

TEST(GaussianCaster, RaysMeetACylinderAtItsRadius) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu);
  ASSERT_TRUE(rasterizer);
  ASSERT_TRUE((*rasterizer)->upload(cylinder()));
  std::vector<raycast::Ray> rays;
  for (int a = 0; a < 90; ++a) {
    for (const double elevation : {-0.2, 0.0, 0.2}) {
      const double angle = 2 * kPi * a / 90;
      rays.push_back({.max_distance = 100,
                      .direction = cast<float>(Vec3d{std::cos(elevation) * std::cos(angle),
                                                     std::cos(elevation) * std::sin(angle), std::sin(elevation)})});
    }
  }
  std::vector<float> distances(rays.size());
  ASSERT_TRUE(cast_gaussians(**rasterizer, {}, {.resolution_rad = 0.01}, {}, rays, distances));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const double flat = std::hypot(rays[i].direction.x, rays[i].direction.y);
    // The depth is that of the splat's centre: off by no more than its extent (sigma 0.12 and 0.2 m).
    EXPECT_NEAR(distances[i] * flat, 10.0, 0.2) << i;
  }
}

TEST(GaussianCaster, RaysOfAMovingSensorMeetTheCylinderFromWhereTheyStart) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu);
  ASSERT_TRUE(rasterizer);
  ASSERT_TRUE((*rasterizer)->upload(cylinder()));
  std::vector<raycast::Ray> rays;
  for (int a = 0; a < 360; ++a) {  // the sensor moves two metres forward during the revolution
    const double angle = 2 * kPi * a / 360;
    rays.push_back({.origin = cast<float>(Vec3d{2.0 * a / 360 - 1, 0, 0}),
                    .max_distance = 100,
                    .direction = cast<float>(Vec3d{std::cos(angle), std::sin(angle), 0})});
  }
  std::vector<float> distances(rays.size());
  ASSERT_TRUE(cast_gaussians(**rasterizer, {}, {.resolution_rad = 0.01}, {}, rays, distances));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Vec3f hit = rays[i].origin + rays[i].direction * distances[i];
    EXPECT_NEAR(std::hypot(hit.x, hit.y), 10.0, 0.3) << i;
  }
}

TEST(GaussianCaster, EmptyWorldReturnsNothing) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu);
  const std::vector<raycast::Ray> rays(5, raycast::Ray{.max_distance = 50, .direction = {1, 0, 0}});
  std::vector<float> distances(5, 1.0f);
  ASSERT_TRUE(cast_gaussians(**rasterizer, {}, {}, {}, rays, distances));
  for (const float d : distances) EXPECT_EQ(d, raycast::kFar);
}

}  // namespace
}  // namespace gs::sim
