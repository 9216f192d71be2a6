// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The elevation offset of a LiDAR is found from the first metres of a drive, without odometry of the log.
#include "gs/mapping/lidar_bias/bias_survey.h"

#include <gtest/gtest.h>

#include "gs/mapping/odometry/track.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

constexpr double kSurveyDeg = kPi / 180;

testing::Street surveyed_street() {
  testing::Street street;
  street.noise_m = 0.015;
  for (int i = -10; i < 20; ++i) {
    street.boxes.push_back({{7.0 * i, 7.2, 0}, {7.0 * i + 3, 12, 7}});
    street.boxes.push_back({{7.0 * i + 3, -11, 0}, {7.0 * i + 5.5, -8.3, 6}});
  }
  return street;
}

// Path of LiDAR odometry alone over some sweeps of a street, and the bias found on it.
struct Surveyed {
  std::optional<LidarBias> bias;
  double height_m = 0;  // at the end; the street is flat
};
Surveyed survey(std::size_t sweeps, double elevation_error_rad, const LidarCorrection& correction = {}) {
  testing::StreetDrive drive(surveyed_street(), sweeps,
                             {.columns = 300, .rows = 40, .elevation_error_rad = elevation_error_rad});
  BiasSurvey out;
  LidarOdometry odometry({});
  for (std::size_t i = 0; i < sweeps; ++i) {
    const Sweep sweep = corrected(drive.read(i).value(), correction);
    EXPECT_TRUE(odometry.add(sweep));
    out.add(sweep, odometry.poses().back().map_from_base);
  }
  NoProgress progress;
  const Trajectory path = dense_trajectory_of(odometry.poses(), {}).value();
  return {out.estimate(path, progress).value(), odometry.poses().back().map_from_base.translation.z};
}

TEST(BiasSurvey, FindsThePlantedElevationWithoutOdometryOfTheLog) {
  const Surveyed planted = survey(70, 0.2 * kSurveyDeg);
  ASSERT_TRUE(planted.bias);
  EXPECT_NEAR(planted.bias->correction.elevation_rad, -0.2 * kSurveyDeg, 0.02 * kSurveyDeg);
  EXPECT_EQ(planted.bias->correction.rotation, Vec3d{});
  // The correction takes the bend out of the path.
  const Surveyed straight = survey(70, 0.2 * kSurveyDeg, planted.bias->correction);
  EXPECT_GT(std::abs(planted.height_m), 0.3);
  EXPECT_LT(std::abs(straight.height_m), 0.2 * std::abs(planted.height_m));
}

TEST(BiasSurvey, AppliesNothingToExactBeamsAndShortDrives) {
  const Surveyed exact = survey(70, 0);
  ASSERT_TRUE(exact.bias);
  EXPECT_TRUE(exact.bias->correction.is_none()) << exact.bias->elevation_reason;
  EXPECT_FALSE(survey(8, 0.2 * kSurveyDeg).bias);
}

TEST(BiasSurvey, IsCompleteAfterItsPieces) {
  BiasSurvey survey({.piece_m = 10, .max_pieces = 2});
  testing::StreetDrive drive(surveyed_street(), 1, {.columns = 60, .rows = 8});
  const Sweep sweep = drive.read(0).value();
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(survey.is_complete());
    survey.add(sweep, {{}, {1.0 * i, 0, 0}});
  }
  survey.add(sweep, {{}, {20, 0, 0}});
  EXPECT_TRUE(survey.is_complete());
  NoProgress progress;
  EXPECT_FALSE(survey.estimate({}, progress).value());
}

}  // namespace
}  // namespace gs::mapping
