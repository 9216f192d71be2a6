// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The rasterizer against closed forms and its reference, and scenes that break others.
#include "gs/splat/api/rasterizer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <limits>

#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat {
namespace {

using testing::random_cloud;
using testing::simple_view;

constexpr float kC0 = 0.28209479f;
constexpr RenderSettings kEverything{.alpha = true, .depth = true};

// A cloud of one Gaussian; sigma in metres, colour 0..1.
GaussianCloud single(Vec3f mean, Vec3f sigma, Quaternionf rotation, float opacity, Vec3f color) {
  GaussianCloud cloud = GaussianCloud::create(1, 0).value();
  const MutableCloudView v = cloud.view();
  v.set_position(0, mean);
  v.set_log_scale(0, {std::log(sigma.x), std::log(sigma.y), std::log(sigma.z)});
  v.set_rotation(0, rotation);
  v.opacity_logit[0] = std::log(opacity / (1 - opacity));
  const float rgb[3] = {color.x, color.y, color.z};
  for (int c = 0; c < 3; ++c) v.sh_of(0)[c] = (rgb[c] - 0.5f) / kC0;
  return cloud;
}

SplatImage render(GaussianCloud cloud, const RenderView& view, const RenderSettings& settings = kEverything,
                  SkyImage sky = {}) {
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(cloud)));
  EXPECT_TRUE(rasterizer->set_sky(std::move(sky)));
  auto images = rasterizer->render({&view, 1}, settings);
  EXPECT_TRUE(images) << to_string(images.error());
  return std::move(images->front());
}

TEST(Rasterizer, ASingleRoundSplatIsAGaussianOnTheImage) {
  const RenderView view = simple_view(61, 41, 100);
  const SplatImage image = render(single({0.1f, -0.05f, 2}, {0.1f, 0.1f, 0.1f}, {}, 0.8f, {1.0f, 0.5f, 0.25f}), view);
  const double cx = 30 + 5, cy = 20 - 2.5;
  for (int y = 0; y < 41; ++y) {
    for (int x = 0; x < 61; ++x) {
      // Columns of J M: off the axis, the z axis adds (100 * 0.05 * 0.1 / 2)^2 to the variance.
      const double ax = 5, ay = 5, zx = 0.05 * ax, zy = -0.025 * ay;
      const double xx = ax * ax + zx * zx + 0.3, yy = ay * ay + zy * zy + 0.3, xy = zx * zy;
      const double det = xx * yy - xy * xy, dx = x - cx, dy = y - cy;
      const double q = (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / det;
      double alpha = 0.8 * std::exp(-0.5 * q);
      if (alpha < 1.0 / 255) alpha = 0;
      const auto i = static_cast<std::size_t>(y * 61 + x);
      EXPECT_NEAR(image.alpha[i], alpha, alpha == 0 ? 0.0040 : 2e-5);
      EXPECT_NEAR(image.rgb8[3 * i], 255 * alpha, 0.51 + (alpha == 0 ? 1 : 0));
      EXPECT_NEAR(image.rgb8[3 * i + 1], 127.5 * alpha, 0.51 + (alpha == 0 ? 1 : 0));
      EXPECT_NEAR(image.depth[i], image.alpha[i] > 0 ? 2.0f : 0.0f, 1e-4f);  // alpha is 1 - transmittance, rounded
      EXPECT_EQ(image.median_depth[i] > 0, image.alpha[i] >= 0.5f);
    }
  }
}

// The filter adds its variance to a small splat; compensation reduces the opacity by the ratio of the areas.
TEST(Rasterizer, TheFilterWidensSmallSplatsAndCompensationFadesThem) {
  constexpr double kSigma = 0.5;  // [px]
  const auto alpha = [](int x, double filter, bool compensated) {
    const SplatImage image =
        render(single({0, 0, 2}, {0.01f, 0.01f, 0.01f}, {}, 0.9f, {1, 1, 1}), simple_view(21, 21, 100),
               {.low_pass_px2 = filter, .antialiasing = compensated, .alpha = true});
    return static_cast<double>(image.alpha[static_cast<std::size_t>(10 * 21 + x)]);
  };
  for (const double filter : {0.1, 0.3, 1.0}) {
    const double variance = kSigma * kSigma + filter;
    EXPECT_NEAR(alpha(10, filter, false), 0.9, 2e-5);
    EXPECT_NEAR(alpha(11, filter, false), 0.9 * std::exp(-0.5 / variance), 2e-5);
    EXPECT_NEAR(alpha(10, filter, true), 0.9 * kSigma * kSigma / variance, 2e-5);
  }
}

TEST(Rasterizer, NearSplatsHideFarOnesWhateverTheirOrder) {
  for (const bool swapped : {false, true}) {
    GaussianCloud cloud = GaussianCloud::create(2, 0).value();
    const MutableCloudView v = cloud.view();
    for (std::size_t i = 0; i < 2; ++i) {
      const bool near = (i == 0) != swapped;
      v.set_position(i, {0, 0, near ? 2.0f : 5.0f});
      v.set_log_scale(i, {0, 0, 0});
      v.set_rotation(i, {});
      v.opacity_logit[i] = 20;
      for (int c = 0; c < 3; ++c) v.sh_of(i)[c] = ((near ? 1.0f : 0.0f) - 0.5f) / kC0;
    }
    const SplatImage image = render(std::move(cloud), simple_view(21, 21, 20));
    EXPECT_EQ(image.rgb8[3 * (10 * 21 + 10)], 252);  // alpha is at most 0.99
    EXPECT_NEAR(image.median_depth[10 * 21 + 10], 2.0f, 1e-6f);
  }
}

// Files in both quaternion orders must render the same image: an anisotropic splat rotated by 45 degrees about each
// axis.
TEST(Rasterizer, BothQuaternionConventionsOfPlyGiveTheSamePixels) {
  const TemporaryFolder folder;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3d direction{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    const Quaterniond q = Quaterniond::from_axis_angle(direction, kPi / 4);
    const auto f = [](double x) { return static_cast<float>(x); };
    const GaussianCloud cloud =
        single({0, 0, 3}, {0.5f, 0.1f, 0.02f}, {f(q.x), f(q.y), f(q.z), f(q.w)}, 0.9f, {0.9f, 0.2f, 0.4f});
    const auto ours = folder / "xyzw.ply", theirs = folder / "wxyz.ply";
    ASSERT_TRUE(save_ply(ours, cloud.view(), PlyFlavor::bundle));
    ASSERT_TRUE(save_ply(theirs, cloud.view(), PlyFlavor::standard));
    const RenderView view = simple_view(80, 60, 70);
    const SplatImage a = render(load_ply(ours, {.source = PlySource::bundle}).value(), view);
    const SplatImage b = render(load_ply(theirs, {.source = PlySource::imported}).value(), view);
    EXPECT_EQ(a.rgb8, b.rgb8);
    EXPECT_EQ(a.rgb8, render(copy_of(cloud.view()).value(), view).rgb8);
    if (axis == 2) {  // rotated in the image plane: the long axis runs down to the right
      EXPECT_GT(a.alpha[35 * 80 + 45], 10 * a.alpha[24 * 80 + 45] + 0.01f);
    }
  }
}

// Mean and covariance of the rendered alpha against samples of the Gaussian projected by the exact camera model.
void expect_moments_match_sampling(CameraD camera, Vec3d mean) {
  camera = with_limits(camera);
  const Vec3f sigma{0.06f, 0.03f, 0.05f};
  const Quaterniond q = normalized(Quaterniond{0.3, -0.2, 0.5, 0.8});
  const auto f = [](double x) { return static_cast<float>(x); };
  // The alpha cut-off removes the tails of the splat; `kept` below accounts for it.
  const SplatImage image =
      render(single(cast<float>(mean), sigma, {f(q.x), f(q.y), f(q.z), f(q.w)}, 0.98f, {1, 1, 1}), {.camera = camera});
  double weight = 0, mx = 0, my = 0;
  const auto each = [&](auto visit) {
    for (int y = 0; y < camera.height; ++y) {
      for (int x = 0; x < camera.width; ++x) {
        const double a = image.alpha[static_cast<std::size_t>(y * camera.width + x)];
        if (a > 0) visit(a, x, y);
      }
    }
  };
  each([&](double a, int x, int y) { weight += a, mx += a * x, my += a * y; });
  mx /= weight, my /= weight;
  double xx = 0, xy = 0, yy = 0;
  each([&](double a, int x, int y) {
    xx += a * (x - mx) * (x - mx), xy += a * (x - mx) * (y - my), yy += a * (y - my) * (y - my);
  });
  xx /= weight, xy /= weight, yy /= weight;

  constexpr int kSamples = 40000;
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (uint64_t i = 0; i < kSamples; ++i) {
    Random random(3, purpose("lens_samples"), i);
    const Vec3d offset = q * Vec3d{sigma.x * random.normal(), sigma.y * random.normal(), sigma.z * random.normal()};
    const Vec2d p = project(camera, mean + offset);
    sx += p.x, sy += p.y, sxx += p.x * p.x, sxy += p.x * p.y, syy += p.y * p.y;
  }
  sx /= kSamples, sy /= kSamples;
  sxx = sxx / kSamples - sx * sx + 0.3, sxy = sxy / kSamples - sx * sy, syy = syy / kSamples - sy * sy + 0.3;
  // alpha is cut at q = 2 ln(0.98 * 255) = 11.04: a 2D Gaussian cut there keeps 0.978 of its variance.
  const double kept = 0.978, scale = std::max(sxx, syy);
  EXPECT_NEAR(mx, sx, 0.15);
  EXPECT_NEAR(my, sy, 0.15);
  EXPECT_NEAR(xx, kept * sxx, 0.03 * scale);
  EXPECT_NEAR(xy, kept * sxy, 0.03 * scale);
  EXPECT_NEAR(yy, kept * syy, 0.03 * scale);
}

// Pinhole, radial-tangential, rational and fisheye cameras, far from the axis.
TEST(Rasterizer, DistortedSplatsHaveTheShapeOfDenseSamples) {
  CameraD camera = simple_view(200, 160, 120).camera;
  expect_moments_match_sampling(camera, {0.6, 0.4, 2});
  camera.k1 = -0.25, camera.k2 = 0.06, camera.p1 = 0.002, camera.p2 = -0.001;
  expect_moments_match_sampling(camera, {0.9, 0.6, 2});
  camera.k4 = 0.1;
  expect_moments_match_sampling(camera, {-0.9, 0.6, 2});
  CameraD fisheye = simple_view(240, 200, 60).camera;
  fisheye.lens = Lens::equidistant;
  fisheye.k1 = 0.03, fisheye.k2 = -0.01;
  expect_moments_match_sampling(fisheye, {1.5, 0.8, 0.5});   // 74 degrees off the axis
  expect_moments_match_sampling(fisheye, {1.5, 0.5, -0.1});  // behind the image plane
}

TEST(Rasterizer, RollingShutterLeansAPole) {
  constexpr int kSplats = 400;
  GaussianCloud cloud = GaussianCloud::create(kSplats, 0).value();
  const MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < kSplats; ++i) {
    v.set_position(i, {0.5f, -3 + 6 * static_cast<float>(i) / kSplats, 5});
    v.set_log_scale(i, {-3.5f, -3.5f, -3.5f});
    v.set_rotation(i, {});
    v.opacity_logit[i] = 2;
    for (int c = 0; c < 3; ++c) v.sh_of(i)[c] = 0;
  }
  RenderView view = simple_view(160, 120, 100);
  RollingShutterMotion shutter;  // moves 0.8 m to the right while rows are read from top to bottom
  shutter.map_from_camera_first.translation = {-0.4, 0, 0};
  shutter.map_from_camera_last.translation = {0.4, 0, 0};
  view.rolling_shutter = shutter;
  const SplatImage image = render(std::move(cloud), view);
  for (int y = 5; y < 115; ++y) {
    double sum = 0, weighted = 0;
    for (int x = 0; x < 160; ++x) {
      const double a = image.alpha[static_cast<std::size_t>(y * 160 + x)];
      sum += a, weighted += a * x;
    }
    const double s = (y + 0.5) / 120 - 0.5;
    EXPECT_NEAR(weighted / sum, 100 * (0.5 - 0.8 * s) / 5 + 79.5, 0.1) << "row " << y;
  }
}

TEST(Rasterizer, BackgroundFillsWhatIsNotCovered) {
  const SplatImage image =
      render({}, simple_view(8, 6, 5), {.background = {0.2f, 0.5f, 1.0f}, .alpha = true, .depth = true});
  ASSERT_EQ(image.rgb8.size(), 8u * 6 * 3);
  EXPECT_EQ(image.rgb8[0], 51);
  EXPECT_EQ(image.rgb8[1], 128);  // 127.5 rounds up
  EXPECT_EQ(image.rgb8[2], 255);
  EXPECT_EQ(image.alpha[0], 0.0f);
  EXPECT_EQ(image.depth[0], 0.0f);
}

TEST(Rasterizer, ColourCorrectionWorksInLinearLight) {
  RenderSettings settings{.background = {0.5f, 0.5f, 0.5f}};
  EXPECT_EQ(render({}, simple_view(2, 2, 2), settings).rgb8[0], 128);
  settings.correction.gamma = 1.8f;  // alone, no effect
  EXPECT_EQ(render({}, simple_view(2, 2, 2), settings).rgb8[0], 128);
  settings.correction = {.white_balance = {1.0f, 2.0f, 0.5f}, .exposure_compensation = 0.5f, .gamma = 2.2f};
  const SplatImage image = render({}, simple_view(2, 2, 2), settings);
  const auto expected = [](double balance) {
    return std::min(255.0, 255 * std::pow(std::pow(0.5, 2.2) * balance * std::sqrt(2.0), 1 / 2.2));
  };
  EXPECT_NEAR(image.rgb8[0], expected(1.0), 0.51);
  EXPECT_NEAR(image.rgb8[1], expected(2.0), 0.51);
  EXPECT_NEAR(image.rgb8[2], expected(0.5), 0.51);
}

// Red at +x, green at +y, blue at the zenith of the equirectangular image.
TEST(Rasterizer, SkyIsSeenInItsDirection) {
  SkyImage sky{.width = 64, .height = 32, .rgb8 = std::vector<uint8_t>(64 * 32 * 3, 0)};
  const auto paint = [&](int x, int y, int channel) {
    sky.rgb8[static_cast<std::size_t>((y * 64 + x) * 3 + channel)] = 255;
  };
  for (int y = 14; y < 18; ++y) {
    for (int x = 30; x < 34; ++x) paint(x, y, 0);  // +x
    for (int x = 14; x < 18; ++x) paint(x, y, 1);  // +y, to the left of +x
  }
  for (int x = 0; x < 64; ++x) paint(x, 0, 2), paint(x, 1, 2);  // zenith
  const auto looking = [&](Vec3d forward, Vec3d down) {
    RenderView view = simple_view(9, 9, 60);
    view.map_from_camera.rotation = to_quaternion(transpose(Mat3d::from_rows(cross(down, forward), down, forward)));
    const SplatImage image = render({}, view, {}, sky);
    const uint8_t* p = image.rgb8.data() + 3 * (4 * 9 + 4);
    return std::array<int, 3>{p[0], p[1], p[2]};
  };
  EXPECT_EQ(looking({1, 0, 0}, {0, 0, -1}), (std::array<int, 3>{255, 0, 0}));
  EXPECT_EQ(looking({0, 1, 0}, {0, 0, -1}), (std::array<int, 3>{0, 255, 0}));
  EXPECT_EQ(looking({0, 0, 1}, {1, 0, 0}), (std::array<int, 3>{0, 0, 255}));
  EXPECT_EQ(looking({-1, 0, 0}, {0, 0, -1}), (std::array<int, 3>{0, 0, 0}));
}

TEST(Rasterizer, SimdEqualsTheReferenceOnNearlyAllPixels) {
  const RenderView view = simple_view(320, 240, 250);
  const GaussianCloud cloud = random_cloud(20000, 3, 21, -3.5);
  setenv("GS_ISA", "scalar", 1);
  auto scalar = make_rasterizer(Backend::cpu).value();
  unsetenv("GS_ISA");
  auto simd = make_rasterizer(Backend::cpu).value();
  ASSERT_TRUE(scalar->upload(copy_of(cloud.view()).value()));
  ASSERT_TRUE(simd->upload(copy_of(cloud.view()).value()));
  const auto a = scalar->render({&view, 1}, {}).value(), b = simd->render({&view, 1}, {}).value();
  std::size_t different = 0;
  for (std::size_t i = 0; i < a[0].rgb8.size(); ++i) {
    EXPECT_LE(std::abs(a[0].rgb8[i] - b[0].rgb8[i]), 1);
    different += a[0].rgb8[i] != b[0].rgb8[i];
  }
  EXPECT_LE(different, a[0].rgb8.size() / 1000);
}

TEST(Rasterizer, SplatsBehindTheCameraOrBrokenOnesAreNotSeen) {
  GaussianCloud cloud = random_cloud(200, 1, 3);
  const MutableCloudView v = cloud.view();
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  struct Change {
    float* plane;
    float value;
  };
  const Change changes[] = {{v.position[2], -3},  {v.position[0], nan},   {v.position[2], inf}, {v.log_scale[1], nan},
                            {v.rotation[0], inf}, {v.opacity_logit, nan}, {v.log_scale[0], 200}};  // exp(200) overflows
  for (std::size_t i = 0; i < 200; ++i) {
    const std::size_t kind = i % 8;
    if (kind == 7) v.set_rotation(i, {0, 0, 0, 0});
    if (kind < 7) changes[kind].plane[i] = changes[kind].value;
  }
  const SplatImage image = render(std::move(cloud), simple_view(64, 48, 40));
  for (const float a : image.alpha) EXPECT_EQ(a, 0.0f);
}

TEST(Rasterizer, AnEnormousSplatCoversTheImage) {
  const SplatImage image =
      render(single({0, 0, 5}, {1e4f, 1e4f, 1e-3f}, {}, 0.6f, {1, 1, 1}), simple_view(100, 80, 60));
  for (const float a : image.alpha) EXPECT_NEAR(a, 0.6f, 1e-3f);
}

TEST(Rasterizer, ColoursThatAreNotFiniteDoNotCrash) {
  GaussianCloud cloud = single({0, 0, 3}, {0.1f, 0.1f, 0.1f}, {}, 0.9f, {1, 1, 1});
  cloud.view().sh_of(0)[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(render(std::move(cloud), simple_view(20, 20, 20)).rgb8.size(), 1200u);
}

TEST(Rasterizer, RefusesImpossibleViews) {
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  const auto code = [&](auto change, RenderSettings settings = {}) {
    RenderView view = simple_view(10, 10, 10);
    change(view);
    const auto images = rasterizer->render({&view, 1}, settings);
    return images ? std::optional<ErrorCode>() : images.error().code;
  };
  EXPECT_EQ(code([](RenderView&) {}), std::nullopt);
  EXPECT_EQ(code([](RenderView& v) { v.camera.width = 0; }), ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView& v) { v.camera.height = -4; }), ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView& v) { v.camera.width = kMaxImageSide + 1; }), ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView& v) { v.camera.fx = 0; }), ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView& v) { v.camera.k1 = std::numeric_limits<double>::quiet_NaN(); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView& v) { v.map_from_camera.translation.x = std::numeric_limits<double>::infinity(); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView& v) { v.map_from_camera.rotation = {0, 0, 0, 0}; }), ErrorCode::invalid_argument);
  EXPECT_EQ(code([](RenderView&) {}, {.near_m = 5, .far_m = 1}), ErrorCode::invalid_argument);
  for (const double filter : {0.0, -0.1, 11.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(code([](RenderView&) {}, {.low_pass_px2 = filter}), ErrorCode::invalid_argument);
  }
  EXPECT_FALSE(rasterizer->set_sky({.width = 4, .height = 4, .rgb8 = std::vector<uint8_t>(5)}));
}

TEST(Rasterizer, RendersALineOfSixteenThousandPixels) {
  const SplatImage image = render(random_cloud(500, 0, 4), simple_view(kMaxImageSide, 2, 9000));
  EXPECT_EQ(image.rgb8.size(), 2u * kMaxImageSide * 3);
}

TEST(Factory, NamesItsBackendsAndSaysWhatIsMissing) {
  EXPECT_EQ(backend_from_string("auto"), Backend::automatic);
  EXPECT_EQ(backend_from_string("cuda"), Backend::cuda);
  EXPECT_EQ(backend_from_string("vulkan"), std::nullopt);
  EXPECT_TRUE(make_rasterizer(Backend::automatic));
  EXPECT_TRUE(make_differentiable_rasterizer(Backend::automatic));
  const auto cuda = make_rasterizer(Backend::cuda);
  EXPECT_TRUE(cuda || cuda.error().code == ErrorCode::no_device);
}

// Camera axes (x right, y down, z forward) that look along +x of the map with z up.
Quaterniond looking_ahead() { return to_quaternion(Mat3d{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}}); }

// A bright line from zenith to nadir through +x of the map.
SkyImage sky_with_meridian() {
  SkyImage sky{.width = 4096, .height = 64, .rgb8 = std::vector<uint8_t>(4096 * 64 * 3)};
  for (int y = 0; y < 64; ++y) {
    for (int x = 2044; x < 2052; ++x) {
      for (int c = 0; c < 3; ++c) sky.rgb8[static_cast<std::size_t>((y * 4096 + x) * 3 + c)] = 200;
    }
  }
  return sky;
}

// The sky must show the camera's rotation during the readout line by line, as splats do.
TEST(Rasterizer, TheSkyFollowsTheRollingShutter) {
  for (const ShutterScan scan : {ShutterScan::down, ShutterScan::up}) {
    RenderView view = simple_view(161, 120, 500);
    RollingShutterMotion shutter{.direction = scan};
    shutter.map_from_camera_first.rotation = Quaterniond::from_axis_angle({0, 0, 1}, -0.03) * looking_ahead();
    shutter.map_from_camera_last.rotation = Quaterniond::from_axis_angle({0, 0, 1}, 0.03) * looking_ahead();
    view.rolling_shutter = shutter;
    const SplatImage image = render({}, view, {}, sky_with_meridian());
    for (int y = 0; y < 120; y += 7) {
      double sum = 0, weighted = 0;
      for (int x = 0; x < 161; ++x) {
        const double value = image.rgb8[static_cast<std::size_t>(3 * (y * 161 + x))];
        sum += value, weighted += value * x;
      }
      ASSERT_GT(sum, 0) << "row " << y;
      const double row = (y + 0.5) / 120, read = scan == ShutterScan::down ? row : 1 - row;
      const Quaterniond turned =
          interpolate(shutter.map_from_camera_first, shutter.map_from_camera_last, read).rotation;
      const double expected = project(view.camera, turned.conjugate() * Vec3d{1, 0, 0}).x;
      EXPECT_NEAR(weighted / sum, expected, 0.2) << "row " << y;
    }
  }
}

// A fisheye whose image circle is smaller than its image: the corners have no viewing direction.
TEST(Rasterizer, OutsideTheCircleOfAFisheyeIsTheBackground) {
  RenderView view = simple_view(120, 100, 15);
  view.camera.lens = Lens::equidistant;
  view.camera = with_limits(view.camera);
  ASSERT_FALSE(unproject(view.camera, {0, 0}));
  SkyImage sky{.width = 4, .height = 2, .rgb8 = std::vector<uint8_t>(4 * 2 * 3, 200)};
  const SplatImage image = render({}, view, {.background = {0.2f, 0.2f, 0.2f}}, sky);
  EXPECT_EQ(image.rgb8[0], 51);
  EXPECT_EQ(image.rgb8[3 * (50 * 120 + 60)], 200);
}

// The cached rays of one camera must not be used for another.
TEST(Rasterizer, CamerasInTurnHaveTheirOwnSky) {
  SkyImage sky{.width = 64, .height = 32, .rgb8 = {}};
  for (int i = 0; i < 64 * 32 * 3; ++i) sky.rgb8.push_back(static_cast<uint8_t>(i * 7 % 251));
  std::vector<RenderView> views;
  for (int k = 0; k < 20; ++k) {  // more cameras than the cache holds
    views.push_back(simple_view(24, 16, 20 + k));
    views.back().map_from_camera.rotation = looking_ahead();
  }
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  ASSERT_TRUE(rasterizer->set_sky(sky));
  for (int round = 0; round < 2; ++round) {
    const std::vector<SplatImage> images = rasterizer->render(views, {}).value();
    for (std::size_t k = 0; k < views.size(); ++k) EXPECT_EQ(images[k].rgb8, render({}, views[k], {}, sky).rgb8) << k;
  }
}

}  // namespace
}  // namespace gs::splat
