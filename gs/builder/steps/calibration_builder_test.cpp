// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Origin by a fit to all fixes, decisions of the pose refinement, and corrections applied to sweeps.
#include "gs/builder/steps/calibration_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

constexpr Timestamp kStart{1'700'000'000'000'000'000};

// A drive of 25 m along x between two walls, ingested; tests add GNSS fixes and calibrate it.
class CalibrationOfADrive : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(testing::write_drive(folder_ / "drive.mcap", {.duration_s = 5, .camera = false, .lidar_columns = 300}));
    ASSERT_TRUE(McapIngest::run(workspace_, {.log = folder_ / "drive.mcap"}, quiet_));
  }
  fs::path ingest() const { return workspace_.folder(Step::mcap_ingest); }
  fs::path calibration() const { return workspace_.folder(Step::calibration_builder); }

  // Fixes along the drive, whose map is turned by yaw_rad against east, and shifted.
  void write_fixes_along_the_drive(double yaw_rad, Vec3d map_origin_in_enu) {
    RecordedFixes fixes{.frame_id = "unknown_antenna"};
    for (int i = 0; i < 25; ++i) {
      const Vec3d at = map_origin_in_enu + Quaterniond::from_rpy(0.0, 0.0, yaw_rad) * Vec3d{5 * 0.2 * i, 0, 0};
      fixes.fixes.push_back({kStart + Duration::from_seconds(0.2 * i), from_enu(at, kReference), {0.1, 0.1, 0.2}});
    }
    ASSERT_TRUE(write_file(ingest() / kFixesFile, write_fixes(fixes)));
  }
  CalibrationReport calibrate(std::string_view mode) {
    auto report = CalibrationBuilder::run(workspace_, {.refine_poses = std::string(mode)}, quiet_);
    EXPECT_TRUE(report) << to_text(report.error());
    return report ? *std::move(report) : CalibrationReport{};
  }

  static constexpr Geodetic kReference{48.137, 11.575, 519};
  TemporaryFolder folder_;
  Workspace workspace_ = Workspace::open(folder_ / "w").value();
  NoProgress quiet_;
};

TEST_F(CalibrationOfADrive, FitsTheOriginToAllFixes) {
  write_fixes_along_the_drive(0.5, {30, -20, 4});
  const CalibrationReport report = calibrate(kRefineNever);
  EXPECT_EQ(report.origin.method, "fit");
  EXPECT_EQ(report.origin.fixes, 25u);
  EXPECT_LT(report.origin.rms_m, 0.05);
  EXPECT_NEAR(report.origin.yaw_rad, 0.5, 0.01);
  ASSERT_TRUE(report.coordinate_system.origin);
  const world::GeoOrigin& o = *report.coordinate_system.origin;
  const Vec3d found = to_enu({o.lat_deg, o.lon_deg, o.alt_m}, kReference);
  EXPECT_LT(norm(found - Vec3d{30, -20, 4}), 0.1) << found.x << " " << found.y << " " << found.z;
  EXPECT_EQ(report.problems.total(), 1u);  // the x axis does not point east
  const auto metadata = read_json(calibration() / "metadata.json");
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->find("origin_fit")->find("method")->text, "fit");
}

TEST_F(CalibrationOfADrive, TakesTheFirstFixIfTheOthersDetermineNoYaw) {
  RecordedFixes fixes{.frame_id = "gnss"};
  for (int i = 0; i < 3; ++i) fixes.fixes.push_back({kStart, kReference, {1, 1, 1}});
  ASSERT_TRUE(write_file(ingest() / kFixesFile, write_fixes(fixes)));
  const CalibrationReport report = calibrate(kRefineNever);
  EXPECT_EQ(report.origin.method, "first fix");
  EXPECT_NEAR(report.coordinate_system.origin->lat_deg, kReference.latitude_deg, 1e-9);
}

TEST_F(CalibrationOfADrive, WithoutFixesThereIsNoOrigin) {
  const CalibrationReport report = calibrate(kRefineNever);
  EXPECT_EQ(report.origin.method, "none");
  EXPECT_FALSE(report.coordinate_system.origin);
  EXPECT_FALSE(report.refinement.tried);
  EXPECT_FALSE(fs::exists(calibration() / kRefinementReport));
}

TEST_F(CalibrationOfADrive, ReportsWhatWasDecidedAndWhy) {
  const CalibrationReport kept = calibrate(kRefineAuto);
  EXPECT_TRUE(kept.refinement.tried);
  EXPECT_FALSE(kept.refinement.refined) << kept.refinement.reason;  // the odometry is exact
  EXPECT_FALSE(fs::exists(calibration() / "poses.csv"));
  EXPECT_THAT(to_lines(kept.refinement).back(), ::testing::HasSubstr("the poses of the log are kept, because"));
  const auto json = read_json(calibration() / kRefinementReport);
  ASSERT_TRUE(json);
  EXPECT_EQ(json->find("reason")->text, kept.refinement.reason);
  EXPECT_EQ(json->find("registered_sweeps")->integer, static_cast<int64_t>(kept.refinement.sweeps));

  const CalibrationReport always = calibrate(kRefineAlways);
  EXPECT_TRUE(always.refinement.refined);
  EXPECT_EQ(always.refinement.reason, "calibration.refine_poses is true");
  EXPECT_TRUE(fs::exists(calibration() / "poses.csv"));
}

TEST_F(CalibrationOfADrive, CorrectionsOfALidarAreAppliedToItsSweeps) {
  calibrate(kRefineNever);
  auto plain = RecordedSweeps::open(workspace_);
  ASSERT_TRUE(plain);
  const std::string id = plain->lidar_id(0);
  ASSERT_TRUE(write_file(calibration() / kLidarCorrections, write_lidar_corrections({{id, {.elevation_rad = 0.01}}})));
  auto corrected = RecordedSweeps::open(workspace_);
  ASSERT_TRUE(corrected);
  const mapping::Sweep before = plain->read(3).value(), after = corrected->read(3).value();
  ASSERT_EQ(before.points.size(), after.points.size());
  for (std::size_t i = 0; i < before.points.size(); i += 97) {
    const auto ray = [&](const mapping::Sweep& s) {
      const Vec3d origin = s.ray_origins.empty() ? s.sensor_in_base : cast<double>(s.ray_origins[i]);
      return cast<double>(s.points[i].position_in_base) - origin;
    };
    const auto elevation = [](Vec3d r) { return std::atan2(r.z, std::hypot(r.x, r.y)); };
    EXPECT_NEAR(elevation(ray(after)) - elevation(ray(before)), 0.01, 1e-5);
  }
}

// calibration.yaml holds the turned LiDAR; the points are turned when they are read, once.
TEST_F(CalibrationOfADrive, ATurnedLidarIsTurnedOnce) {
  const CalibrationReport report = calibrate(kRefineNever);
  ASSERT_EQ(report.calibration.lidars.size(), 1u);
  const Vec3d turn{0.3, 0, 0};
  world::Calibration turned = report.calibration;
  Rigid3d& pose = turned.lidars[0].extrinsics.transform;
  const Vec3d up = pose.rotation * Vec3d{0, 0, 1};
  pose.rotation = normalized(rotation_from_vector(turn) * pose.rotation);
  ASSERT_TRUE(write_file(calibration() / "calibration.yaml", world::write_calibration(turned)));
  ASSERT_TRUE(write_file(calibration() / kLidarCorrections,
                         write_lidar_corrections({{turned.lidars[0].id, {.elevation_rad = 0.01, .rotation = turn}}})));
  auto sweeps = RecordedSweeps::open(workspace_);
  ASSERT_TRUE(sweeps);
  EXPECT_LT(norm(sweeps->read(3)->sensor_up_in_base - rotation_from_vector(turn) * up), 1e-6);
}

TEST(RecordedFixes, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  RecordedFixes fixes{.frame_id = "gnss_link"};
  fixes.fixes.push_back({kStart + Duration::from_seconds(1), {48.1, 11.5, 520}, {0.5, 0.6, 0.9}});
  fixes.fixes.push_back({kStart, {48.2, 11.6, 521}, {1, 1, 2}});
  ASSERT_TRUE(write_file(folder / "fixes.json", write_fixes(fixes)));
  const RecordedFixes back = read_fixes(folder / "fixes.json").value();
  ASSERT_EQ(back.fixes.size(), 2u);
  EXPECT_EQ(back.frame_id, "gnss_link");
  EXPECT_EQ(back.fixes[0].position.latitude_deg, 48.1);
  EXPECT_EQ(back.fixes[0].sigma_m, (Vec3d{0.5, 0.6, 0.9}));
  EXPECT_LT(to_local(back).fixes[0].stamp, to_local(back).fixes[1].stamp);
  EXPECT_TRUE(read_fixes(folder / "missing.json").value().fixes.empty());
  ASSERT_TRUE(write_file(folder / "bad.json", R"({"frame_id": "g", "fixes": [[1, 2, 3]]})"));
  EXPECT_THAT(read_fixes(folder / "bad.json").error().message, ::testing::HasSubstr("3 numbers instead of 7"));
}

}  // namespace
}  // namespace gs::builder
