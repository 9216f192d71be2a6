// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time offsets of cameras: planted ones are found, gradients equal differences.
#include "gs/splat/train/image_corrections/time_offset.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/file.h"
#include "gs/core/numbers/dual.h"
#include "gs/splat/train/testing/test_scene.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {
namespace {

using testing::quick_options;
using testing::StopAt;

constexpr double kFrameS = 0.05, kSpeedMps = 5;

// A camera that passes the scene in an arc: where it is at a time.
Rigid3d pose_at(double t, double aside) {
  return {Quaterniond::from_axis_angle({0, 1, 0}, -0.25 * (t - 0.2)), {kSpeedMps * (t - 0.2), aside, -0.8}};
}

// Two cameras with eight views each. The images of the second camera are taken `late_s` after their poses.
TrainingData drive_by(double late_s) {
  GaussianCloud truth = splat::testing::random_cloud(400, 0, 3, -1.9);
  TrainingData data;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    truth.view().opacity_logit[i] = 3;
    data.points.push_back({truth.view().position_of(i), 128, 128, 128});
  }
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(truth)));
  for (int c = 0; c < 2; ++c) {
    for (int k = 0; k < 8; ++k) {
      const double t = kFrameS * k, aside = 0.1 * c;
      RenderView view = splat::testing::simple_view(96, 72, 75);
      view.map_from_camera = pose_at(t + (c == 1 ? late_s : 0), aside);
      const auto images = rasterizer->render({&view, 1}, {}).value();
      TrainingView& out =
          data.views.emplace_back(TrainingView{.name = (c == 0 ? "camera_a/" : "camera_b/") + std::to_string(k),
                                               .camera = view.camera,
                                               .map_from_camera = pose_at(t, aside),
                                               .rgb8 = images[0].rgb8,
                                               .held_out = k == 4});
      out.timestamp_s = 1000 + t;
    }
  }
  return data;
}

TEST(TimeOffset, MotionComesFromNeighboursOfTheSameCamera) {
  const TrainingData data = drive_by(0);
  const std::vector<ViewMotion> motions = view_motions(data.views);
  for (const std::size_t i : {0u, 3u, 4u, 7u, 11u}) {
    EXPECT_NEAR(norm(motions[i].velocity_mps), kSpeedMps, 1e-6);
    EXPECT_NEAR(motions[i].rate_rps.y, -0.25, 1e-6);
    const Rigid3d& pose = data.views[i].map_from_camera;
    EXPECT_NEAR((pose.rotation * motions[i].velocity_mps).x, kSpeedMps, 1e-6);
  }
  TrainingData without = drive_by(0);
  for (TrainingView& view : without.views) view.timestamp_s.reset();
  EXPECT_EQ(norm(view_motions(without.views)[3].velocity_mps), 0);
  TrainingData rare = drive_by(0);
  for (std::size_t i = 0; i < rare.views.size(); ++i) *rare.views[i].timestamp_s += 10.0 * static_cast<double>(i);
  EXPECT_EQ(norm(view_motions(rare.views)[3].velocity_mps), 0);
  TrainingData still = drive_by(0);
  for (TrainingView& view : still.views) *view.timestamp_s = 7;  // equal timestamps
  EXPECT_EQ(norm(view_motions(still.views)[3].velocity_mps), 0);
}

TEST(TimeOffset, MovingGoesToTheNextPose) {
  const TrainingData data = drive_by(0);
  const ViewMotion motion = view_motions(data.views)[3];
  const Rigid3d there = moved_pose(data.views[3].map_from_camera, motion, kFrameS);
  EXPECT_NEAR(norm(there.translation - data.views[4].map_from_camera.translation), 0, 1e-3);
  EXPECT_NEAR(angle_between(there.rotation, data.views[4].map_from_camera.rotation), 0, 1e-9);
}

// L = w . (point in the corrected camera) as a function of the offset: the analytic gradient against central
// differences.
TEST(TimeOffset, GradientIsTheDifference) {
  const ViewMotion motion{{1.5, -0.3, 4.0}, {0.2, -0.5, 0.1}};
  const ViewCorrection correction{.translation = {0.2f, -0.1f, 0.3f}, .rotation = {0.1f, 0.2f, -0.15f}};
  const Rigid3d pose{Quaterniond::from_axis_angle(normalized(Vec3d{1, 2, 3}), 0.7), {3, -2, 1}};
  const Vec3d point{4, 5, 6}, weight{0.3, -1.1, 0.7};
  const auto loss = [&](double offset_s) {
    return dot(weight, corrected_pose(correction, moved_pose(pose, motion, offset_s)).inverse() * point);
  };
  for (const double offset_s : {0.0, 0.02, -0.3}) {
    const Vec3d p = corrected_pose(correction, moved_pose(pose, motion, offset_s)).inverse() * point;
    // A twist (t, w) moves a point in camera axes by t + w x p.
    const PoseGrad<float> gradient{cast<float>(weight), cast<float>(cross(p, weight))};
    const double step = 1e-5, slope = (loss(offset_s + step) - loss(offset_s - step)) / (2 * step);
    EXPECT_NEAR(time_offset_vjp(motion, offset_s, correction, gradient), slope, 1e-5 * std::fabs(slope) + 1e-5);
  }
}

TEST(TimeOffset, AdamWalksDownhillAndIgnoresNan) {
  TimeOffsets offsets = make_time_offsets(2);
  for (int i = 0; i < 400; ++i) {
    correct_time(offsets, 1, offsets.values[1] - 0.03, time_offset_rate_s(400, i / 400.0));
    correct_time(offsets, 0, std::nan(""), 0.01);
  }
  EXPECT_NEAR(offsets.values[1], 0.03, 1e-3);
  EXPECT_EQ(offsets.values[0], 0);
}

// Corrections of 8 and 12 ms along the path share 10 ms, which move to the clock; the poses stay the same.
TEST(TimeOffset, WhatPosesHaveInCommonBecomesTheClocks) {
  const TrainingData data = drive_by(0);
  const std::vector<ViewMotion> motions = view_motions(data.views);
  std::vector<ViewCorrection> corrections(data.views.size());
  const std::vector<std::size_t> own{0, 1, 2, 3};
  for (const std::size_t i : own) {  // 10 ms on average
    const Vec3d t = motions[i].velocity_mps * (i % 2 == 0 ? -0.008 : -0.012);
    corrections[i].translation = {static_cast<float>(t.x), static_cast<float>(t.y), static_cast<float>(t.z)};
  }
  std::vector<Rigid3d> before;
  for (const std::size_t i : own) before.push_back(corrected_pose(corrections[i], data.views[i].map_from_camera));
  const double taken_s = take_common_offset(corrections, motions, own, 1.0);
  EXPECT_NEAR(taken_s, 0.01, 1e-6);
  for (const std::size_t i : own) {
    const Rigid3d moved = moved_pose(data.views[i].map_from_camera, motions[i], taken_s);
    const Rigid3d after = corrected_pose(corrections[i], moved);
    // 50 mm moved from the correction to the clock
    EXPECT_NEAR(norm(after.translation - before[i].translation), 0, 1e-3);
  }
  EXPECT_NEAR(take_common_offset(corrections, motions, own, 1.0), 0, 1e-6);
}

// Options that refine poses and keep the number of Gaussians.
TrainingOptions refining(int64_t iterations) {
  TrainingOptions options = quick_options(iterations);
  options.optimization.refine_pose = true;
  options.training.strategy = "none";
  options.training.max_gaussians = 400;
  return options;
}

// One camera is 20 ms late; training recovers the offsets of both within 4 ms.
TEST(TimeOffset, TwentyMillisecondsAreFound) {
  const TemporaryFolder folder;
  NoProgress quiet;
  const TrainingReport report = train(drive_by(0.02), refining(700), {.output = folder / "out"}, quiet).value();
  ASSERT_EQ(report.time_offsets.size(), 2u);
  EXPECT_EQ(report.time_offsets[0].camera, "camera_a");
  EXPECT_NEAR(report.time_offsets[0].seconds, 0, 0.004);
  EXPECT_NEAR(report.time_offsets[1].seconds, 0.02, 0.004);
  const std::string text = read_text_file(folder / "out" / "training_report.json").value();
  EXPECT_NE(text.find("time_offsets_sec"), std::string::npos);
  ::testing::Test::RecordProperty("found_ms", std::to_string(1e3 * report.time_offsets[1].seconds));
}

TEST(TimeOffset, ResumesWithItsMoments) {
  const TemporaryFolder folder;
  NoProgress quiet;
  const TrainingOptions options = refining(60);
  const TrainingReport whole = train(drive_by(0.02), options, {.output = folder / "whole"}, quiet).value();
  StopAt stop(37);
  const TrainingRun parts{.output = folder / "parts", .resume = true};
  EXPECT_EQ(train(drive_by(0.02), options, parts, stop).error().code, ErrorCode::interrupted);
  const TrainingReport rest = train(drive_by(0.02), options, parts, quiet).value();
  EXPECT_EQ(rest.resumed_from, 37u);
  EXPECT_EQ(rest.time_offsets[1].seconds, whole.time_offsets[1].seconds);
  EXPECT_NE(rest.time_offsets[1].seconds, 0);
  // Where it had ended, it is known all the same.
  EXPECT_EQ(train(drive_by(0.02), options, parts, quiet).value().time_offsets[1].seconds,
            whole.time_offsets[1].seconds);
}

TEST(TimeOffset, WithoutTimestampsClocksStayAsTheyAre) {
  TrainingData data = drive_by(0.02);
  for (TrainingView& view : data.views) view.timestamp_s.reset();
  Trainer trainer = Trainer::create(std::move(data), refining(40)).value();
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(trainer.step());
  for (const double offset : trainer.state().corrections.clocks.values) EXPECT_EQ(offset, 0);
}

}  // namespace
}  // namespace gs::splat::train
