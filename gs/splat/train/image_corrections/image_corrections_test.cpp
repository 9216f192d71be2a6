// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Exposure and pose corrections: gradients, held-out views, and steps of the optimiser.
#include "gs/splat/train/image_corrections/image_corrections.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/numbers/dual.h"
#include "gs/core/numbers/random.h"
#include "gs/splat/factory.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat::train {
namespace {

using splat::testing::HostPlanes;

// Loss L = sum of w x'^2 over all pixels; gradient by gain, bias, vignetting and colours against dual numbers.
TEST(Exposure, GradientIsThatOfDualNumbers) {
  constexpr int kWidth = 13, kHeight = 11;
  HostPlanes image(kWidth, kHeight), out(kWidth, kHeight), gradient(kWidth, kHeight);
  const ViewCorrection correction{.log_gain = {0.2f, -0.1f, 0.05f}, .bias = {0.01f, 0.02f, -0.03f}};
  const Exposure exposure{correction, {{-0.2f, -0.15f, 0.05f}}, {6.5f, 4.0f, 0.2f}};
  std::vector<double> weights;  // L = sum w x'^2
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
      Random random(1, purpose("exposure_test"), 1000 * c + i);
      image.plane(c)[i] = static_cast<float>(random.uniform());
      weights.push_back(random.uniform(-1, 1));
    }
  }
  apply_exposure(exposure, as_const(image.planes()), out.planes());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::size_t c = k / (kWidth * kHeight), i = k % (kWidth * kHeight);
    gradient.plane(c)[i] = static_cast<float>(2 * weights[k] * static_cast<double>(out.plane(c)[i]));
  }
  const Exposure by = exposure_vjp(exposure, as_const(image.planes()), gradient.planes());
  using D = Dual<6>;
  D all(0.0);
  for (std::size_t c = 0; c < 3; ++c) {
    D sum(0.0);
    for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
      const D x = D::variable(static_cast<double>(image.plane(c)[i]), 2);
      const double u = 0.2 * (static_cast<double>(i % kWidth) - 6.5), v = 0.2 * (static_cast<double>(i / kWidth) - 4.0);
      D lens(1.0);
      const double at[3] = {u * u, v * v, (u * u + v * v) * (u * u + v * v)};
      for (std::size_t k = 0; k < 3; ++k) {
        lens = lens + D::variable(static_cast<double>(exposure.lens.terms[k]), static_cast<int>(3 + k)) * D(at[k]);
      }
      const D value = exp(D::variable(static_cast<double>(correction.log_gain[c]), 0)) * lens * x +
                      D::variable(static_cast<double>(correction.bias[c]), 1);
      const D term = D(weights[c * kWidth * kHeight + i]) * value * value;
      EXPECT_NEAR(out.plane(c)[i], value.value, 1e-6);
      EXPECT_NEAR(gradient.plane(c)[i], term.d[2], 1e-5);
      sum = sum + term;
    }
    EXPECT_NEAR(by.correction.log_gain[c], sum.d[0], 1e-4);
    EXPECT_NEAR(by.correction.bias[c], sum.d[1], 1e-4);
    all = all + sum;
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(by.lens.terms[k], all.d[3 + k], 3e-4);
}

// dL/d(twist) of the rasterizer against central differences of renders at poses of corrected_pose().
TEST(PoseCorrection, GradientIsTheDifferenceOfRenders) {
  const GaussianCloud cloud = splat::testing::random_cloud(60, 1, 3, -1.2);
  const RenderView base = splat::testing::simple_view(48, 36, 40);
  auto rasterizer = make_differentiable_rasterizer(Backend::cpu).value();
  HostPlanes image(48, 36), weights(48, 36);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < 48 * 36; ++i) {
      weights.plane(c)[i] = static_cast<float>(std::sin(0.1 * static_cast<double>(i % 48) + static_cast<double>(c)));
    }
  }
  const ViewCorrection start{.translation = {0.01f, -0.02f, 0.015f}, .rotation = {0.004f, 0.003f, -0.005f}};
  const auto loss = [&](const ViewCorrection& correction, PoseGrad<float>* gradient) {
    RenderView view = base;
    view.map_from_camera = corrected_pose(correction, base.map_from_camera);
    const ViewF kernel_view = make_view(view, {}).value();
    EXPECT_TRUE(rasterizer->forward(cloud.view(), kernel_view, image.planes()));
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t i = 0; i < 48 * 36; ++i) {
        sum += static_cast<double>(weights.plane(c)[i]) * static_cast<double>(image.plane(c)[i]);
      }
    }
    if (gradient == nullptr) return sum;
    GaussianCloud by = GaussianCloud::create(cloud.size(), 1).value();
    ConstPlanes back = as_const(weights.planes());
    back.alpha = back.depth = back.median_depth = nullptr;
    *gradient = rasterizer->backward(cloud.view(), kernel_view, as_const(image.planes()), back, by.view()).value();
    return sum;
  };
  PoseGrad<float> gradient;
  loss(start, &gradient);
  const float by[6] = {gradient.translation.x, gradient.translation.y, gradient.translation.z,
                       gradient.rotation.x,    gradient.rotation.y,    gradient.rotation.z};
  float largest = 0;
  for (const float g : by) largest = std::max(largest, std::fabs(g));
  for (std::size_t k = 0; k < 6; ++k) {
    const float step = 2e-3f;
    ViewCorrection low = start, high = start;
    (k < 3 ? low.translation[k] : low.rotation[k - 3]) -= step;
    (k < 3 ? high.translation[k] : high.rotation[k - 3]) += step;
    const double slope = (loss(high, nullptr) - loss(low, nullptr)) / (2 * static_cast<double>(step));
    EXPECT_NEAR(by[k], slope, 0.05 * static_cast<double>(largest)) << k;
  }
}

TEST(Corrections, HeldOutViewsTakeTheMeanOfTheirNeighbours) {
  std::vector<TrainingView> views(7);
  for (std::size_t i = 0; i < views.size(); ++i) views[i].name = (i % 2 == 0 ? "left/" : "right/") + std::to_string(i);
  views[2].held_out = views[4].held_out = views[1].held_out = true;
  CorrectionState state = make_correction_state(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) state.values[i].bias[0] = static_cast<float>(i);
  EXPECT_EQ(correction_of(state, views, 0).bias[0], 0);
  EXPECT_EQ(correction_of(state, views, 2).bias[0], 3);  // mean of views 0 and 6
  EXPECT_EQ(correction_of(state, views, 1).bias[0], 3);  // only view 3 of its camera is trained on
  EXPECT_EQ(correction_of({}, views, 2), ViewCorrection());
}

TEST(Corrections, AdamWalksDownhillAndIgnoresNan) {
  CorrectionState state = make_correction_state(2);
  for (int i = 0; i < 200; ++i) {  // L = (bias - 0.2)^2
    ViewCorrection gradient;
    gradient.bias[1] = 2 * (state.values[1].bias[1] - 0.2f);
    gradient.rotation[0] = std::nanf("");
    correct_view(state, 1, gradient, correction_rates(100, i / 200.0, 10));
  }
  EXPECT_NEAR(state.values[1].bias[1], 0.2f, 0.03f);
  EXPECT_EQ(state.values[1].rotation[0], 0);
  EXPECT_EQ(state.values[0], ViewCorrection());
  EXPECT_LT(correction_rates(50, 1, 10).exposure, 0.11 * correction_rates(50, 0, 10).exposure);
}

// The reach of a correction must not depend on the number of visits: the pull to zero is limited per run.
TEST(Corrections, ReachAsFarInALongRunAsInAShortOne) {
  for (const int visits : {20, 57, 155, 600, 1000, 10'000}) {
    CorrectionState state = make_correction_state(1);
    ViewCorrection downhill;
    downhill.log_gain[0] = downhill.translation[1] = downhill.rotation[2] = -1;
    for (int i = 0; i < visits; ++i) correct_view(state, 0, downhill, correction_rates(visits, (i + 0.5) / visits, 10));
    const ViewCorrection& reached = state.values[0];
    EXPECT_NEAR(reached.log_gain[0], 0.25f, 0.03f) << visits;
    EXPECT_NEAR(reached.translation[1], 0.05f, 0.006f) << visits;
    EXPECT_NEAR(reached.rotation[2], 0.005f, 0.0006f) << visits;
  }
}

}  // namespace
}  // namespace gs::splat::train
