// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The lens of an unknown camera is found on a painted street; what is not shown is refused with a reason.
#include "gs/mapping/camera_lidar/lens_estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/camera_lidar/lens_search.h"
#include "gs/mapping/testing/painted_street.h"

namespace gs::mapping {
namespace {

// The scene of a drive of whose camera only the size is known.
CameraScene without_lens(testing::PaintedDrive& drive) {
  CameraScene scene = drive.scene();
  scene.camera = CameraD{};
  scene.camera.width = drive.camera.width, scene.camera.height = drive.camera.height;
  return scene;
}

TEST(EstimateLens, FindsTheFocalLengthOfAnUnknownCamera) {
  testing::PaintedDrive drive(5, 16, 240, 160, 0.7);
  NoProgress quiet;
  const auto lens = estimate_lens(without_lens(drive), quiet);
  ASSERT_TRUE(lens);
  ASSERT_TRUE(lens->found) << lens->reason;
  EXPECT_NEAR(lens->camera.fx / drive.camera.fx, 1, 0.015);
  EXPECT_EQ(lens->camera.fx, lens->camera.fy);
  EXPECT_NEAR(lens->camera.cx, drive.camera.cx, 4);
  EXPECT_NEAR(lens->camera.cy, drive.camera.cy, 4);
  EXPECT_LT(std::abs(lens->camera.k1), 0.05);
  EXPECT_LT(lens->focal_sigma_share, 0.02);
  EXPECT_EQ(lens->views, 16u);
}

TEST(SearchFocal, ComesNearTheTruthWithAnyNumberOfThreads) {
  testing::PaintedDrive drive(6, 16, 240, 160);
  NoProgress quiet;
  std::vector<double> found;
  for (const int threads : {1, 3}) {
    const ScopedThreadCount workers(threads);
    found.push_back(search_focal(without_lens(drive), quiet).value());
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NEAR(found[0] / 0.55, 1, 0.04);
}

TEST(EstimateLens, RefusesIntensitiesThatHaveNothingToDoWithTheImages) {
  testing::PaintedDrive drive(7, 16, 160, 120);
  Random random(1, purpose("intensity"), 0);
  for (MapPoint& point : drive.points) point.intensity = static_cast<float>(random.uniform());
  NoProgress quiet;
  const auto lens = estimate_lens(without_lens(drive), quiet);
  ASSERT_TRUE(lens);
  EXPECT_FALSE(lens->found) << lens->camera.fx / drive.camera.fx;
}

TEST(EstimateLens, ExplainsWhyNothingWasTried) {
  testing::PaintedDrive drive(7, 16, 160, 120);
  NoProgress quiet;
  CameraScene few = without_lens(drive);
  few.views = few.views.first(5);
  EXPECT_EQ(estimate_lens(few, quiet)->reason, "5 images have poses, 16 are needed");
  CameraScene small = without_lens(drive);
  small.camera.height = 40;
  EXPECT_EQ(estimate_lens(small, quiet)->reason, "the images are too small");
  for (MapPoint& point : drive.points) point.intensity = 7;
  EXPECT_EQ(estimate_lens(without_lens(drive), quiet)->reason, "the LiDAR points have no intensities");
  drive.points.clear();
  EXPECT_EQ(estimate_lens(without_lens(drive), quiet)->reason, "the log has no sweeps around the images");
}

TEST(CentredCamera, SeesItsMiddleStraightAhead) {
  const CameraD camera = centred_camera(640, 360, 400);
  const auto ahead = unproject(camera, {319.5, 179.5});
  ASSERT_TRUE(ahead);
  EXPECT_NEAR(ahead->z, 1, 1e-12);
}

}  // namespace
}  // namespace gs::mapping
