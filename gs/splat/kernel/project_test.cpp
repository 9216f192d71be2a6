// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Projection of one Gaussian through every camera model, and its gradients.
#include "gs/splat/kernel/project.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs::splat {
namespace {

constexpr int kInputs = 17;  // mean, log scale, rotation, opacity, pose translation, pose rotation
using InputDual = Dual<kInputs>;

Gaussian<double> random_gaussian(Random& random, double spread = 0.5) {
  const auto u = [&](double s) { return random.uniform(-s, s); };
  return {
      {u(spread), u(spread), 4 + u(1)}, {u(1) - 1.5, u(1) - 1.5, u(1) - 1.5}, {u(1), u(1), u(1), 0.3 + u(0.2)}, u(2)};
}

View<double> random_view(Random& random) {
  View<double> view;
  view.camera.width = 640, view.camera.height = 480;
  view.camera.fx = 500, view.camera.fy = 520, view.camera.cx = 320, view.camera.cy = 240;
  view.camera_from_map = to_matrix(rotation_from_vector({random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), 0.2}));
  view.position = {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 0.1};
  return view;
}

InputDual input(double value, int i) { return InputDual::variable(value, i); }

// The Gaussian with its parameters as dual inputs 0..10.
Gaussian<InputDual> with_inputs(const Gaussian<double>& g) {
  return {{input(g.mean.x, 0), input(g.mean.y, 1), input(g.mean.z, 2)},
          {input(g.log_scale.x, 3), input(g.log_scale.y, 4), input(g.log_scale.z, 5)},
          {input(g.rotation.x, 6), input(g.rotation.y, 7), input(g.rotation.z, 8), input(g.rotation.w, 9)},
          input(g.opacity_logit, 10)};
}

// The view as a function of a twist (inputs 11..16) around zero: p' = p + v + w x p.
View<InputDual> with_inputs(const View<double>& v) {
  View<InputDual> out;
  const auto constant = [](Vec3d a) { return Vec3<InputDual>{a.x, a.y, a.z}; };
  const CameraD& c = v.camera;
  out.camera = {c.width, c.height, c.fx, c.fy, c.cx, c.cy, c.lens, c.k1,
                c.k2,    c.k3,     c.k4, c.k5, c.k6, c.p1, c.p2,   c.limit};
  const Vec3<InputDual> translation{input(0, 11), input(0, 12), input(0, 13)},
      turn{input(0, 14), input(0, 15), input(0, 16)};
  for (int k = 0; k < 3; ++k) {
    const Vec3<InputDual> column = constant(v.camera_from_map.column(k));
    const Vec3<InputDual> turned = column + cross(turn, column);
    out.camera_from_map.m[0][k] = turned.x, out.camera_from_map.m[1][k] = turned.y,
    out.camera_from_map.m[2][k] = turned.z;
  }
  out.position = constant(v.position) - rotate_back(out.camera_from_map, translation);
  out.tangent_low = {v.tangent_low.x, v.tangent_low.y}, out.tangent_high = {v.tangent_high.x, v.tangent_high.y};
  out.antialiasing = v.antialiasing;
  out.shutter = v.shutter;
  out.shutter_translation = constant(v.shutter_translation), out.shutter_rotation = constant(v.shutter_rotation);
  return out;
}

// Compares project_gaussian_vjp() with dual numbers for a random dL/d(splat), to rounding.
void expect_gradient_matches_duals(const Gaussian<double>& g, const View<double>& view, Random& random) {
  const auto u = [&] { return random.uniform(-1, 1); };
  const Splat2<double> v{{u(), u()}, 100 * u(), 100 * u(), 100 * u(), u(), u()};
  const Projection<double> fwd = project_gaussian(g, view);
  const ProjectionGrad<double> grad = project_gaussian_vjp(g, view, fwd, v);

  const Splat2<InputDual> s = project_gaussian_at(with_inputs(g), with_inputs(view), InputDual(fwd.s)).splat;
  const InputDual loss = s.center.x * InputDual(v.center.x) + s.center.y * InputDual(v.center.y) +
                         s.a * InputDual(v.a) + s.b * InputDual(v.b) + s.c * InputDual(v.c) +
                         s.opacity * InputDual(v.opacity) + s.depth * InputDual(v.depth);
  const Gaussian<double>& d = grad.gaussian;
  const double mine[kInputs] = {d.mean.x,
                                d.mean.y,
                                d.mean.z,
                                d.log_scale.x,
                                d.log_scale.y,
                                d.log_scale.z,
                                d.rotation.x,
                                d.rotation.y,
                                d.rotation.z,
                                d.rotation.w,
                                d.opacity_logit,
                                grad.pose.translation.x,
                                grad.pose.translation.y,
                                grad.pose.translation.z,
                                grad.pose.rotation.x,
                                grad.pose.rotation.y,
                                grad.pose.rotation.z};
  double largest = 0;
  for (const double x : loss.d) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < kInputs; ++i) EXPECT_NEAR(mine[i], loss.d[i], 1e-11 * largest) << "input " << i;
}

// 50 random Gaussians and views, modified by `prepare`.
void check_many(View<double> (*prepare)(View<double>), double spread = 0.5) {
  for (uint64_t i = 0; i < 50; ++i) {
    Random random(1, purpose("project_test"), i);
    const Gaussian<double> g = random_gaussian(random, spread);
    expect_gradient_matches_duals(g, prepare(random_view(random)), random);
  }
}

TEST(Project, GradientOfPinhole) {
  check_many([](View<double> v) { return v; });
}
TEST(Project, GradientWithAntialiasing) {
  check_many([](View<double> v) {
    v.antialiasing = true;
    return v;
  });
}
TEST(Project, GradientThroughRationalDistortion) {
  check_many([](View<double> v) {
    v.camera.k1 = -0.3, v.camera.k2 = 0.1, v.camera.k3 = 0.02, v.camera.k4 = 0.05, v.camera.k5 = 0.01,
    v.camera.k6 = -0.02;
    v.camera.p1 = 0.001, v.camera.p2 = -0.002;
    return v;
  });
}
TEST(Project, GradientThroughFisheye) {
  check_many(
      [](View<double> v) {
        v.camera.lens = Lens::equidistant;
        v.camera.k1 = -0.02, v.camera.k2 = 0.01, v.camera.k3 = -0.003, v.camera.k4 = 0.001;
        v.antialiasing = true;
        return v;
      },
      3.0);
}
TEST(Project, GradientWhereTheJacobianIsHeld) {
  check_many(
      [](View<double> v) {
        v.tangent_low = {-0.1, -0.15}, v.tangent_high = {0.12, 0.1};
        return v;
      },
      3.0);
}
TEST(Project, GradientWithRollingShutter) {
  check_many([](View<double> v) {
    v.shutter = ShutterScan::down;
    v.shutter_translation = {0.1, -0.2, 0.5};
    v.shutter_rotation = {0.02, -0.01, 0.015};
    return v;
  });
}

TEST(Project, CovarianceIsThatOfTheLinearisedLens) {
  Random random(2, purpose("covariance"), 0);
  const Gaussian<double> g = random_gaussian(random);
  const View<double> view = random_view(random);
  const Projection<double> p = project_gaussian(g, view);
  // Sum over the principal axes: projection of one standard deviation, by central difference.
  const Mat3d rotation = to_matrix(normalized(g.rotation));
  const double scale[3] = {std::exp(g.log_scale.x), std::exp(g.log_scale.y), std::exp(g.log_scale.z)};
  double xx = view.low_pass_px2, xy = 0, yy = view.low_pass_px2;
  for (int k = 0; k < 3; ++k) {
    const double h = 1e-5;
    const auto pixel = [&](double t) {
      return project(view.camera, view.camera_from_map * (g.mean + rotation.column(k) * t - view.position));
    };
    const Vec2d axis = (pixel(h) - pixel(-h)) * (scale[k] / (2 * h));
    xx += axis.x * axis.x, xy += axis.x * axis.y, yy += axis.y * axis.y;
  }
  EXPECT_NEAR(p.covariance_xx, xx, 1e-5 * xx);
  EXPECT_NEAR(p.covariance_xy, xy, 1e-5 * xx);
  EXPECT_NEAR(p.covariance_yy, yy, 1e-5 * yy);
  EXPECT_NEAR(p.splat.a * p.covariance_xx + p.splat.b * p.covariance_xy, 1.0, 1e-9);
  EXPECT_NEAR(p.splat.a * p.covariance_xy + p.splat.b * p.covariance_yy, 0.0, 1e-9);
}

// A pole at x = 2 m, z = 10 m, seen by a camera that moves 1 m to the right during the readout: the point at row v
// (time s = (v + 1/2) / h - 1/2) appears at fx (2 - s) / 10 + cx.
TEST(Project, RollingShutterLeansAPoleAsInClosedForm) {
  View<double> view;
  view.camera.width = 640, view.camera.height = 480;
  view.camera.fx = view.camera.fy = 500, view.camera.cx = 320, view.camera.cy = 240;
  view.camera_from_map = Mat3d::identity();
  view.shutter = ShutterScan::down;
  view.shutter_translation = {1, 0, 0};
  for (double y = -4; y <= 4; y += 0.5) {
    const Gaussian<double> g{{2, y, 10}, {-3, -3, -3}, {0, 0, 0, 1}, 2};
    const Vec2d pixel = project_gaussian(g, view).splat.center;
    const double row = 500 * y / 10 + 240;
    const double s = (row + 0.5) / 480 - 0.5;
    EXPECT_NEAR(pixel.y, row, 1e-9);
    EXPECT_NEAR(pixel.x, 500 * (2 - s) / 10 + 320, 1e-9);
  }
}

TEST(Project, ShutterScansAreOneAnothersMirror) {
  View<double> view;
  view.camera.width = 640, view.camera.height = 480;
  const Vec2d pixel{100, 50};
  const auto time = [&](ShutterScan d) {
    view.shutter = d;
    return readout_time(view, pixel);
  };
  EXPECT_DOUBLE_EQ(time(ShutterScan::global), 0.0);
  EXPECT_NEAR(time(ShutterScan::down), 50.5 / 480 - 0.5, 1e-12);
  EXPECT_DOUBLE_EQ(time(ShutterScan::up), -time(ShutterScan::down));
  EXPECT_NEAR(time(ShutterScan::right), 100.5 / 640 - 0.5, 1e-12);
  EXPECT_DOUBLE_EQ(time(ShutterScan::left), -time(ShutterScan::right));
}

}  // namespace
}  // namespace gs::splat
