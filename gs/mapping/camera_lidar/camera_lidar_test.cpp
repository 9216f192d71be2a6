// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The camera calibration on projected points: gradients, planted errors found, good calibrations left alone.
#include "gs/mapping/camera_lidar/camera_lidar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/mapping/camera_lidar/alignment.h"
#include "gs/mapping/camera_lidar/camera_fit.h"
#include "gs/mapping/camera_lidar/camera_judge.h"
#include "gs/mapping/camera_lidar/minimise.h"
#include "gs/mapping/camera_lidar/visible_points.h"
#include "gs/mapping/testing/painted_street.h"

namespace gs::mapping {
namespace {

constexpr double kDegree = kPi / 180;

TEST(InformationDistance, IsSmallForAFunctionAndOneForIndependentValues) {
  JointHistogram same, independent;
  Random random(1, purpose("histogram"), 0);
  for (int i = 0; i < 200'000; ++i) {
    const int bin = static_cast<int>(random.below(kInformationBins));
    same.add(bin, static_cast<float>(bin) / (kInformationBins - 1));
    independent.add(bin, static_cast<float>(random.uniform()));
  }
  EXPECT_LT(same.distance().value, 0.6);  // the B-spline spreads every value over four bins
  EXPECT_NEAR(independent.distance().value, 1, 2e-3);
}

TEST(InformationDistance, SplineDerivativeIsThatOfItsValue) {
  std::array<double, kInformationBins> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = std::sin(1.7 * static_cast<double>(i));
  for (const float grey : {0.013f, 0.31f, 0.5f, 0.77f, 0.98f}) {
    const double slope = (spline_at(table, grey + 1e-3f).value - spline_at(table, grey - 1e-3f).value) / 2e-3;
    EXPECT_NEAR(spline_at(table, grey).slope, slope, 2e-2 * (1 + std::abs(slope)));
  }
}

TEST(Minimise, FindsTheMinimumOfAQuadraticAndLeavesFixedUnknowns) {
  CameraVector unit{};
  unit.fill(1);
  CameraMask free{};
  free[0] = free[1] = free[6] = true;
  const auto found = minimise(
      [](const CameraVector& x) {
        ValueAndGradient out{.value = 50 * (x[0] - 0.3) * (x[0] - 0.3) + (x[1] + x[0] - 1) * (x[1] + x[0] - 1) +
                                      3 * (x[6] + 2) * (x[6] + 2) + (x[2] - 5) * (x[2] - 5)};
        out.gradient[0] = 100 * (x[0] - 0.3) + 2 * (x[1] + x[0] - 1);
        out.gradient[1] = 2 * (x[1] + x[0] - 1), out.gradient[2] = 2 * (x[2] - 5), out.gradient[6] = 6 * (x[6] + 2);
        return out;
      },
      {}, free, unit, 100);
  EXPECT_NEAR(found[0], 0.3, 1e-3);
  EXPECT_NEAR(found[1], 0.7, 2e-3);
  EXPECT_NEAR(found[6], -2, 2e-3);
  EXPECT_EQ(found[2], 0);
}

TEST(VisiblePoints, LeavesOutPointsBehindAWall) {
  CameraD camera;
  camera.width = 100, camera.height = 80, camera.fx = camera.fy = 60, camera.cx = 49.5, camera.cy = 39.5;
  std::vector<MapPoint> points;
  for (double x = -2; x < 2; x += 0.08) {
    for (double y = -2; y < 2; y += 0.08) points.push_back({{x, y, 5}});
  }
  const auto wall = static_cast<uint32_t>(points.size());
  for (double x = -2; x < 2; x += 0.08) points.push_back({{x, 0.3, 9}});
  points.push_back({{7, 0, 9}});  // beside the wall
  std::vector<uint32_t> all(points.size());
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto seen = visible_points(points, all, camera, {}, {.cell_px = 1});
  std::size_t behind = 0;
  for (const uint32_t i : seen) behind += i >= wall && i + 1 < points.size();
  EXPECT_EQ(behind, 0u);
  EXPECT_TRUE(std::ranges::find(seen, points.size() - 1) != seen.end());
  EXPECT_GT(seen.size(), 1000u);
}

TEST(RankImage, HalvedImageAndCameraShowTheSamePoints) {
  GreyImage image{64, 48, {}};
  for (int i = 0; i < 64 * 48; ++i) image.pixels.push_back(static_cast<uint8_t>(i % 64 * 3));
  std::array<uint64_t, 256> counts{};
  counts.fill(1);
  const RankImage whole = ranked(image, ranks_of(counts)), half = halved(whole);
  CameraD camera;
  camera.width = 64, camera.height = 48, camera.fx = camera.fy = 40, camera.cx = 31.5, camera.cy = 23.5;
  for (const double x : {-0.5, 0.0, 0.4}) {
    const Vec2d a = project(camera, Vec3d{x, 0.1, 1}), b = project(halved(camera), Vec3d{x, 0.1, 1});
    EXPECT_NEAR(whole.at(a.x, a.y).value, half.at(b.x, b.y).value, 1e-4);
  }
}

// Both parts of the cost have the gradient that central differences give.
TEST(CameraAlignment, GradientIsThatOfTheDistance) {
  testing::PaintedDrive drive(3, 8, 160, 120);
  const CameraAlignment alignment(drive.scene());
  const CameraAlignment::ViewList views{0, 1, 2, 3};
  const CameraVector at{0.004, -0.003, 0.002, 0.03, -0.02, 0.01, 0.01, 0.01, 1, -1, 0.01, 0};
  const auto samples = alignment.select(views, at, {.level = 0, .cell_px = 2});
  const auto tracks = find_tracks(alignment, views, at, 0, 4);
  ASSERT_GT(tracks.count, 100u);
  const auto here = alignment.evaluate(views, samples, at, 0, true);
  const auto spread = evaluate_spread(alignment, views, tracks, at, 0);
  const CameraVector step{1e-5, 1e-5, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5, 1e-5, 1e-3, 1e-3, 1e-5, 1e-5};
  for (std::size_t u = 0; u < kCameraUnknowns; ++u) {
    CameraVector more = at, less = at;
    more[u] += step[u], less[u] -= step[u];
    const double slope = (alignment.evaluate(views, samples, more, 0, false).distance -
                          alignment.evaluate(views, samples, less, 0, false).distance) /
                         (2 * step[u]);
    EXPECT_NEAR(here.gradient[u], slope, 0.03 * std::abs(slope) + 0.002 / step[u] * 1e-5) << name_of_unknown(u);
    double of_spread = 0;
    for (const CameraVector& part : spread.of_view) of_spread += part[u];
    const double spread_slope = (evaluate_spread(alignment, views, tracks, more, 0).value -
                                 evaluate_spread(alignment, views, tracks, less, 0).value) /
                                (2 * step[u]);
    EXPECT_NEAR(of_spread, spread_slope, 0.05 * std::abs(spread_slope) + 2e-5 / step[u]) << name_of_unknown(u);
  }
}

// At the minimum of one block the gradients of its views sum to 0, which must not be taken for certainty.
TEST(CameraFit, OneBlockOfViewsIsLessCertainThanFour) {
  testing::PaintedDrive drive(5, 16, 240, 160);
  const CameraAlignment alignment(drive.scene());
  CameraVector prior{};
  prior.fill(0.02);
  CameraMask free{};
  std::fill_n(free.begin(), kFirstLensUnknown, true);
  const CameraFit fit(alignment, prior);
  const CameraAlignment::ViewList four{0, 1, 2, 3}, all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  ASSERT_EQ(alignment.view_count(), all.size());
  const CameraVector of_four = fit.sigma(four, fit.close_by(four, {}, free), free);
  const CameraVector of_all = fit.sigma(all, fit.close_by(all, {}, free), free);
  for (std::size_t i = 0; i < kFirstLensUnknown; ++i) {
    EXPECT_GT(of_all[i], 0) << name_of_unknown(i);
    EXPECT_GT(of_four[i], 1.4 * of_all[i]) << name_of_unknown(i);
  }
}

TEST(CalibrateCamera, FindsAPlantedError) {
  testing::PaintedDrive drive(5, 16, 240, 160);
  const CameraCorrection error{{0.5 * kDegree, -0.5 * kDegree, 0.5 * kDegree}, {0.06, -0.05, 0.06}, 0.03};
  NoProgress quiet;
  const auto result = calibrate_camera(drive.scene(error), {}, quiet);
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->taken) << result->reason;
  EXPECT_LT(result->after, result->before);
  const Vec3d left =
      rotation_vector(rotation_from_vector(result->correction.rotation) * rotation_from_vector(error.rotation));
  EXPECT_LT(norm(left), 0.05 * kDegree);
  EXPECT_LT(norm(result->correction.translation_m + error.translation_m), 0.02);
  EXPECT_NEAR(result->correction.time_s, -error.time_s, 5e-3);
}

TEST(CalibrateCamera, LeavesAGoodCalibration) {
  testing::PaintedDrive drive(6, 16, 240, 160);
  NoProgress quiet;
  const auto result = calibrate_camera(drive.scene(), {}, quiet);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->tried);
  EXPECT_LT(norm(result->correction.rotation), 0.02 * kDegree) << result->reason;
  EXPECT_LT(norm(result->correction.translation_m), 0.01);
  EXPECT_LT(std::abs(result->correction.time_s), 1e-3);
}

// A clock error of the second half alone must not free the time in the estimate that this half judges.
TEST(CalibrateCamera, UnknownsOfAHalfAreChosenWithoutTheImagesThatJudgeIt) {
  testing::PaintedDrive drive(5, 16, 240, 160);
  const CameraCorrection error{{0.5 * kDegree, -0.5 * kDegree, 0.5 * kDegree}, {}, 0};
  NoProgress quiet;
  const auto before = calibrate_camera(drive.scene(error), {}, quiet);
  CameraScene scene = drive.scene(error);
  std::vector<CameraView> views(scene.views.begin(), scene.views.end());
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (i / kCameraBlock % 2 == 1) views[i].stamp = views[i].stamp + Duration::from_ms(40);
  }
  scene.views = views;
  const auto after = calibrate_camera(scene, {}, quiet);
  ASSERT_TRUE(before && after);
  EXPECT_GT(norm(to_correction(before->of_half[0]).rotation), 0.5 * kDegree);
  EXPECT_GT(std::abs(after->of_half[1][kTimeUnknown]), 0.02);
  for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
    EXPECT_NEAR(after->of_half[0][i], before->of_half[0][i], 1e-9) << name_of_unknown(i);
  }
  EXPECT_FALSE(after->taken) << after->reason;
}

// Resampled images show nothing in their corners: what stands there must not have any influence.
TEST(CalibrateCamera, PixelsThatShowNothingDoNotCount) {
  testing::PaintedDrive drive(5, 16, 240, 160);
  const CameraCorrection error{{0.5 * kDegree, -0.5 * kDegree, 0.5 * kDegree}, {0.06, -0.05, 0.06}, 0.03};
  CameraScene scene = drive.scene(error);
  std::vector<uint8_t> seen(240 * 160, 255);
  for (int y = 0; y < 160; ++y) {
    for (int x = 0; x < 240; ++x) {
      if (std::hypot((x - 119.5) / 120, (y - 79.5) / 80) > 1) seen[static_cast<std::size_t>(240 * y + x)] = 0;
    }
  }
  std::vector<CameraView> black(scene.views.begin(), scene.views.end()), noise = black;
  Random random(1, purpose("unseen"), 0);
  for (std::size_t v = 0; v < black.size(); ++v) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != 0) continue;
      black[v].image.pixels[i] = 0, noise[v].image.pixels[i] = static_cast<uint8_t>(random.below(256));
    }
  }
  NoProgress quiet;
  scene.seen = seen, scene.views = black;
  const auto of_black = calibrate_camera(scene, {}, quiet);
  scene.views = noise;
  const auto of_noise = calibrate_camera(scene, {}, quiet);
  ASSERT_TRUE(of_black && of_noise);
  EXPECT_EQ(of_black->estimate, of_noise->estimate);
  EXPECT_EQ(of_black->before, of_noise->before);
  ASSERT_TRUE(of_black->taken) << of_black->reason;
  const Vec3d left =
      rotation_vector(rotation_from_vector(of_black->correction.rotation) * rotation_from_vector(error.rotation));
  EXPECT_LT(norm(left), 0.1 * kDegree);
  EXPECT_NEAR(of_black->correction.time_s, -error.time_s, 5e-3);
}

TEST(GreyImage, UnseenPixelsRepeatTheNearestSeenOnes) {
  GreyImage image{4, 3, {9, 9, 9, 9, 9, 1, 2, 9, 9, 9, 9, 9}};
  const std::vector<uint8_t> seen = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};
  fill_unseen(image, seen);
  EXPECT_EQ(image.pixels, (std::vector<uint8_t>{1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2}));
  GreyImage gap{5, 1, {1, 9, 9, 9, 2}};
  fill_unseen(gap, std::vector<uint8_t>{1, 0, 0, 0, 1});
  EXPECT_EQ(gap.pixels, (std::vector<uint8_t>{1, 1, 1, 2, 2}));
  GreyImage none{2, 1, {3, 4}};
  fill_unseen(none, std::vector<uint8_t>{0, 0});
  EXPECT_EQ(none.pixels, (std::vector<uint8_t>{3, 4}));
}

TEST(CalibrateCamera, ExplainsWhyNothingWasTried) {
  testing::PaintedDrive drive(7, 16, 160, 120);
  NoProgress quiet;
  CameraScene few = drive.scene();
  few.views = few.views.first(5);
  const auto short_drive = calibrate_camera(few, {}, quiet);
  ASSERT_TRUE(short_drive);
  EXPECT_FALSE(short_drive->tried);
  EXPECT_EQ(short_drive->reason, "5 images have poses and points, 16 are needed");
  for (MapPoint& point : drive.points) point.intensity = 7;
  EXPECT_EQ(calibrate_camera(drive.scene(), {}, quiet)->reason, "the LiDAR points have no intensities");
  drive.points.clear();
  EXPECT_FALSE(calibrate_camera(drive.scene(), {}, quiet)->tried);
}

}  // namespace
}  // namespace gs::mapping
