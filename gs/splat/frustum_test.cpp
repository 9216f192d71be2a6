// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Culling never removes a visible splat.
#include "gs/splat/kernel/frustum.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"
#include "gs/splat/kernel/splat_ellipse.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat {
namespace {

constexpr float kReach = 3.4f;  // standard deviations, as in packed_cloud.cpp

// Counts of a test run.
struct Seen {
  int visible = 0, culled = 0, wrongly_culled = 0;
};

// Random isotropic Gaussians around the frustum, each in its own sphere: no visible one may be culled.
Seen count(const RenderView& in, const RenderSettings& settings, double largest_m, double sigma_m) {
  const ViewF view = make_view(in, settings).value();
  const Frustum frustum = frustum_of(view);
  Seen seen;
  for (uint64_t i = 0; i < 40'000; ++i) {
    Random random(6, purpose("frustum_test"), i);
    const auto u = [&](double a, double b) { return static_cast<float>(random.uniform(a, b)); };
    const float z = u(-0.2 * largest_m, largest_m);
    Gaussian<float> g;
    g.mean = {std::fabs(z) * u(-2, 2), std::fabs(z) * u(-2, 2), z};
    const auto s = static_cast<float>(std::log(sigma_m));
    g.log_scale = {s, s, s};
    g.rotation = {0, 0, 0, 1};
    g.opacity_logit = 5;
    const Projection<float> p = project_gaussian(g, view);
    const bool visible = is_visible(g, view, p, visible_extent(p));
    const Vec3f center = rotate(view.camera_from_map, g.mean - view.position);
    const bool kept = may_see_sphere(view, frustum, center, kReach * static_cast<float>(sigma_m) + 1e-4f);
    seen.visible += visible, seen.culled += !kept, seen.wrongly_culled += visible && !kept;
  }
  return seen;
}

TEST(Frustum, NothingVisibleIsCulledNearTheFarPlaneOfAWideCamera) {
  const Seen seen = count(testing::simple_view(400, 400, 130), {.far_m = 100}, 130, 0.05);
  EXPECT_GT(seen.visible, 1000);
  EXPECT_GT(seen.culled, 1000);
  EXPECT_EQ(seen.wrongly_culled, 0);
}

TEST(Frustum, NothingVisibleIsCulledWhateverTheLowPassFilter) {
  for (const double filter : {0.001, 0.3, 1.5, 10.0}) {
    const Seen seen = count(testing::simple_view(120, 90, 80), {.low_pass_px2 = filter}, 30, 0.002);
    EXPECT_GT(seen.visible, 1000) << filter;
    EXPECT_GT(seen.culled, 1000) << filter;
    EXPECT_EQ(seen.wrongly_culled, 0) << filter;
  }
}

TEST(Frustum, NothingVisibleIsCulledInAFisheyeOrWithARollingShutter) {
  RenderView fisheye = testing::simple_view(300, 300, 80);
  fisheye.camera.lens = Lens::equidistant;
  fisheye.camera = with_limits(fisheye.camera);
  EXPECT_EQ(count(fisheye, {.far_m = 20}, 30, 0.05).wrongly_culled, 0);
  RenderView moving = testing::simple_view(300, 300, 200);
  RollingShutterMotion motion;
  motion.map_from_camera_first.translation = {0, 0, -2};
  motion.map_from_camera_last = {Quaterniond::from_axis_angle({0, 1, 0}, 0.1), {0, 0, 2}};
  moving.rolling_shutter = motion;
  const Seen seen = count(moving, {.far_m = 20}, 30, 0.05);
  EXPECT_GT(seen.visible, 1000);
  EXPECT_GT(seen.culled, 1000);  // only the far plane can cull here
  EXPECT_EQ(seen.wrongly_culled, 0);
}

}  // namespace
}  // namespace gs::splat
