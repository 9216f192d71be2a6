// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The CPU pipeline equals the reference, and its gradients equal those of dual numbers.
#include "gs/splat/cpu/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/api/instance.h"
#include "gs/splat/model/transform.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat::cpu {
namespace {

using gs::splat::testing::HostPlanes;
using gs::splat::testing::random_cloud;
using gs::splat::testing::simple_view;

// All instruction sets of this processor.
std::vector<Isa> instruction_sets() {
  std::vector<Isa> all{Isa::scalar};
  if (cpu_isa() >= Isa::avx2) all.push_back(Isa::avx2);
  if (cpu_isa() >= Isa::avx512) all.push_back(Isa::avx512);
  return all;
}

HostPlanes render(const GaussianCloud& cloud, const ViewF& view, Isa isa) {
  HostPlanes image(view.camera.width, view.camera.height);
  EXPECT_TRUE(Pipeline(executor(isa)).render(cloud.view(), view, image.planes()));
  return image;
}

// Camera model and filter of a test case.
struct Lens4 {
  const char* name;
  Lens lens;
  double k1, k2;
  bool antialiasing;
};

ViewF lens_view(const Lens4& lens) {
  RenderView view = simple_view(70, 50, 45);
  view.camera.lens = lens.lens;
  view.camera.k1 = lens.k1, view.camera.k2 = lens.k2;
  view.camera = with_limits(view.camera);
  return make_view(view, {.low_pass_px2 = lens.antialiasing ? 0.1 : 0.3, .antialiasing = lens.antialiasing}).value();
}
const Lens4 kLenses[] = {{"pinhole", Lens::radtan, 0, 0, false},
                         {"radtan", Lens::radtan, -0.2, 0.03, true},
                         {"fisheye", Lens::equidistant, 0.02, -0.01, false}};

// Against the simple renderer of testing.h. Rounding next to cut-offs may flip a few pixels by one 8-bit step.
TEST(Pipeline, EqualsTheReferenceOnEveryPixelAndInstructionSet) {
  for (const Lens4& lens : kLenses) {
    const GaussianCloud cloud = random_cloud(400, 3, 5);
    const ViewF view = lens_view(lens);
    const auto expected =
        gs::splat::testing::reference_render(gs::splat::testing::reference_splats<float>(cloud.view()), 3, view);
    for (const Isa isa : instruction_sets()) {
      HostPlanes image = render(cloud, view, isa);
      int flips = 0;
      for (std::size_t i = 0; i < image.pixels(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
          const float difference = std::abs(image.plane(c)[i] - expected[i].color[c]);
          EXPECT_LT(difference, 1.5f / 255.0f) << lens.name << " pixel " << i;
          flips += difference > 1e-4f;
        }
        EXPECT_NEAR(image.plane(3)[i], expected[i].alpha, 0.02f) << lens.name << " pixel " << i;
        flips += std::abs(image.plane(3)[i] - expected[i].alpha) > 1e-4f;
        flips += std::abs(image.plane(4)[i] - expected[i].depth) > 1e-3f;
        flips += std::abs(image.plane(5)[i] - expected[i].median_depth) > 1e-3f;
      }
      EXPECT_LE(flips, 10) << lens.name << " instruction set " << static_cast<int>(isa);
    }
  }
}

TEST(Pipeline, SameBytesWhateverTheNumberOfThreads) {
  const GaussianCloud cloud = random_cloud(20000, 2, 6, -3.5);
  const ViewF view = make_view(simple_view(200, 160, 150), {}).value();
  const ScopedThreadCount one(1);
  HostPlanes expected = render(cloud, view, cpu_isa());
  for (const int threads : {2, 3, 8}) {
    const ScopedThreadCount scope(threads);
    EXPECT_EQ(render(cloud, view, cpu_isa()).values(), expected.values()) << threads;
  }
}

// Gradients of a whole image with few splats against dual numbers: one dual render per input.
struct GradientCase {
  GaussianCloud cloud = random_cloud(6, 1, 8, -1.2);
  ViewF view;
  std::vector<double> weights;  // dL/d(red, green, blue, alpha, depth) of every pixel
  explicit GradientCase(const Lens4& lens) : view(lens_view(lens)) {
    view.camera.width = 40, view.camera.height = 36;
    Random random(9, purpose("weights"), 0);
    for (int i = 0; i < 40 * 36 * 5; ++i) weights.push_back(random.uniform(-1, 1));
  }
};

View<double> to_double(const ViewF& v) {
  View<double> out;
  const CameraF& c = v.camera;
  out.camera = {c.width, c.height, c.fx, c.fy, c.cx, c.cy, c.lens, c.k1,
                c.k2,    c.k3,     c.k4, c.k5, c.k6, c.p1, c.p2,   c.limit};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.camera_from_map.m[i][j] = v.camera_from_map.m[i][j];
  }
  out.position = cast<double>(v.position);
  out.near_m = v.near_m, out.far_m = v.far_m;
  out.low_pass_px2 = v.low_pass_px2, out.antialiasing = v.antialiasing;
  out.tangent_low = {v.tangent_low.x, v.tangent_low.y}, out.tangent_high = {v.tangent_high.x, v.tangent_high.y};
  return out;
}

// dL/d(parameter p of splat s): 11 geometry parameters, then the SH coefficients.
double dual_gradient(const GradientCase& test, std::size_t splat, int parameter) {
  using D = Dual<1>;
  auto splats = gs::splat::testing::reference_splats<D>(test.cloud.view());
  Gaussian<D>& g = splats[splat].gaussian;
  D* const geometry[] = {&g.mean.x,     &g.mean.y,     &g.mean.z,     &g.log_scale.x, &g.log_scale.y,  &g.log_scale.z,
                         &g.rotation.x, &g.rotation.y, &g.rotation.z, &g.rotation.w,  &g.opacity_logit};
  D* const target = parameter < 11 ? geometry[parameter] : &splats[splat].sh[static_cast<std::size_t>(parameter - 11)];
  target->d[0] = 1;
  const auto image = gs::splat::testing::reference_render(splats, 1, to_double(test.view));
  double sum = 0;
  for (std::size_t i = 0; i < image.size(); ++i) {
    const double* w = test.weights.data() + 5 * i;
    for (std::size_t c = 0; c < 3; ++c) sum += w[c] * image[i].color[c].d[0];
    sum += w[3] * image[i].alpha.d[0] + w[4] * image[i].depth.d[0];
  }
  return sum;
}

TEST(Pipeline, GradientsOfAnImageMatchDuals) {
  for (const Lens4& lens : kLenses) {
    const GradientCase test(lens);
    const CloudView cloud = test.cloud.view();
    for (const Isa isa : instruction_sets()) {
      Pipeline pipeline(executor(isa));
      HostPlanes image(40, 36), grad(40, 36);
      ASSERT_TRUE(pipeline.render(cloud, test.view, image.planes(), true));
      for (std::size_t i = 0; i < image.pixels(); ++i) {
        for (std::size_t c = 0; c < 5; ++c) grad.plane(c)[i] = static_cast<float>(test.weights[5 * i + c]);
      }
      GaussianCloud out = GaussianCloud::create(cloud.size, 1).value();
      ASSERT_TRUE(pipeline.backward(cloud, test.view, image.view(), grad.view(), out.view()));
      const CloudView g = std::as_const(out).view();
      for (std::size_t s = 0; s < cloud.size; ++s) {
        const float* const planes[] = {g.position[0],  g.position[1],  g.position[2],  g.log_scale[0],
                                       g.log_scale[1], g.log_scale[2], g.rotation[0],  g.rotation[1],
                                       g.rotation[2],  g.rotation[3],  g.opacity_logit};
        for (int p = 0; p < 11 + 12; ++p) {
          const double expected = dual_gradient(test, s, p);
          const double mine = p < 11 ? planes[p][s] : g.sh_of(s)[p - 11];
          EXPECT_NEAR(mine, expected, 2e-3 * std::abs(expected) + 2e-2)
              << lens.name << " isa " << static_cast<int>(isa) << " splat " << s << " parameter " << p;
        }
      }
    }
  }
}

// A splat of an asset moved to the map: its colours turn with it.
template <class F>
gs::splat::testing::ReferenceSplat<F> moved_to(const Rigid3d& pose, gs::splat::testing::ReferenceSplat<F> splat) {
  const auto number = [](double v) { return F(static_cast<float>(v)); };
  Gaussian<F>& g = splat.gaussian;
  const Mat3d r = to_matrix(pose.rotation);
  const F mean[3] = {g.mean.x, g.mean.y, g.mean.z};
  F out[3] = {number(pose.translation.x), number(pose.translation.y), number(pose.translation.z)};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out[i] = out[i] + number(r.m[i][j]) * mean[j];
  }
  g.mean = {out[0], out[1], out[2]};
  const Quaterniond& q = pose.rotation;
  g.rotation = Quaternion<F>{number(q.x), number(q.y), number(q.z), number(q.w)} * g.rotation;
  const ShRotation turn = sh_rotation(pose.rotation);
  const std::vector<F> before = splat.sh;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t k = 0; k < 4; ++k) {
      splat.sh[4 * c + k] = F(0.0f);
      for (std::size_t j = 0; j < 4; ++j) {
        splat.sh[4 * c + k] = splat.sh[4 * c + k] + number(turn.d[k][j]) * before[4 * c + j];
      }
    }
  }
  return splat;
}

// Background and an instance of an asset in one pass: gradients of the asset are those of its own parameters, in its
// own frame, and moving the camera moves both.
TEST(Pipeline, GradientsOfAnInstanceMatchDuals) {
  using D = Dual<1>;
  const GradientCase test(kLenses[0]);
  const Rigid3d pose{rotation_from_vector({0.4, -0.8, 1.3}), {0.7, -0.4, 2.5}};
  const std::vector<uint32_t> first{0, 1, 2}, last{3, 4, 5};
  const GaussianCloud background = gather(test.cloud.view(), first).value();
  GaussianCloud asset = gather(test.cloud.view(), last).value();
  transform(asset.view(), pose.inverse());
  RenderView camera = simple_view(40, 36, 45);
  camera.camera.cx = test.view.camera.cx, camera.camera.cy = test.view.camera.cy;
  const ViewF from_asset = make_view(camera, SplatInstance{.map_from_asset = pose}, {}).value();
  const ViewF view = make_view(camera, {}).value();
  const ScenePart parts[] = {{background.view(), view}, {std::as_const(asset).view(), from_asset}};
  HostPlanes image(40, 36), grad(40, 36);
  Pipeline pipeline(executor(cpu_isa()));
  ASSERT_TRUE(pipeline.render(parts, image.planes(), true));
  for (std::size_t i = 0; i < image.pixels(); ++i) {
    for (std::size_t c = 0; c < 5; ++c) grad.plane(c)[i] = static_cast<float>(test.weights[5 * i + c]);
  }
  GaussianCloud by_background = GaussianCloud::create(3, 1).value(), by_asset = GaussianCloud::create(3, 1).value();
  PartGradient out[] = {{by_background.view()}, {by_asset.view()}};
  ASSERT_TRUE(pipeline.backward(parts, image.view(), grad.view(), out));

  // The same scene in dual numbers: the asset's splats are moved to the map.
  const auto expected = [&](std::size_t part, std::size_t s, int p) {
    std::vector<gs::splat::testing::ReferenceSplat<D>> all;
    for (std::size_t k = 0; k < 2; ++k) {
      auto splats = gs::splat::testing::reference_splats<D>(parts[k].cloud);
      for (std::size_t i = 0; i < splats.size(); ++i) {
        Gaussian<D>& g = splats[i].gaussian;
        D* const at[] = {&g.mean.x,     &g.mean.y,     &g.mean.z,     &g.log_scale.x, &g.log_scale.y,  &g.log_scale.z,
                         &g.rotation.x, &g.rotation.y, &g.rotation.z, &g.rotation.w,  &g.opacity_logit};
        if (k == part && i == s) (p < 11 ? *at[p] : splats[i].sh[static_cast<std::size_t>(p - 11)]).d[0] = 1;
        all.push_back(k == 0 ? splats[i] : moved_to(pose, splats[i]));
      }
    }
    const auto pixels = gs::splat::testing::reference_render(all, 1, to_double(view));
    double sum = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const double* w = test.weights.data() + 5 * i;
      for (std::size_t c = 0; c < 3; ++c) sum += w[c] * pixels[i].color[c].d[0];
      sum += w[3] * pixels[i].alpha.d[0] + w[4] * pixels[i].depth.d[0];
    }
    return sum;
  };
  double largest = 0;
  for (std::size_t part = 0; part < 2; ++part) {
    const CloudView g = out[part].cloud;
    for (std::size_t s = 0; s < 3; ++s) {
      const float* const planes[] = {g.position[0],  g.position[1],  g.position[2],  g.log_scale[0],
                                     g.log_scale[1], g.log_scale[2], g.rotation[0],  g.rotation[1],
                                     g.rotation[2],  g.rotation[3],  g.opacity_logit};
      for (int p = 0; p < 11 + 12; ++p) {
        const double wanted = expected(part, s, p);
        const double mine = p < 11 ? planes[p][s] : g.sh_of(s)[p - 11];
        EXPECT_NEAR(mine, wanted, 2e-3 * std::abs(wanted) + 2e-2)
            << "part " << part << " splat " << s << " parameter " << p;
        if (part == 1) largest = std::max(largest, std::abs(wanted));
      }
    }
  }
  EXPECT_GT(largest, 1) << "the instance has no gradient: the test shows nothing";
  // Moving the camera by -d equals moving all splats by +d, those of the asset in its own axes.
  Vec3d sum{};
  for (std::size_t s = 0; s < 3; ++s) sum += cast<double>(CloudView(out[0].cloud).position_of(s));
  for (std::size_t s = 0; s < 3; ++s) sum += pose.rotation * cast<double>(CloudView(out[1].cloud).position_of(s));
  const Vec3f moved = out[0].pose.translation + out[1].pose.translation;
  EXPECT_NEAR(moved.x, sum.x, 1e-3 * std::abs(sum.x) + 1e-2);
  EXPECT_NEAR(moved.y, sum.y, 1e-3 * std::abs(sum.y) + 1e-2);
  EXPECT_NEAR(moved.z, sum.z, 1e-3 * std::abs(sum.z) + 1e-2);
}

TEST(Pipeline, PoseGradientIsThatOfMovingAllSplats) {
  const GradientCase test(kLenses[0]);
  const CloudView cloud = test.cloud.view();
  Pipeline pipeline(executor(cpu_isa()));
  HostPlanes image(40, 36), grad(40, 36);
  ASSERT_TRUE(pipeline.render(cloud, test.view, image.planes(), true));
  for (std::size_t i = 0; i < image.pixels(); ++i) {
    for (std::size_t c = 0; c < 5; ++c) grad.plane(c)[i] = static_cast<float>(test.weights[5 * i + c]);
  }
  GaussianCloud out = GaussianCloud::create(cloud.size, 1).value();
  const auto pose = pipeline.backward(cloud, test.view, image.view(), grad.view(), out.view());
  ASSERT_TRUE(pose);
  // Moving the camera by -d equals moving all splats by +d; camera and map axes coincide here.
  Vec3f sum{};
  for (std::size_t s = 0; s < cloud.size; ++s) sum += std::as_const(out).view().position_of(s);
  EXPECT_NEAR(pose->translation.x, sum.x, 1e-3f * std::abs(sum.x) + 1e-3f);
  EXPECT_NEAR(pose->translation.y, sum.y, 1e-3f * std::abs(sum.y) + 1e-3f);
  EXPECT_NEAR(pose->translation.z, sum.z, 1e-3f * std::abs(sum.z) + 1e-3f);
}

TEST(Pipeline, GradientsAreTheSameBytesWhateverTheNumberOfThreads) {
  const GaussianCloud cloud = random_cloud(20000, 1, 6, -3.5);
  const ViewF view = make_view(simple_view(200, 160, 150), {}).value();
  const auto gradients = [&](int threads) {
    const ScopedThreadCount scope(threads);
    Pipeline pipeline(executor(cpu_isa()));
    HostPlanes image(200, 160), grad(200, 160);
    EXPECT_TRUE(pipeline.render(cloud.view(), view, image.planes(), true));
    for (std::size_t i = 0; i < image.pixels(); ++i) grad.plane(i % 5)[i] = 0.5f;
    GaussianCloud out = GaussianCloud::create(cloud.size(), 1).value();
    EXPECT_TRUE(pipeline.backward(cloud.view(), view, image.view(), grad.view(), out.view()));
    return out;
  };
  const GaussianCloud one = gradients(1), many = gradients(5);
  ASSERT_EQ(one.block().size(), many.block().size());
  EXPECT_EQ(std::memcmp(one.block().data(), many.block().data(), one.block().size_bytes()), 0);
}

}  // namespace
}  // namespace gs::splat::cpu
