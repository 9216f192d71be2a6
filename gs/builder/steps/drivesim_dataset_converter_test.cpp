// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The data set that the trainer reads: images, masks, coloured points, sweeps and calibration.
#include "gs/builder/steps/drivesim_dataset_converter.h"

#include <gtest/gtest.h>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/assets/pcd/pcd.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/dataset/points_ply.h"
#include "gs/dataset/read_dataset.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::TemporaryFolder;
using testing::write_drive;

// A workspace with finished ingest and calibration.
class Converter : public ::testing::Test {
 protected:
  // Runs ingest and calibration on a drive.
  void prepare(const DriveRecipe& recipe = {.duration_s = 1.5, .lidar_columns = 360}) {
    ASSERT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    const auto ingested = McapIngest::run(workspace_, {.log = folder_ / "drive.mcap"}, quiet_);
    ASSERT_TRUE(ingested) << to_text(ingested.error());
    const auto calibrated = CalibrationBuilder::run(workspace_, {}, quiet_);
    ASSERT_TRUE(calibrated) << to_text(calibrated.error());
  }
  // Fakes a finished geometry step in which a part of the left wall (x 20 to 24 m, z 1 to 3 m) moved.
  bool write_piece_of_wall() {
    const auto points = static_map_points(workspace_, quiet_);
    if (!points) return false;
    std::vector<Vec3f> moving;
    for (const Vec3f& p : points->standing) {
      if (p.x > 20 && p.x < 24 && p.y > 9.8f && p.z > 1 && p.z < 3) moving.push_back(p);
    }
    const fs::path folder = workspace_.folder(Step::geometry_builder);
    fs::create_directories(folder);
    return moving.size() > 60 && assets::write_pcd(folder / "point_cloud_map.pcd", points->standing, {}) &&
           assets::write_pcd(folder / "moving_points.pcd", moving, {}) &&
           workspace_.set_finished(Step::geometry_builder, {.key = "k"});
  }
  fs::path dataset() const { return workspace_.folder(Step::drivesim_dataset_converter); }

  TemporaryFolder folder_;
  Workspace workspace_ = *Workspace::open(folder_ / "w");
  NoProgress quiet_;
};

TEST_F(Converter, WritesWhatTheTrainerReads) {
  prepare();
  const auto report = DrivesimDatasetConverter::run(workspace_, {}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->cameras, 1u);
  EXPECT_EQ(report->images, 19u);
  EXPECT_EQ(report->held_out, 2u);  // frames 4 and 12
  EXPECT_FALSE(report->undistorted);

  Problems problems;
  const auto set = dataset::read_dataset(dataset(), {}, problems, quiet_);
  ASSERT_TRUE(set) << to_string(set.error());
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(set->data.views.size(), report->images);
  EXPECT_EQ(set->data.points.size(), report->points);
  const splat::train::TrainingView& view = set->data.views[12];
  EXPECT_TRUE(view.held_out);
  EXPECT_EQ(view.camera.k1, 0.01);
  // One second into the drive at 5 m/s, the camera 1.5 m ahead and 1.5 m above the ground, looking along x of map.
  EXPECT_NEAR(norm(view.map_from_camera.translation - Vec3d{6.5, 0, 1.5}), 0, 1e-6);
  EXPECT_NEAR(norm(view.map_from_camera.rotation * Vec3d{0, 0, 1} - Vec3d{1, 0, 0}), 0, 1e-9);
}

// Without undistortion the images are hard links to those of the ingest.
TEST_F(Converter, PicturesAsRecordedAreTheSameBytes) {
  prepare();
  ASSERT_TRUE(DrivesimDatasetConverter::run(workspace_, {}, quiet_));
  const fs::path name = "images/camera_front/0000000003.jpg";
  EXPECT_EQ(read_text_file(dataset() / name).value(),
            read_text_file(workspace_.folder(Step::mcap_ingest) / "raw_extract" / name).value());
}

TEST_F(Converter, UndistortedPicturesFollowAPinhole) {
  prepare();
  const auto report = DrivesimDatasetConverter::run(workspace_, {.undistort = true}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(report->undistorted);
  const auto intrinsics = read_json(dataset() / "intrinsics.json");
  ASSERT_TRUE(intrinsics);
  const Node* camera = intrinsics->find("cameras")->find("camera_front");
  ASSERT_NE(camera, nullptr);
  EXPECT_EQ(camera->find("distortion_model")->text, "none");
  EXPECT_EQ(camera->find("k1"), nullptr);
  EXPECT_TRUE(assets::read_jpeg(dataset() / "images/camera_front/0000000003.jpg"));
}

// An image damaged after the ingest must be rejected by every reader.
TEST_F(Converter, ADamagedImageIsLeftOutAndNotWrittenAsAWholeOne) {
  DriveRecipe recipe{.duration_s = 1.5, .lidar_columns = 360};
  recipe.textured = true;
  prepare(recipe);
  const fs::path path = workspace_.folder(Step::mcap_ingest) / "raw_extract/images/camera_front/0000000003.jpg";
  const std::string bytes = read_text_file(path).value();
  ASSERT_TRUE(write_file(path, bytes.substr(0, bytes.size() / 2)));
  const auto report = DrivesimDatasetConverter::run(workspace_, {.undistort = true}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->images, 18u);
  EXPECT_FALSE(fs::exists(dataset() / "images/camera_front/0000000003.jpg"));
  EXPECT_TRUE(std::ranges::any_of(
      report->problems, [](const Problem& p) { return p.message.find("Premature end") != std::string::npos; }));
}

TEST_F(Converter, PointsLieOnWhatTheLidarSawAndTakeThePicturesColours) {
  prepare();
  ASSERT_TRUE(DrivesimDatasetConverter::run(workspace_, {}, quiet_));
  const auto points = dataset::read_points_ply(dataset() / "points.ply");
  ASSERT_TRUE(points) << to_string(points.error());
  ASSERT_GT(points->size(), 1000u);
  for (const splat::train::ColoredPoint& point : *points) {
    const bool ground = std::abs(point.position.z) < 0.1f, wall = std::abs(std::abs(point.position.y) - 10) < 0.1f;
    EXPECT_TRUE(ground || wall);
    EXPECT_NEAR(point.red, 200, 12);  // red is constant in the test images
    EXPECT_NEAR(point.blue, 30, 25);
  }
}

TEST_F(Converter, SweepsComeInMapWithTheirOrigin) {
  prepare();
  ASSERT_TRUE(DrivesimDatasetConverter::run(workspace_, {.points_per_sweep = 500}, quiet_));
  const auto index = read_json(dataset() / "lidar/index.json");
  ASSERT_TRUE(index);
  const auto& sweeps = index->find("sweeps")->items;
  ASSERT_EQ(sweeps.size(), 16u);
  const Node& origin = *sweeps[10].find("origin");
  EXPECT_NEAR(origin.items[0].real, 6, 1e-6);  // 1 s at 5 m/s, 1 m ahead of base_link
  EXPECT_NEAR(origin.items[2].real, 1.8, 1e-6);
  const auto bytes = read_binary_file(dataset() / "lidar" / sweeps[10].find("file")->text, 1 << 20);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), 500 * sizeof(Vec3f));
}

// A part of the left wall counts as moving: images are masked there and nowhere else.
TEST_F(Converter, WhatMovedIsMasked) {
  prepare();
  ASSERT_TRUE(write_piece_of_wall());
  const auto report = DrivesimDatasetConverter::run(workspace_, {}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_GT(report->masks, 5u);
  Problems problems;
  const auto set = dataset::read_dataset(dataset(), {}, problems, quiet_);
  ASSERT_TRUE(set);
  const splat::train::TrainingView& view = set->data.views[6];
  ASSERT_FALSE(view.mask.empty());
  // The middle of the moving part must be masked; the opposite wall and the road must not.
  const Vec3d inside = view.map_from_camera.inverse() * Vec3d{22, 10, 2};
  const Vec2d pixel = project(view.camera, inside);
  const auto at = [&](double x, double y) {
    return view.mask[static_cast<std::size_t>(std::lround(y) * view.camera.width + std::lround(x))];
  };
  EXPECT_EQ(at(pixel.x, pixel.y), 0);
  EXPECT_EQ(at(view.camera.width - pixel.x, pixel.y), 255);  // the other wall
  EXPECT_EQ(at(pixel.x, view.camera.height - 2), 255);
}

// A user mask of the ego vehicle becomes part of the data set, also undistorted.
TEST_F(Converter, AGivenMaskLeavesOutTheCar) {
  prepare();
  fs::create_directories(folder_ / "masks");
  assets::Image mask = assets::Image::make(64, 48, 1);
  std::fill(mask.data.begin(), mask.data.end(), uint8_t{1});
  for (int y = 40; y < 48; ++y) std::fill_n(mask.row(y), 64, uint8_t{0});
  ASSERT_TRUE(assets::write_png(folder_ / "masks/camera_front.png", mask));
  for (const bool undistort : {false, true}) {
    const auto report =
        DrivesimDatasetConverter::run(workspace_, {.undistort = undistort, .mask_folder = folder_ / "masks"}, quiet_);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->hoods, 1u);
    Problems problems;
    const auto set = dataset::read_dataset(dataset(), {}, problems, quiet_);
    ASSERT_TRUE(set);
    for (const splat::train::TrainingView& view : set->data.views) {
      ASSERT_EQ(view.mask.size(), 64u * 48);
      EXPECT_EQ(view.mask[64 * 46 + 30], 0);
      EXPECT_EQ(view.mask[64 * 30 + 30], 255);
      for (const splat::train::DepthSample& s : view.depth) EXPECT_LT(s.y, 41);
    }
  }
  ASSERT_TRUE(assets::write_png(folder_ / "masks/camera_front.png", assets::Image::make(3, 3, 1)));
  const auto wrong = DrivesimDatasetConverter::run(workspace_, {.mask_folder = folder_ / "masks"}, quiet_);
  ASSERT_FALSE(wrong);
  EXPECT_NE(to_text(wrong.error()).find("3 x 3"), std::string::npos) << to_text(wrong.error());
}

// The camera model has no direction for the corners around the image circle.
TEST_F(Converter, CornersOfAFisheyeAreMasked) {
  prepare();
  const fs::path file = workspace_.folder(Step::calibration_builder) / "calibration.yaml";
  auto calibration = world::load_calibration(file);
  ASSERT_TRUE(calibration) << to_string(calibration.error());
  world::CameraIntrinsics& c = calibration->cameras.at(0).intrinsics;
  c.lens = Lens::equidistant, c.fx = c.fy = 25;
  c.k1 = -0.3, c.k2 = c.k3 = c.k4 = c.k5 = c.k6 = c.p1 = c.p2 = 0;
  ASSERT_TRUE(write_file(file, world::write_calibration(*calibration)));
  const auto report = DrivesimDatasetConverter::run(workspace_, {}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->hoods, 0u);
  const auto mask = assets::read_png(dataset() / "masks/camera_front.png");
  ASSERT_TRUE(mask) << to_string(mask.error());
  EXPECT_EQ(mask->sample(0, 0, 0), 0);
  EXPECT_EQ(mask->sample(32, 24, 0), 255);
}

// All images of the test drive are equal, so nothing proves that the vehicle moves.
TEST_F(Converter, PicturesThatNeverChangeShowNoHood) {
  prepare({.duration_s = 6, .lidar_columns = 100});
  const auto report = DrivesimDatasetConverter::run(workspace_, {}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->hoods, 0u);
}

TEST_F(Converter, ALogWithoutCamerasGivesADataSetWithoutViews) {
  prepare({.duration_s = 1.5, .camera = false, .lidar_columns = 360});
  const auto report = DrivesimDatasetConverter::run(workspace_, {}, quiet_);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->images, 0u);
  EXPECT_GT(report->points, 1000u);
}

TEST_F(Converter, ADamagedCalibrationIsInvalid) {
  prepare();
  ASSERT_TRUE(write_file(workspace_.folder(Step::calibration_builder) / "calibration.yaml", "version: [\n"));
  const auto report = DrivesimDatasetConverter::run(workspace_, {}, quiet_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::invalid_calibration);
  EXPECT_EQ(exit_code(report.error()), 5);
  EXPECT_FALSE(report.error().suggestion.empty());
  EXPECT_FALSE(fs::exists(dataset()));
}

}  // namespace
}  // namespace gs::builder
