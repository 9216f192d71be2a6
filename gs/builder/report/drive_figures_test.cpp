// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Figures along the drive: distances, the weakest stretch, and only what was measured.
#include "gs/builder/report/drive_figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gs::builder {
namespace {

// A straight path of `length_m` at 10 m/s, one pose a metre.
Trajectory straight(double length_m) {
  std::vector<StampedPose> poses;
  for (double x = 0; x <= length_m; x += 1) poses.push_back({Timestamp::from_seconds(100 + x / 10), {{}, {x, 0, 0}}});
  return Trajectory::from_poses(std::move(poses)).value();
}

RenderedView view_at(double x, double psnr_db) {
  return {.camera = "camera_front", .stamp = Timestamp::from_seconds(100 + x / 10), .psnr_db = psnr_db};
}

TEST(DistanceAlong, InterpolatesAndHoldsTheEnds) {
  const DistanceAlong along(straight(50));
  EXPECT_NEAR(along.at(Timestamp::from_seconds(101.23)), 12.3, 1e-6);
  EXPECT_EQ(along.at(Timestamp::from_seconds(0)), 0);
  EXPECT_NEAR(along.at(Timestamp::from_seconds(999)), 50, 1e-9);
  EXPECT_EQ(DistanceAlong(Trajectory()).at(Timestamp{}), 0);
}

TEST(WeakestStretch, IsTheLowestMeanOfFiftyMetres) {
  RenderQuality quality;
  for (double x = 0; x <= 200; x += 10) quality.views.push_back(view_at(x, x >= 100 && x <= 150 ? 20 : 27));
  // Mean of 21 views, six of them at 20 dB: 25 dB. The stretch from 100 m has only those.
  const Trajectory path = straight(200);
  EXPECT_NEAR(weakest_stretch_db(quality, DistanceAlong(path), 200), 5, 1e-9);
}

TEST(WeakestStretch, SingleImagesAndShortDrivesDoNotCount) {
  RenderQuality quality;
  for (double x = 0; x <= 200; x += 60) quality.views.push_back(view_at(x, x < 1 ? 5 : 27));
  EXPECT_EQ(weakest_stretch_db(quality, DistanceAlong(straight(200)), 200), 0);
  EXPECT_TRUE(std::isnan(weakest_stretch_db(quality, DistanceAlong(straight(99)), 99)));
  EXPECT_TRUE(std::isnan(weakest_stretch_db({}, DistanceAlong(straight(200)), 200)));
}

TEST(JudgedFigures, OnlyWhatWasMeasured) {
  EXPECT_TRUE(judged_figures({}, {}, {}, straight(10)).empty());
  const auto ground_only = judged_figures({}, {.poses = 100, .over = 97, .rmse_m = 0.02}, {}, straight(10));
  ASSERT_EQ(ground_only.size(), 2u);
  EXPECT_EQ(ground_only[0].verdict(), report::Verdict::good);
  EXPECT_EQ(ground_only[1].text(), "97 %");
  EXPECT_EQ(ground_only[1].verdict(), report::Verdict::poor);
}

TEST(JudgedFigures, AnOccupiedDrivableAreaIsPoor) {
  const auto figures = judged_figures({}, {.drivable_m2 = 120, .occupied_share = 0.061}, {}, straight(10));
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].text(), "6.1 %");
  EXPECT_EQ(figures[0].verdict(), report::Verdict::poor);
  EXPECT_EQ(judged_figures({}, {.occupied_share = 0.02}, {}, straight(10))[0].verdict(), report::Verdict::good);
}

TEST(JudgedFigures, UnmatchedSweepsAreAShareOfAllSweeps) {
  Node refinement = Node::map();
  refinement.add("registered_sweeps", Node::of(200));
  refinement.add("unmatched_sweeps", Node::of(3));
  const auto figures = judged_figures({}, {}, refinement, straight(10));
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_NEAR(figures[0].value, 1.5, 1e-9);
  EXPECT_EQ(figures[0].verdict(), report::Verdict::usable);
}

}  // namespace
}  // namespace gs::builder
