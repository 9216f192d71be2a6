// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gains of actors in cameras and offsets of their poses: gradients, what is learned, bounds, equal bytes.
#include "gs/splat/train/actors/actor_corrections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/train/actors/judge_actors.h"
#include "gs/splat/train/checkpoint.h"
#include "gs/splat/train/testing/actor_scene.h"
#include "gs/splat/train/trainer.h"

namespace gs::splat::train {
namespace {

using splat::testing::same_bits;
using testing::quick_options;

constexpr int kDriveViews = 32;
constexpr double kDrive_s = 3.2;

// Pose of the box at view k: it crosses the images and turns, nearer than the background.
Rigid3d drive_pose(int k) {
  const double share = (k + 0.5) / kDriveViews;
  const Quaterniond up = Quaterniond::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);
  const Quaterniond turn = Quaterniond::from_axis_angle({0, 0, 1}, 0.3 + 0.7 * share);
  return {up * turn, {-0.3 + 0.6 * share, 0.3, 1.1}};
}

// The box with colours multiplied by a gain.
GaussianCloud box_with_gain(Vec3f gain) {
  GaussianCloud out = testing::coloured_box();
  const float gains[3] = {gain.x, gain.y, gain.z};
  for (std::size_t i = 0; i < out.size(); ++i) {
    float* const sh = out.view().sh_of(i);
    for (std::size_t c = 0; c < 3; ++c) sh[c] = gains[c] * sh[c] + (gains[c] - 1) * 0.5f / 0.28209479f;
  }
  return out;
}

// The box before training: colours and positions are a little off.
GaussianCloud painted_box() {
  GaussianCloud out = testing::grey_box();
  const GaussianCloud truth = testing::coloured_box();
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) out.view().sh_of(i)[c] = 0.7f * truth.view().sh_of(i)[c];
  }
  return out;
}

// The box in front of the background, seen by the cameras a and b in turn; a quarter of the views is held out.
// `gain_b`: what b adds to its colours. `error`: what is wrong with the given poses at a time.
TrainingData drive_of(Vec3f gain_b, const std::function<Vec3d(double)>& error) {
  TrainingData data = testing::synthetic_scene(kDriveViews);
  GaussianCloud background = splat::testing::random_cloud(300, 0, 3, -1.6);
  for (std::size_t i = 0; i < background.size(); ++i) background.view().opacity_logit[i] = 3;
  std::vector<GaussianCloud> assets;
  assets.push_back(testing::coloured_box());
  assets.push_back(box_with_gain(gain_b));
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(background), std::move(assets)));
  for (int k = 0; k < kDriveViews; ++k) {
    TrainingView& view = data.views[static_cast<std::size_t>(k)];
    const bool is_b = k % 2 == 1;
    view.name = (is_b ? "camera_b/" : "camera_a/") + std::to_string(k);
    view.held_out = k % 8 == 3 || k % 8 == 6;
    view.timestamp_s = 100 + kDrive_s * k / kDriveViews;
    view.actors = {{.actor = 0, .map_from_actor = with_offset(drive_pose(k), error(*view.timestamp_s - 100))}};
    const SplatInstance instance{.asset = is_b ? 1u : 0u, .map_from_asset = drive_pose(k)};
    const RenderView camera{
        .camera = view.camera, .map_from_camera = view.map_from_camera, .instances = {&instance, 1}};
    view.rgb8 = rasterizer->render({&camera, 1}, {}).value()[0].rgb8;
  }
  data.actors.push_back(
      {.id = "car_a0001", .size_m = {1.2, 0.6, 0.6}, .painted = std::make_shared<GaussianCloud>(painted_box())});
  return data;
}
Vec3d no_error(double) { return {}; }
// Smooth, with the mean 0.
Vec3d swaying(double t) {
  const double s = std::sin(2 * std::numbers::pi * t / kDrive_s);
  return {0.06 * s, -0.05 * s, 0.015 * s};
}

Trainer corrected_run(TrainingData data, bool gains, bool poses, int steps = 600) {
  TrainingOptions options = quick_options(600);
  options.training.actor_gains = gains, options.training.refine_actor_poses = poses;
  Trainer trainer = Trainer::create(std::move(data), options).value();
  while (trainer.iteration() < static_cast<uint64_t>(steps)) EXPECT_TRUE(trainer.step());
  return trainer;
}

// The box and a camera before it.
struct Probe {
  GaussianCloud cloud = testing::coloured_box();
  RenderView camera = splat::testing::simple_view(64, 48, 50);
  Rigid3d pose = drive_pose(5);

  // The camera in the frame of the box.
  ViewF view(Vec3d offset, Vec3f gain) const {
    ViewF out = make_view(camera, SplatInstance{.map_from_asset = with_offset(pose, offset)}, RenderSettings{}).value();
    out.gain = gain;
    return out;
  }
};

// Weighted sum of the colours of a rendered image, and its gradients.
class WeightedImage {
 public:
  explicit WeightedImage(const Probe& probe) : probe_(probe), image_(5 * kPixels), weights_(5 * kPixels, 0.0f) {
    for (std::size_t i = 0; i < 3 * kPixels; ++i) {
      weights_[i] = static_cast<float>(std::sin(0.05 * static_cast<double>(i)));
    }
    rasterizer_ = make_differentiable_rasterizer(Backend::cpu).value();
  }
  double value(const ViewF& view) {
    EXPECT_TRUE(rasterizer_->forward(probe_.cloud.view(), view, planes(image_)));
    double sum = 0;
    for (std::size_t i = 0; i < 3 * kPixels; ++i) {
      sum += static_cast<double>(image_[i]) * static_cast<double>(weights_[i]);
    }
    return sum;
  }
  void gradient(const ViewF& view, GaussianCloud& by_cloud) {
    value(view);
    ConstPlanes by_image = as_const(planes(weights_));
    by_image.alpha = nullptr;
    const ScenePart part{probe_.cloud.view(), view};
    PartGradient out{by_cloud.view()};
    EXPECT_TRUE(rasterizer_->backward({&part, 1}, as_const(planes(image_)), by_image, {&out, 1}));
  }

 private:
  static constexpr std::size_t kPixels = 64 * 48;
  static Planes planes(std::vector<float>& memory) {
    float* p = memory.data();
    return {64, 48, {p, p + kPixels, p + 2 * kPixels}, p + 3 * kPixels};
  }
  const Probe& probe_;
  std::unique_ptr<DifferentiableRasterizer> rasterizer_;
  std::vector<float> image_, weights_;
};

double component(Vec3d v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// Points in the frame of the actor, with a weight on each coordinate in the frame of the camera.
TEST(ActorCorrections, TheGradientOfAnOffsetIsThatOfFiniteDifferences) {
  const Probe probe;
  const std::vector<Vec3d> points{{1, 0.5, 0.2}, {-2, 0.3, 1}, {0.4, -0.9, 0.7}},
      weights{{1, 2, -1}, {0.5, -1, 3}, {-2, 1, 1}};
  const auto in_camera = [&](Vec3d offset, std::size_t i) {
    return probe.camera.map_from_camera.inverse() * (with_offset(probe.pose, offset) * points[i]);
  };
  const auto value = [&](Vec3d offset) {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) sum += dot(weights[i], in_camera(offset, i));
    return sum;
  };
  const Vec3d offset{0.05, -0.08, 0.4};  // the yaw is large, so that its order shows
  PoseGrad<float> by_motion;             // of exp(twist) p = p + t + w x p
  for (std::size_t i = 0; i < points.size(); ++i) {
    by_motion.translation += cast<float>(weights[i]);
    by_motion.rotation += cast<float>(cross(in_camera(offset, i), weights[i]));
  }
  const Vec3d got = offset_gradient(probe.view(offset, {1, 1, 1}), by_motion, offset.z);
  for (int axis = 0; axis < 3; ++axis) {
    const auto moved = [&](double step) {
      Vec3d at = offset;
      (axis == 0 ? at.x : axis == 1 ? at.y : at.z) += step;
      return value(at);
    };
    EXPECT_NEAR(component(got, axis), (moved(1e-4) - moved(-1e-4)) / 2e-4, 1e-4) << axis;
  }
}

TEST(ActorCorrections, TheGradientOfAGainIsThatOfFiniteDifferences) {
  const Probe probe;
  WeightedImage image(probe);
  GaussianCloud by_cloud = GaussianCloud::create(probe.cloud.size(), 0).value();
  const Vec3f gain{1.2f, 0.9f, 1.05f};
  image.gradient(probe.view({}, gain), by_cloud);
  const Vec3d by_gain = gain_gradient(probe.cloud.view(), std::as_const(by_cloud).view());
  for (int c = 0; c < 3; ++c) {
    const auto scaled = [&](float factor) {
      Vec3f g = gain;
      (c == 0 ? g.x : c == 1 ? g.y : g.z) *= factor;
      return image.value(probe.view({}, g));
    };
    const double expected = (scaled(std::exp(0.01f)) - scaled(std::exp(-0.01f))) / 0.02;
    EXPECT_NEAR(component(by_gain, c), expected, 0.01 * std::abs(expected) + 0.05) << c;
    EXPECT_GT(std::abs(expected), 1) << c;
  }
}

// Camera b is brighter in red and darker in blue: held-out images of both cameras agree better with gains, and the
// asset has the colours between both.
TEST(ActorCorrections, LearnTheGainOfACamera) {
  const TrainingData data = drive_of({1.25f, 1, 0.8f}, no_error);
  Trainer with = corrected_run(data, true, false), without = corrected_run(data, false, false);
  const ActorCorrections& learned = with.state().actor_corrections[0];
  const Vec3f a = gain_of(learned, 0), b = gain_of(learned, 1);
  EXPECT_NEAR(b.x / a.x, 1.25f, 0.08f);
  EXPECT_NEAR(b.y / a.y, 1.0f, 0.05f);
  EXPECT_NEAR(b.z / a.z, 0.8f, 0.08f);
  EXPECT_NEAR(a.x * b.x, 1, 0.02f);  // as many views of each
  const double gained = with.evaluate().value().actors[0].psnr_db - without.evaluate().value().actors[0].psnr_db;
  EXPECT_GT(gained, 1);
  ::testing::Test::RecordProperty("gained", std::to_string(gained));
  const ActorReport report = judge_actors(with).value()[0];
  ASSERT_EQ(report.gains.size(), 2u);
  EXPECT_EQ(report.gains[1].camera, "camera_b");
  EXPECT_FLOAT_EQ(static_cast<float>(report.gains[1].rgb.x), b.x);
  EXPECT_TRUE(judge_actors(without).value()[0].gains.empty());
}

// Poses that sway by 8 cm and 0.9 deg: offsets take most of it back, and held-out images agree better.
TEST(ActorCorrections, LearnErrorsOfThePoses) {
  const TrainingData data = drive_of({1, 1, 1}, swaying);
  Trainer with = corrected_run(data, false, true), without = corrected_run(data, false, false);
  const ActorReport moved = judge_actors(with).value()[0], still = judge_actors(without).value()[0];
  ASSERT_GE(moved.offsets.size(), 3u);
  double before = 0, after = 0;
  for (const ActorReport::Offset& key : moved.offsets) {
    const Vec3d error = swaying(key.time_s - 100);
    before += error.x * error.x + error.y * error.y;
    after += std::pow(error.x + key.x_m, 2) + std::pow(error.y + key.y_m, 2);
  }
  EXPECT_LT(after, 0.3 * before);
  EXPECT_GT(moved.psnr_db, still.psnr_db + 1);
  EXPECT_GT(moved.psnr_db, moved.psnr_at_given_poses_db);
  EXPECT_TRUE(still.offsets.empty());
  ::testing::Test::RecordProperty("with", std::to_string(moved.psnr_db));
  ::testing::Test::RecordProperty("without", std::to_string(still.psnr_db));
  ::testing::Test::RecordProperty("left", std::to_string(std::sqrt(after / before)));
}

// Without errors to learn, neither gains nor offsets cost quality.
TEST(ActorCorrections, CostLittleWhereNothingIsWrong) {
  const TrainingData data = drive_of({1, 1, 1}, no_error);
  Trainer with = corrected_run(data, true, true), without = corrected_run(data, false, false);
  const ActorReport corrected = judge_actors(with).value()[0], plain = judge_actors(without).value()[0];
  EXPECT_GT(corrected.psnr_db, plain.psnr_db - 0.5);
  EXPECT_NEAR(gain_of(with.state().actor_corrections[0], 0).x, 1, 0.03f);
  ::testing::Test::RecordProperty("with", std::to_string(corrected.psnr_db));
  ::testing::Test::RecordProperty("without", std::to_string(plain.psnr_db));
}

// Offsets that make the compared views worse are not reported, and the quality is that of the given poses.
TEST(ActorCorrections, AreDroppedWhereHeldOutViewsGetWorse) {
  Trainer trainer = corrected_run(drive_of({1, 1, 1}, no_error), false, true, 100);
  TrainingState state = trainer.copy_state().value();
  for (Triple& key : state.actor_corrections[0].offsets.values) key = {0.1f, 0.1f, 0};
  ASSERT_TRUE(trainer.set_state(std::move(state)));
  const ActorReport report = judge_actors(trainer).value()[0];
  EXPECT_TRUE(report.offsets.empty());
  EXPECT_EQ(report.psnr_db, report.psnr_at_given_poses_db);
  EXPECT_EQ(trainer.state().actor_corrections[0].offsets.values[0][0], 0.1f);  // the state is the same afterwards
}

TEST(ActorCorrections, NeedSeveralCamerasAndTimes) {
  TrainingData data = drive_of({1, 1, 1}, no_error);
  const std::vector<std::size_t> two = camera_numbers(data.views), one(data.views.size(), 0);
  const auto plan = [&](std::span<const std::size_t> cameras, LoopOptions options = {}) {
    return plan_actor_corrections(data, cameras, options)[0];
  };
  EXPECT_EQ(plan(two).sightings, (std::vector<double>{12, 12}));
  EXPECT_EQ(plan(two).times_s.size(), 7u);
  EXPECT_TRUE(plan(one).sightings.empty());
  EXPECT_TRUE(plan(two, {.actor_gains = false}).sightings.empty());
  EXPECT_TRUE(plan(two, {.refine_actor_poses = false}).times_s.empty());
  data.views[5].timestamp_s = 1e300;
  EXPECT_TRUE(plan(two).times_s.empty());
  data.views[5].timestamp_s.reset();
  EXPECT_TRUE(plan(two).times_s.empty());
}

// Whatever the gradients, numbers keep to their bounds, and a gradient that is not finite changes nothing but the pull.
TEST(ActorCorrections, KeepToTheirBounds) {
  const ActorCorrectionPlan plan{.sightings = {5, 5}, .times_s = {0, 0.5, 1}, .weights = {5, 5, 5}};
  std::vector<ActorCorrections> state = initial_actor_corrections({&plan, 1});
  const Probe probe;
  ActorCorrectionStep step{.progress = 0.2, .steps_a_view = 10, .view = probe.view({}, {1, 1, 1})};
  for (int i = 0; i < 3000; ++i) {
    step.camera = static_cast<std::size_t>(i % 2), step.time_s = 0.1 * (i % 11);
    step.by_gain = Vec3d{1, 1, 1} * (i % 2 == 0 ? 1.0 : -1.0);
    step.by_pose = {Vec3f{1, 1, 1} * (step.time_s < 0.5 ? 1.0f : -1.0f), {1, -1, 1}};
    correct_actor(plan, state[0], step);
  }
  for (const Triple& gain : state[0].gains.values) {
    for (const float value : gain) EXPECT_LE(std::abs(static_cast<double>(value)), 1.2 * kMostLogGain);
    EXPECT_GT(std::abs(gain[0]), 0.1f);
  }
  for (const Triple& key : state[0].offsets.values) {
    EXPECT_LE(std::abs(static_cast<double>(key[0])), 1.2 * kMostOffset_m);
    EXPECT_LE(std::abs(static_cast<double>(key[2])), 1.2 * kMostOffset_rad);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto nan_f = static_cast<float>(nan);
  step.by_gain = {nan, nan, nan};
  step.by_pose = {{nan_f, nan_f, nan_f}, {nan_f, nan_f, nan_f}};
  const ActorCorrections before = state[0];
  correct_actor(plan, state[0], step);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(state[0].offsets.values[k][c], before.offsets.values[k][c], 0.02f);
    }
  }
}

TEST(ActorCorrections, SameBytesForAnyNumberOfThreadsAndAfterACheckpoint) {
  const TrainingData data = drive_of({1.2f, 1, 0.9f}, swaying);
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return copy_of(corrected_run(data, true, true, 120).state()).value();
  };
  const TrainingState a = run(1), b = run(3);
  EXPECT_TRUE(same_bits(a.cloud, b.cloud));
  EXPECT_TRUE(same_bits(a.actors[0].cloud, b.actors[0].cloud));
  EXPECT_EQ(a.actor_corrections, b.actor_corrections);
  EXPECT_NE(a.actor_corrections[0].offsets.values[1][0], 0);
  Trainer first = corrected_run(data, true, true, 90);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_checkpoint(folder / "state.gstc", {.state = first.copy_state().value()}));
  Checkpoint loaded = load_checkpoint(folder / "state.gstc").value();
  EXPECT_EQ(loaded.state.actor_corrections, first.state().actor_corrections);
  Trainer second = corrected_run(data, true, true, 0);
  ASSERT_TRUE(second.set_state(std::move(loaded.state)));
  while (second.iteration() < 120) ASSERT_TRUE(second.step());
  EXPECT_TRUE(same_bits(second.state().actors[0].cloud, a.actors[0].cloud));
  EXPECT_EQ(second.state().actor_corrections, a.actor_corrections);
  // A state of an older version has no corrections; one with others is refused.
  TrainingState old = second.copy_state().value();
  old.actor_corrections.clear();
  ASSERT_TRUE(second.set_state(std::move(old)));
  EXPECT_EQ(second.state().actor_corrections[0].gains.values.size(), 2u);
  TrainingState other = second.copy_state().value();
  other.actor_corrections[0].gains.values.pop_back();
  EXPECT_FALSE(second.set_state(std::move(other)));
}

}  // namespace
}  // namespace gs::splat::train
