// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Planted errors of a camera are found by the calibration step and reach calibration.yaml and the stamps of the images;
// a good calibration stays as it is; the images looked at are few and cover the drive.
#include "gs/builder/recording/refined_cameras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/pcd/pcd.h"
#include "gs/builder/recording/camera_corrections.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/core/json/json.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/mapping/testing/painted_street.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

using mapping::CameraCorrection;
using ::testing::HasSubstr;

constexpr double kDegree = kPi / 180;
constexpr Duration kClock = Duration::from_ms(1'700'000'000'000);  // of the first pose

// A painted street as the ingest stores it: images of one camera, and one sweep with all points.
class PaintedWorkspace : public ::testing::Test {
 protected:
  // Writes the ingest with the stated calibration: true = stated after the correction.
  void ingest(const CameraCorrection& error, bool with_info = true) {
    const fs::path folder = workspace_.folder(Step::mcap_ingest);
    const mapping::CameraScene scene = drive_.scene(error);
    for (const char* name : {"images", "lidar", "raw_extract/tf"}) fs::create_directories(folder / name);
    SensorRecord camera{.kind = SensorKind::camera, .id = "front", .topic = "/c", .frame_id = "c", .folder = "images"};
    camera.width = scene.camera.width, camera.height = scene.camera.height;
    camera.info.emplace();
    camera.info->width = static_cast<uint32_t>(camera.width),
    camera.info->height = static_cast<uint32_t>(camera.height);
    camera.info->k = {scene.camera.fx, 0, scene.camera.cx, 0, scene.camera.fy, scene.camera.cy, 0, 0, 1};
    if (!with_info) camera.info.reset();
    for (const mapping::CameraView& view : scene.views) {
      assets::Image image = assets::Image::make(camera.width, camera.height, 3);
      for (std::size_t i = 0; i < image.data.size(); ++i) image.data[i] = view.image.pixels[i / 3];
      ASSERT_TRUE(assets::write_jpeg(folder / camera.file_path(camera.stamps.size()), image, {.quality = 95}));
      camera.stamps.push_back(view.stamp + kClock);
    }
    SensorRecord lidar{.kind = SensorKind::lidar, .id = "top", .topic = "/l", .frame_id = "l", .folder = "lidar"};
    lidar.spec = world::LiDARSpec{.model = "painted", .channels = 32};
    lidar.stamps = {Timestamp::from_seconds(2.5) + kClock};
    const Rigid3d base_from_map = drive_.path.at(Timestamp::from_seconds(2.5))->inverse();
    std::vector<Vec3f> points;
    std::vector<float> intensities;
    for (const mapping::MapPoint& point : drive_.points) {
      points.push_back(cast<float>(base_from_map * point.position));
      intensities.push_back(200 * point.intensity);
    }
    ASSERT_TRUE(assets::write_pcd(folder / lidar.file_path(0), points, intensities));
    std::vector<StampedPose> poses;
    for (const StampedPose& pose : drive_.path.poses()) poses.push_back({pose.stamp + kClock, pose.map_from_body});
    const std::vector<StampedTransform> fixed{{Timestamp{}, "base_link", "c", scene.base_from_camera},
                                              {Timestamp{}, "base_link", "l", {{}, {1, 0, 1.9}}}};
    ASSERT_TRUE(write_file(folder / "raw_extract/poses.csv", world::write_trajectory_csv(poses)));
    ASSERT_TRUE(write_file(folder / "raw_extract/tf/tf_static.json", write_tf_json(fixed)));
    ASSERT_TRUE(write_file(folder / "raw_extract/tf/tf.json", write_tf_json({})));
    ASSERT_TRUE(write_file(folder / "sensors.json", write_sensors({camera, lidar})));
    ASSERT_TRUE(write_file(folder / "timeline.json", write_timeline({camera, lidar}, "painted")));
    ASSERT_TRUE(write_file(folder / "frameset.json", write_frameset({camera, lidar})));
  }
  CalibrationReport calibrate(std::string_view mode, std::optional<std::string> file = {}) {
    NoProgress quiet;
    auto report = CalibrationBuilder::run(workspace_,
                                          {.refine_poses = std::string(kRefineNever),
                                           .refine_cameras = std::string(mode),
                                           .calibration_file = std::move(file)},
                                          quiet);
    EXPECT_TRUE(report) << to_text(report.error());
    return report ? *std::move(report) : CalibrationReport{};
  }
  fs::path folder() const { return workspace_.folder(Step::calibration_builder); }

  testing::TemporaryFolder temporary_;
  Workspace workspace_ = *Workspace::open(temporary_ / "w");
  mapping::testing::PaintedDrive drive_{5, 16, 240, 160};
};

TEST_F(PaintedWorkspace, PlantedErrorsAreFoundAndReachImagesAndCalibration) {
  const CameraCorrection error{{0.5 * kDegree, -0.5 * kDegree, 0.5 * kDegree}, {0.06, -0.05, 0.06}, 0.03};
  ingest(error);
  const CalibrationReport report = calibrate(kRefineAuto);
  ASSERT_EQ(report.cameras.size(), 1u);
  const CameraRefinement& refined = report.cameras[0];
  ASSERT_TRUE(refined.applied) << refined.reason;
  EXPECT_THAT(to_lines(report.cameras)[0], HasSubstr("applied, because images kept aside match significantly better"));
  const auto cameras = recorded_cameras(workspace_);
  ASSERT_TRUE(cameras) << to_string(cameras.error());
  const Rigid3d now = world::base_link_from_optical(cameras->at(0).calibration);
  EXPECT_LT(norm(rotation_vector(now.rotation * drive_.base_from_camera.rotation.conjugate())), 0.1 * kDegree);
  EXPECT_LT(norm(now.translation - drive_.base_from_camera.translation), 0.04);
  EXPECT_NEAR((cameras->at(0).views[3].stamp - kClock - drive_.views[3].stamp).seconds(), 0, 5e-3);
  const auto json = read_json(folder() / kCameraRefinementReport);
  ASSERT_TRUE(json);
  const Node& camera = json->find("cameras")->items.at(0);
  EXPECT_TRUE(camera["applied"].boolean);
  EXPECT_LT(camera["evidence"]["distance_after"].real, camera["evidence"]["distance_before"].real);
  EXPECT_NEAR(camera["time_s"].real, -0.03, 5e-3);
  // One clock per camera: the report names the one that the stamps of the images contain.
  EXPECT_EQ(camera["applied_time_s"].real, read_camera_corrections(folder() / kCameraCorrections)->at("front"));
  for (const char* name : {"front_before.jpg", "front_after.jpg"}) {
    EXPECT_TRUE(assets::read_jpeg(folder() / kProjectedPoints / name)) << name;
  }
}

// A log without the pose of its camera starts from a guess of the user, 3.5 deg and 0.2 m wrong.
TEST_F(PaintedWorkspace, RoughGuessOfACalibrationFileIsRefined) {
  ingest({});
  const Rigid3d lidar{{}, {1, 0, 1.9}};
  ASSERT_TRUE(write_file(workspace_.folder(Step::mcap_ingest) / "raw_extract/tf/tf_static.json",
                         write_tf_json({{Timestamp{}, "base_link", "l", lidar}})));
  world::CameraCalibration guess{.id = "front"};
  guess.intrinsics.frame_id = "camera_front";
  guess.intrinsics.width = drive_.camera.width, guess.intrinsics.height = drive_.camera.height;
  guess.intrinsics.fx = drive_.camera.fx, guess.intrinsics.fy = drive_.camera.fy;
  guess.intrinsics.cx = drive_.camera.cx, guess.intrinsics.cy = drive_.camera.cy;
  guess.extrinsics.transform =
      mapping::corrected(drive_.base_from_camera, {{2 * kDegree, -2 * kDegree, 2 * kDegree}, {0.12, -0.12, 0.12}, 0});
  const fs::path file = temporary_ / "guess.yaml";
  ASSERT_TRUE(write_file(file, world::write_calibration({.cameras = {guess}, .lidars = {}})));
  const CalibrationReport report = calibrate(kRefineAuto, file.string());
  ASSERT_EQ(report.cameras.size(), 1u);
  EXPECT_TRUE(report.cameras[0].applied) << report.cameras[0].reason;
  EXPECT_THAT(report.given.at(0), HasSubstr("extrinsics of guess.yaml are used, the log has none"));
  const Rigid3d now = world::base_link_from_optical(report.calibration.cameras.at(0));
  EXPECT_LT(norm(rotation_vector(now.rotation * drive_.base_from_camera.rotation.conjugate())), 0.1 * kDegree);
  EXPECT_LT(norm(now.translation - drive_.base_from_camera.translation), 0.04);
}

// A log without camera_info: the lens is estimated, and every report says so.
TEST_F(PaintedWorkspace, MissingIntrinsicsAreEstimatedAndMarked) {
  ingest({}, false);
  const CalibrationReport report = calibrate(kRefineAuto);
  ASSERT_EQ(report.lenses.size(), 1u);
  ASSERT_TRUE(report.lenses[0].found.found) << report.lenses[0].found.reason;
  const auto written = world::load_calibration(folder() / "calibration.yaml");
  ASSERT_TRUE(written);
  EXPECT_NEAR(written->cameras.at(0).intrinsics.fx / drive_.camera.fx, 1, 0.015);
  EXPECT_NEAR(written->cameras.at(0).intrinsics.cx, drive_.camera.cx, 4);
  EXPECT_THAT(to_lines(report.lenses).at(0), HasSubstr("intrinsics ESTIMATED from the drive"));
  const auto json = read_json(folder() / kEstimatedLenses);
  ASSERT_TRUE(json);
  EXPECT_TRUE((*json)["cameras"].items.at(0)["estimated"].boolean);
  EXPECT_NEAR((*json)["cameras"].items.at(0)["fx"].real, written->cameras.at(0).intrinsics.fx, 1e-3);
  std::string warnings;
  for (const Problem& problem : report.problems) warnings += to_string(problem) + "\n";
  EXPECT_THAT(warnings, HasSubstr("no camera_info for /c: its intrinsics were estimated from the drive"));
}

TEST_F(PaintedWorkspace, MissingIntrinsicsThatCannotBeEstimatedAreAnError) {
  for (mapping::MapPoint& point : drive_.points) point.intensity = 1;
  ingest({}, false);
  NoProgress quiet;
  for (const std::string_view mode : {kRefineAuto, kRefineNever}) {
    const auto report = CalibrationBuilder::run(
        workspace_, {.refine_poses = std::string(kRefineNever), .refine_cameras = std::string(mode)}, quiet);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, BuildCode::camera_info_missing) << to_text(report.error());
  }
}

TEST(EstimatedLenses, CamerasWithoutAnEstimateAreRemoved) {
  world::Calibration calibration;
  for (const char* id : {"front", "left", "rear"}) calibration.cameras.push_back({.id = id});
  EstimatedLens found{.id = "left"}, none{.id = "rear"};
  found.found.found = true, found.found.camera.fx = 420, found.found.camera.k1 = -0.1;
  set_lenses(calibration, {found, none});
  ASSERT_EQ(calibration.cameras.size(), 2u);
  EXPECT_EQ(calibration.cameras[0].intrinsics.fx, 0);
  EXPECT_EQ(calibration.cameras[1].intrinsics.fx, 420);
  EXPECT_EQ(calibration.cameras[1].intrinsics.k1, -0.1);
  const Node node = to_node(std::vector{found, none});
  EXPECT_EQ(node["cameras"].items.at(0)["fx"].real, 420);
  EXPECT_TRUE(node["cameras"].items.at(1)["fx"].is_null());
  EXPECT_FALSE(node["cameras"].items.at(1)["estimated"].boolean);
}

TEST_F(PaintedWorkspace, GoodCalibrationStays) {
  ingest({});
  const CalibrationReport report = calibrate(kRefineAuto);
  ASSERT_EQ(report.cameras.size(), 1u);
  const CameraRefinement& refined = report.cameras[0];
  EXPECT_TRUE(refined.found.tried) << refined.reason;
  EXPECT_LT(norm(refined.found.correction.rotation), 0.02 * kDegree) << refined.reason;
  EXPECT_LT(norm(refined.found.correction.translation_m), 0.01);
  EXPECT_LT(std::abs(refined.found.correction.time_s), 1e-3);
  EXPECT_TRUE(fs::exists(folder() / kProjectedPoints / "front_before.jpg"));
}

TEST_F(PaintedWorkspace, NeverMeansNothingIsTried) {
  ingest({{0.01, 0, 0}, {}, 0.03});
  EXPECT_TRUE(calibrate(kRefineNever).cameras.empty());
  EXPECT_FALSE(fs::exists(folder() / kCameraRefinementReport));
  EXPECT_FALSE(fs::exists(folder() / kCameraCorrections));
}

TEST_F(PaintedWorkspace, ResultDoesNotDependOnTheThreads) {
  ingest({{0.3 * kDegree, 0.3 * kDegree, 0}, {}, 0.02});
  std::vector<std::string> seen;
  for (const int threads : {1, 3}) {
    const ScopedThreadCount workers(threads);
    calibrate(kRefineAlways);
    seen.push_back(read_text_file(folder() / kCameraRefinementReport).value() +
                   read_text_file(folder() / "calibration.yaml").value());
  }
  EXPECT_EQ(seen[0], seen[1]);
}

TEST(ChosenViews, AreFewAndCoverTheTimeInWhichTheVehicleMoves) {
  // Drives for 100 s, stands for 100 s, drives for 100 s.
  std::vector<StampedPose> poses;
  std::vector<RecordedView> views;
  for (int i = 0; i <= 300; ++i) {
    const double x = i < 100 ? i * 10 : i < 200 ? 1000 : 1000 + (i - 200) * 10;
    poses.push_back({Timestamp::from_seconds(i), {{}, {x, 0, 0}}});
  }
  const Trajectory path = Trajectory::from_poses(poses).value();
  for (int i = 0; i < 3000; ++i) views.push_back({.stamp = Timestamp::from_seconds(0.1 * i), .path = {}});
  const auto chosen = choose_views(views, path);
  EXPECT_GT(chosen.size(), 28u);
  EXPECT_LE(chosen.size(), kMostRefinedViews);
  EXPECT_TRUE(std::ranges::is_sorted(chosen));
  EXPECT_LT(chosen.front(), 100u);
  EXPECT_GT(chosen.back(), 2500u);
  const auto standing = std::ranges::count_if(chosen, [](std::size_t i) { return i > 1010 && i < 1990; });
  EXPECT_EQ(standing, 0);
  // Neighbours in a block lie half a second apart.
  EXPECT_NEAR(static_cast<double>(chosen[1] - chosen[0]), 5, 1);
  views.resize(10);
  EXPECT_LE(choose_views(views, path).size(), 10u);
  EXPECT_TRUE(choose_views({}, path).empty());
}

// A camera with an image a second: blocks keep their four images, so that the halves do not share a place.
TEST(ChosenViews, OfASparseCameraAreNeighboursToo) {
  std::vector<StampedPose> poses;
  std::vector<RecordedView> views;
  for (int i = 0; i <= 300; ++i) {
    poses.push_back({Timestamp::from_seconds(i), {{}, {10.0 * i, 0, 0}}});
    views.push_back({.stamp = Timestamp::from_seconds(i), .path = {}});
  }
  const auto chosen = choose_views(views, Trajectory::from_poses(poses).value());
  ASSERT_EQ(chosen.size(), kMostRefinedViews);
  for (std::size_t i = 0; i < chosen.size(); i += mapping::kCameraBlock) {
    for (std::size_t k = 1; k < mapping::kCameraBlock; ++k) EXPECT_EQ(chosen[i + k], chosen[i] + k) << i;
  }
}

// A zero would say that there is no error, or that nothing became better.
TEST(CameraRefinements, WhatWasNotEstimatedOrComparedIsNull) {
  CameraRefinement camera{.id = "front"};
  const Node untried = to_node(std::vector{camera});
  const Node& none = untried["cameras"].items.at(0);
  EXPECT_TRUE(none["rotation_deg"].items.at(0).is_null());
  EXPECT_TRUE(none["time_sigma_s"].is_null());
  EXPECT_TRUE(none["evidence"]["distance_before"].is_null());
  camera.found.free[mapping::kTimeUnknown] = true;
  camera.found.estimate[mapping::kTimeUnknown] = -0.03, camera.found.judging_views = 8;
  const Node tried = to_node(std::vector{camera});
  EXPECT_EQ(tried["cameras"].items.at(0)["time_s"].real, -0.03);
  EXPECT_EQ(tried["cameras"].items.at(0)["applied_time_s"].real, 0);  // the estimate was not applied
  EXPECT_TRUE(tried["cameras"].items.at(0)["rotation_deg"].items.at(2).is_null());
  EXPECT_EQ(tried["cameras"].items.at(0)["evidence"]["distance_before"].real, 1);
}

TEST(CameraCorrections, AreReadBackAndBadOnesRefused) {
  testing::TemporaryFolder folder;
  const fs::path file = folder / kCameraCorrections;
  EXPECT_TRUE(read_camera_corrections(file)->empty());
  ASSERT_TRUE(write_file(file, write_camera_corrections({{"front", -0.03}})));
  EXPECT_EQ(read_camera_corrections(file)->at("front"), -0.03);
  for (const char* text : {"{}", "{\"cameras\": {\"front\": {}}}", "{\"cameras\": {\"front\": {\"time_s\": 1e9}}}"}) {
    ASSERT_TRUE(write_file(file, text));
    EXPECT_FALSE(read_camera_corrections(file)) << text;
  }
}

}  // namespace
}  // namespace gs::builder
