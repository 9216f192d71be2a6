// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares the CUDA rasterizers with the scalar CPU on random scenes. Prints one line per comparison.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "bench/splat/gpu_rasterizer_test.h"
#include "bench/splat/splat_scene.h"
#include "gs/splat/cpu/cpu_rasterizer.h"
#include "gs/splat/cuda/cuda_rasterizer.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/testing/reference_renderer.h"

namespace {

using namespace gs;
using gs::splat::testing::random_cloud;
using gs::splat::testing::simple_view;

struct ImageCase {
  std::string name;
  std::vector<splat::RenderView> views;
  splat::RenderSettings settings{};
  splat::SkyImage sky{};
};

// Share of floats that differ by more than the tolerance.
double share_off(const std::vector<float>& a, const std::vector<float>& b, float tolerance) {
  if (a.size() != b.size()) return 1;
  std::size_t off = 0;
  for (std::size_t i = 0; i < a.size(); ++i) off += !(std::abs(a[i] - b[i]) <= tolerance * (1.0f + std::abs(b[i])));
  return a.empty() ? 0.0 : static_cast<double>(off) / static_cast<double>(a.size());
}

// Renders on both and compares the images.
void check_images(splat::Rasterizer& gpu, const ImageCase& test, const splat::GaussianCloud& cloud,
                  double least_psnr = 55) {
  auto oracle = splat::make_cpu_rasterizer(Isa::scalar);
  const auto prepare = [&](splat::Rasterizer& r) -> Result<std::vector<splat::SplatImage>> {
    GS_TRY(splat::GaussianCloud copy, splat::copy_of(cloud.view()));
    GS_CHECK(r.upload(std::move(copy)));
    GS_CHECK(r.set_sky(test.sky));
    return r.render(test.views, test.settings);
  };
  const auto mine = prepare(gpu), expected = prepare(*oracle);
  if (!mine || !expected) {
    return cuda::compare_line(test.name, false, to_string(mine ? expected.error() : mine.error()));
  }
  for (std::size_t k = 0; k < mine->size(); ++k) {
    const splat::SplatImage &a = (*mine)[k], &b = (*expected)[k];
    const bench::Difference d = bench::compare(a.rgb8, b.rgb8);
    const double alpha = share_off(a.alpha, b.alpha, 0.01f), depth = share_off(a.depth, b.depth, 0.01f);
    const double median = share_off(a.median_depth, b.median_depth, 0.01f);
    const bool good = d.psnr_db > least_psnr && alpha < 0.002 && depth < 0.002 && median < 0.01;
    cuda::compare_line(format("{} [{}]", test.name, k), good,
                       format("{:.1f} dB, largest {}, alpha off {:.5f}, depth off {:.5f}, median off {:.5f}", d.psnr_db,
                              d.largest, alpha, depth, median));
  }
}

// A wall of splats of exactly equal depth, more than one batch in every tile.
splat::GaussianCloud wall(std::size_t count) {
  splat::GaussianCloud cloud = random_cloud(count, 0, 77, -3.0);
  const splat::MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    v.set_position(i, {v.position[0][i] * 0.2f, v.position[1][i] * 0.2f, 4.0f});
    v.opacity_logit[i] = -3.5f;
    for (int c = 0; c < 3; ++c) v.sh_of(i)[c] = 0.3f;  // one colour, so that the order of equal depths is invisible
  }
  return cloud;
}

// A sky image with a pattern.
splat::SkyImage test_sky() {
  splat::SkyImage sky{.width = 128, .height = 64, .rgb8 = {}};
  for (int i = 0; i < 128 * 64 * 3; ++i) sky.rgb8.push_back(static_cast<uint8_t>(i * 7 % 251));
  return sky;
}

// Camera models, rolling shutters, settings and image sizes.
std::vector<ImageCase> image_cases() {
  splat::RenderView pinhole = simple_view(333, 211, 260), radtan = pinhole, fisheye = simple_view(320, 240, 110);
  radtan.camera.k1 = -0.2, radtan.camera.k2 = 0.04, radtan.camera.p1 = 0.001, radtan.camera.k4 = 0.02;
  radtan.camera = with_limits(radtan.camera);
  fisheye.camera.lens = Lens::equidistant;
  fisheye.camera.k1 = 0.02, fisheye.camera.k2 = -0.005;
  fisheye.camera = with_limits(fisheye.camera);
  splat::RenderView moving = pinhole;
  splat::RollingShutterMotion motion;
  motion.map_from_camera_first.translation = {-0.1, 0.02, -0.1};
  motion.map_from_camera_last = {rotation_from_vector({0.01, 0.02, -0.005}), {0.1, 0, 0.1}};
  moving.rolling_shutter = motion;
  splat::RenderSettings all{.background = {0.2f, 0.4f, 0.9f}, .alpha = true, .depth = true};
  splat::RenderSettings corrected = all;
  corrected.antialiasing = true, corrected.low_pass_px2 = 0.1;
  corrected.correction = {.white_balance = {1.1f, 0.9f, 1.2f}, .exposure_compensation = 0.3f, .gamma = 2.2f};
  return {{"pinhole", {pinhole}, all},
          {"radtan, antialiasing, colour", {radtan}, corrected},
          {"fisheye", {fisheye}, all},
          {"rolling shutter", {moving}, all},
          {"batch of four, sky", {pinhole, fisheye, radtan, pinhole}, all, test_sky()},
          {"colour alone", {pinhole}, {}}};
}

// Every run gives the same image, also with a new renderer: equal bytes and equal floats.
void check_repeatable(const splat::GaussianCloud& cloud) {
  for (const ImageCase& test : image_cases()) {
    std::vector<std::vector<splat::SplatImage>> runs;
    for (int k = 0; k < 2; ++k) {
      auto gpu = splat::make_cuda_rasterizer();
      auto copy = splat::copy_of(cloud.view());
      if (!gpu || !copy || !(*gpu)->upload(*std::move(copy)) || !(*gpu)->set_sky(test.sky)) break;
      for (int round = 0; round < 3; ++round) {  // the third replays a recorded CUDA graph
        if (auto images = (*gpu)->render(test.views, test.settings)) runs.push_back(*std::move(images));
      }
    }
    bool same = runs.size() == 6;
    for (const auto& run : runs) {
      for (std::size_t k = 0; same && k < run.size(); ++k) {
        const splat::SplatImage &a = run[k], &b = runs[0][k];
        same = a.rgb8 == b.rgb8 && a.alpha == b.alpha && a.depth == b.depth && a.median_depth == b.median_depth;
      }
    }
    cuda::compare_line("again the same: " + test.name, same, format("{} runs", runs.size()));
  }
}

// Clouds and images of extreme sizes, against the CPU; both must refuse impossible images.
void check_bad_input(splat::Rasterizer& gpu) {
  const ImageCase first = image_cases()[0];
  const auto with = [&](auto change) {
    splat::GaussianCloud cloud = random_cloud(3000, 2, 12, -2.5);
    for (std::size_t i = 0; i < cloud.size(); ++i) change(cloud.view(), i);
    return cloud;
  };
  const auto check = [&](const std::string& name, const splat::GaussianCloud& cloud) {
    check_images(gpu, {name, first.views, first.settings}, cloud);
  };
  check("all behind the camera", with([](const splat::MutableCloudView& v, std::size_t i) {
          v.set_position(i, {v.position[0][i], v.position[1][i], -v.position[2][i]});
        }));
  const float bad[] = {NAN, INFINITY, -INFINITY};
  check("values that are not finite", with([&](const splat::MutableCloudView& v, std::size_t i) {
          float* const fields[] = {v.position[i % 3], v.log_scale[i % 3], v.rotation[i % 4], v.opacity_logit};
          if (i % 2 == 0) fields[i / 2 % 4][i] = bad[i % 3];
        }));
  check("rotations of zero length", with([](const splat::MutableCloudView& v, std::size_t i) {
          if (i % 2 == 0) v.set_rotation(i, {0, 0, 0, 0});
        }));
  check("enormous scales", with([](const splat::MutableCloudView& v, std::size_t i) {
          if (i % 100 == 0) v.set_log_scale(i, {11.0f, 12.0f, 10.0f});
        }));
  check("every other splat transparent", with([](const splat::MutableCloudView& v, std::size_t i) {
          if (i % 2 == 0) v.opacity_logit[i] = -40.0f;
        }));
  const splat::GaussianCloud cloud = random_cloud(3000, 0, 13, -2.5);
  for (const auto& [width, height] :
       {std::pair{splat::kMaxImageSide, 40}, std::pair{40, splat::kMaxImageSide}, std::pair{1, 1}}) {
    check_images(gpu, {format("{} x {} pixels", width, height), {simple_view(width, height, 300)}, first.settings},
                 cloud);
  }
  for (const auto& [width, height] : {std::pair{0, 40}, std::pair{40, -1}, std::pair{splat::kMaxImageSide + 1, 4}}) {
    splat::RenderView view = simple_view(40, 40, 300);
    view.camera.width = width, view.camera.height = height;
    const auto refused = gpu.render({&view, 1}, {});
    cuda::compare_line(format("{} x {} pixels are refused", width, height),
                       !refused && refused.error().code == ErrorCode::invalid_argument, refused ? "rendered" : "");
  }
  const auto none = gpu.render({}, {});
  cuda::compare_line("no views", none && none->empty(), "");
}

// ---- gradients ----------------------------------------------------------------------------------------------------

struct Gradients {
  splat::GaussianCloud cloud;
  splat::PoseGrad<float> pose{};
  std::vector<float> image;
};

splat::MutableCloudView view_at(float* base, const splat::GaussianCloud& like) {
  const auto at = [&](std::size_t k) { return base + k * like.plane_stride(); };
  return {
      like.size(), like.sh_degree(), {at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8), at(9)}, at(10),
      at(11)};
}
splat::Planes planes_at(float* base, const splat::ViewF& view) {
  const auto pixels = static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
  const auto at = [&](std::size_t k) { return base + k * pixels; };
  return {view.camera.width, view.camera.height, {at(0), at(1), at(2)}, at(3), at(4), nullptr};
}

// Gradients of a weighted sum of all output planes, on the CPU and on the GPU.
Result<Gradients> cpu_gradients(const splat::GaussianCloud& cloud, const splat::ViewF& view,
                                std::vector<float> weights) {
  auto rasterizer = splat::make_cpu_differentiable_rasterizer(Isa::scalar);
  Gradients out;
  GS_TRY(out.cloud, splat::GaussianCloud::create(cloud.size(), cloud.sh_degree()));
  out.image.resize(weights.size());
  const splat::Planes image = planes_at(out.image.data(), view), grad = planes_at(weights.data(), view);
  GS_CHECK(rasterizer->forward(cloud.view(), view, image));
  GS_TRY(out.pose,
         rasterizer->backward(cloud.view(), view, splat::as_const(image), splat::as_const(grad), out.cloud.view()));
  return out;
}

Result<Gradients> gpu_gradients(const splat::GaussianCloud& cloud, const splat::ViewF& view,
                                const std::vector<float>& weights) {
  GS_TRY(auto rasterizer, splat::make_cuda_differentiable_rasterizer());
  GS_TRY(const cuda::Stream stream, cuda::Stream::create());
  cuda::Buffer<float> values, grads, image, weight;
  const std::size_t floats = cloud.block().size();
  GS_CHECK(values.reserve(floats));
  GS_CHECK(grads.reserve(floats));
  GS_CHECK(image.reserve(weights.size()));
  GS_CHECK(weight.reserve(weights.size()));
  GS_CHECK(cuda::copy_to_device(values.get(), cloud.block().data(), floats, stream));
  GS_CHECK(cuda::copy_to_device(weight.get(), weights.data(), weights.size(), stream));
  GS_CHECK(stream.wait());
  const splat::Planes planes = planes_at(image.get(), view), grad = planes_at(weight.get(), view);
  const splat::MutableCloudView device_cloud = view_at(values.get(), cloud);
  GS_CHECK(rasterizer->forward(device_cloud, view, planes));
  Gradients out;
  GS_TRY(out.pose, rasterizer->backward(device_cloud, view, splat::as_const(planes), splat::as_const(grad),
                                        view_at(grads.get(), cloud)));
  GS_TRY(out.cloud, splat::GaussianCloud::create(cloud.size(), cloud.sh_degree()));
  out.image.resize(weights.size());
  GS_CHECK(cuda::copy_to_host(const_cast<float*>(out.cloud.block().data()), grads.get(), floats, stream));
  GS_CHECK(cuda::copy_to_host(out.image.data(), image.get(), weights.size(), stream));
  GS_CHECK(stream.wait());
  return out;
}

// |a - b| over all Gaussians relative to |b|, for one plane.
double relative_error(const float* a, const float* b, std::size_t count) {
  double difference = 0, size = 1e-20;
  for (std::size_t i = 0; i < count; ++i) {
    difference += std::pow(static_cast<double>(a[i]) - b[i], 2);
    size += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(difference / size);
}

// Compares the gradients of all parameters.
void check_gradients(const std::string& name, const splat::GaussianCloud& cloud, const splat::ViewF& view) {
  const auto pixels = static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
  std::vector<float> weights(5 * pixels);
  Random random(5, purpose("gpu_check_weights"), 0);
  for (float& w : weights) w = static_cast<float>(random.uniform(-1, 1));
  const auto mine = gpu_gradients(cloud, view, weights), expected = cpu_gradients(cloud, view, weights);
  if (!mine || !expected) return cuda::compare_line(name, false, to_string(mine ? expected.error() : mine.error()));
  const splat::CloudView a = mine->cloud.view(), b = expected->cloud.view();
  const std::size_t n = cloud.size();
  double worst = 0;
  const auto plane = [&](const float* x, const float* y, std::size_t count) {
    worst = std::max(worst, relative_error(x, y, count));
  };
  for (int k = 0; k < 3; ++k) plane(a.position[k], b.position[k], n), plane(a.log_scale[k], b.log_scale[k], n);
  for (int k = 0; k < 4; ++k) plane(a.rotation[k], b.rotation[k], n);
  plane(a.opacity_logit, b.opacity_logit, n);
  plane(a.sh, b.sh, n * 3 * static_cast<std::size_t>(cloud.coefficients()));
  const double pose = std::max(relative_error(&mine->pose.translation.x, &expected->pose.translation.x, 3),
                               relative_error(&mine->pose.rotation.x, &expected->pose.rotation.x, 3));
  const double image = share_off(mine->image, expected->image, 1e-3f);
  cuda::compare_line(name, worst < 0.02 && pose < 0.02 && image < 0.002,
                     format("worst group {:.5f}, pose {:.5f}, image off {:.5f}", worst, pose, image));
}

class SplatGpu : public bench::GpuRasterizerTest {};

TEST_F(SplatGpu, PicturesAreThoseOfTheScalarCpu) {
  const splat::GaussianCloud small = random_cloud(20'000, 3, 1, -3.0), dense = random_cloud(200'000, 1, 2, -4.0);
  for (const ImageCase& test : image_cases()) {
    check_images(*gpu_, test, small);
    check_images(*gpu_, {test.name + ", 200 k", test.views, test.settings, test.sky}, dense);
  }
}

TEST_F(SplatGpu, EveryDegreeOfShAndUnusualClouds) {
  const ImageCase first = image_cases()[0];
  check_images(*gpu_, {"wall of equal depths", first.views, first.settings}, wall(60'000));
  check_images(*gpu_, {"no Gaussians", first.views, first.settings}, splat::GaussianCloud());
  check_images(*gpu_, {"large splats", first.views, first.settings}, random_cloud(2000, 2, 3, 0.5));
  for (int degree = 0; degree <= 3; ++degree) {
    check_images(*gpu_, {format("SH degree {}", degree), first.views, first.settings},
                 random_cloud(5000, degree, 4, -2.5));
  }
}

// The far plane limits z, not the distance: objects in the corners of a wide image are nearer in z than in distance.
TEST_F(SplatGpu, NothingIsLostAtTheFarPlaneOfAWideCamera) {
  splat::GaussianCloud cloud = random_cloud(20'000, 0, 8, -1.5);
  const splat::MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < cloud.size(); ++i) {  // between 60 and 95 m, far off the axis
    const float z = 60 + 35 * (v.position[2][i] - 1.5f) / 6.5f, factor = 1.25f * z / v.position[2][i];
    v.set_position(i, {factor * v.position[0][i], factor * v.position[1][i], z});
  }
  const splat::RenderView wide = simple_view(300, 240, 150);
  const splat::RenderSettings settings{.far_m = 100, .alpha = true, .depth = true};
  check_images(*gpu_, {"wide camera, far plane at 100 m", {wide}, settings}, cloud);
}

// With a wide filter, small splats outside the image reach into it.
TEST_F(SplatGpu, AWideFilterAtTheBorderOfTheImage) {
  const splat::RenderSettings settings{.low_pass_px2 = 10, .alpha = true};
  check_images(*gpu_, {"low-pass filter of 10 px^2", {simple_view(160, 120, 130)}, settings},
               random_cloud(20'000, 0, 9, -5.0));
}

TEST_F(SplatGpu, TheSkyFollowsTheRollingShutterAndEndsAtAFisheyesCircle) {
  splat::RenderView moving = image_cases()[3].views[0], fisheye = simple_view(200, 160, 25);
  moving.rolling_shutter->map_from_camera_last.rotation = rotation_from_vector({0.03, 0.05, -0.01});
  fisheye.camera.lens = Lens::equidistant;
  fisheye.camera = with_limits(fisheye.camera);
  const splat::RenderSettings settings{.background = {0.2f, 0.4f, 0.9f}, .alpha = true};
  for (const auto& [name, view] :
       {std::pair{"sky, rolling shutter", moving}, std::pair{"sky, small fisheye", fisheye}}) {
    check_images(*gpu_, {name, {view}, settings, test_sky()}, random_cloud(500, 0, 10, -2.5), 45);
  }
}

TEST_F(SplatGpu, BadInputIsRefusedOrRenderedAsOnTheCpu) { check_bad_input(*gpu_); }

TEST_F(SplatGpu, TheSamePictureInEveryRun) {
  check_repeatable(random_cloud(200'000, 1, 2, -4.0));
  check_repeatable(wall(60'000));
}

TEST_F(SplatGpu, GradientsAreThoseOfTheScalarCpu) {
  for (const ImageCase& test : image_cases()) {
    if (test.views.size() > 1) continue;
    const auto view = splat::make_view(test.views[0], test.settings);
    check_gradients("gradients, " + test.name, random_cloud(3000, 3, 9, -2.5), *view);
  }
}

}  // namespace
