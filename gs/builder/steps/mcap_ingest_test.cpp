// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The first step: every file of its interface, sources of poses, sweeps and their times, and far maps.
#include "gs/builder/steps/mcap_ingest.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/pcd/pcd.h"
#include "gs/builder/recording/deskew_times.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/testing/ingest_fixture.h"
#include "gs/core/file.h"
#include "gs/core/hash/md5.h"
#include "gs/core/json/json.h"
#include "gs/world/files/tf_static.h"
#include "gs/world/files/timebase.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::has_problem;
using testing::Ingest;
using testing::kSmall;
using testing::TemporaryFolder;
using testing::write_drive;

TEST_F(Ingest, WritesEveryFileOfTheInterface) {
  const auto report = run(kSmall);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->images, 13u);
  EXPECT_EQ(report->sweeps, 11u);
  EXPECT_EQ(report->log_md5, md5_hex(*read_text_file(log_)));

  const auto poses = world::load_trajectory_csv(out("raw_extract/poses.csv"));
  ASSERT_TRUE(poses) << to_string(poses.error());
  EXPECT_EQ(poses->size(), 51u);
  EXPECT_NEAR(poses->poses().back().map_from_body.translation.x, 5, 1e-9);

  const auto image = assets::read_jpeg(out("raw_extract/images/camera_front/0000000012.jpg"));
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(image->width, 64);
  const auto sweep = assets::read_pcd(out("raw_extract/lidar/0000000010.pcd"));
  ASSERT_TRUE(sweep) << to_string(sweep.error());
  EXPECT_GT(sweep->positions.size(), 100u);
  float lowest = 1;
  for (const Vec3f& p : sweep->positions) lowest = std::min(lowest, p.z);
  EXPECT_NEAR(lowest, 0, 1e-3);  // in base_link the ground is at 0

  const auto times = read_stored_times(out(stored_times_path("lidar_top", 10)));
  ASSERT_TRUE(times) << to_string(times.error());
  EXPECT_EQ(times->steps.size(), sweep->positions.size());
  EXPECT_NEAR(times->seconds(0), 0, 1e-3);
  EXPECT_NEAR(times->seconds(255), 0.1, 2e-3);  // the last column is one before 0.1

  const auto timeline = read_json(out("timeline.json"));
  ASSERT_TRUE(timeline);
  const Node& camera = *timeline->find("sensors")->find("camera_front");
  EXPECT_EQ(camera.find("frame_count")->integer, 13);
  EXPECT_EQ(camera.find("timestamps")->items.size(), 13u);
  EXPECT_EQ(timeline->find("source_mcap")->text, "drive.mcap");

  const auto timebase = world::load_timebase(out("timebase.yaml"));
  ASSERT_TRUE(timebase) << to_string(timebase.error());
  EXPECT_NEAR(*timebase->camera_rate, 12, 1e-3);
  EXPECT_NEAR(*timebase->lidar_rate, 10, 1e-3);
  EXPECT_NEAR(world::initial_speed(*timebase), 5, 1e-6);
}

TEST_F(Ingest, FramesetListsFilesThatExistOnceEach) {
  ASSERT_TRUE(run(kSmall));
  const auto frameset = read_json(out("frameset.json"));
  ASSERT_TRUE(frameset);
  std::set<std::string> files;
  double last = -1;
  for (const Node& frame : frameset->find("frames")->items) {
    EXPECT_GT(frame.find("sim_time")->real, last);
    last = frame.find("sim_time")->real;
    for (const auto& [key, value] : frame.members) {
      if (key == "sim_time") continue;
      EXPECT_TRUE(fs::exists(out(value.find("file_path")->text)));
      EXPECT_TRUE(files.insert(value.find("file_path")->text).second);
    }
  }
  EXPECT_EQ(frameset->find("frames")->items.front().find("sim_time")->real, 0);
  EXPECT_EQ(files.size(), 24u);
}

// The result depends on the messages, not on the format of the log.
TEST_F(Ingest, RawImagesAndBagsGiveTheSameTables) {
  ASSERT_TRUE(run(kSmall));
  const auto poses = read_text_file(out("raw_extract/poses.csv"));
  const auto sweep = read_text_file(out("raw_extract/lidar/0000000003.pcd"));
  DriveRecipe recipe = kSmall;
  recipe.ros1_bag = recipe.raw_images = true;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->log_format, "rosbag1");
  EXPECT_EQ(report->images, 13u);
  EXPECT_EQ(*read_text_file(out("raw_extract/poses.csv")), *poses);
  EXPECT_EQ(*read_text_file(out("raw_extract/lidar/0000000003.pcd")), *sweep);
}

TEST_F(Ingest, PosesComeFromTransformsWhenThereIsNoOdometry) {
  DriveRecipe recipe = kSmall;
  recipe.odometry = false, recipe.tf = true;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->poses, 51u);
}

// The LiDAR driver stops after a second while odometry continues.
TEST_F(Ingest, ThePathEndsWhereTheSweepsEnd) {
  const auto report = run({.duration_s = 6, .lidar_columns = 90, .sensors_until_s = 1});
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_NEAR(report->path_cut.end_s, 4, 0.05);
  EXPECT_EQ(report->path_cut.start_s, 0);
  EXPECT_TRUE(has_problem(report->problems, "poses.csv", "4.0 s from its end"));
  const auto poses = world::load_trajectory_csv(out("raw_extract/poses.csv"));
  ASSERT_TRUE(poses);
  EXPECT_NEAR(poses->length_m(), 10, 0.2);  // one second of sweeps, one of margin
  EXPECT_NEAR(read_json(out("source.json"))->find("path_cut_end_sec")->real, 4, 0.05);
  const auto whole = run(kSmall);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->path_cut.end_s, 0);
  EXPECT_FALSE(has_problem(whole->problems, "poses.csv", "cut from"));
}

// A constant offset of the sensor's clock must not change the deskewed points.
TEST_F(Ingest, PointTimesFromTheStartOfTheSensorGiveTheSameSweeps) {
  ASSERT_TRUE(run(kSmall));
  const auto right = assets::read_pcd(out("raw_extract/lidar/0000000005.pcd"));
  DriveRecipe recipe = kSmall;
  recipe.point_clock_s = 500;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(has_problem(report->problems, "/lidar/top/points", "500.0 s from the stamp"));
  const auto moved = assets::read_pcd(out("raw_extract/lidar/0000000005.pcd"));
  ASSERT_TRUE(right && moved);
  ASSERT_EQ(right->positions.size(), moved->positions.size());
  for (std::size_t i = 0; i < right->positions.size(); ++i) {
    ASSERT_LT(norm(right->positions[i] - moved->positions[i]), 1e-3) << i;
  }
}

TEST_F(Ingest, SweepsWithoutAStampAreAWarningThatNamesTheDelay) {
  DriveRecipe recipe = kSmall;
  recipe.lidar_stamps = false, recipe.lidar_delay_s = 0.104;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(has_problem(report->problems, "/lidar/top/points", "11 of 11 messages have no stamp"));
  EXPECT_TRUE(has_problem(report->problems, "/lidar/top/points", "0.099 s of a sweep"));
  const auto stamped = run(kSmall);
  EXPECT_FALSE(has_problem(stamped->problems, "/lidar/top/points", "no stamp"));
}

TEST_F(Ingest, TwoDrivesInOneLogAreCutAtTheJump) {
  DriveRecipe recipe = kSmall;
  recipe.duration_s = 3, recipe.place_jump_m = 3000;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(has_problem(report->problems, "poses.csv", "76 of 151 poses are kept, from 1.5"));
  Problems problems;
  const auto poses = world::parse_trajectory_csv(*read_text_file(out("raw_extract/poses.csv")), "poses.csv", problems);
  ASSERT_GT(poses.size(), 50u);
  for (std::size_t i = 1; i < poses.size(); ++i) {
    ASSERT_LT(norm(poses[i].map_from_body.translation - poses[i - 1].map_from_body.translation), 1);
  }
}

TEST_F(Ingest, SingleWrongPositionsCutNothing) {
  DriveRecipe recipe = kSmall;
  recipe.wrong_poses = 17;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(has_problem(report->problems, "poses.csv", "48 of 51 poses are kept, from 0.0 s to 1.0 s"));
  EXPECT_FALSE(has_problem(run(kSmall)->problems, "poses.csv", "jumps"));
}

TEST_F(Ingest, CloudsWithoutTimesAreAWarning) {
  DriveRecipe recipe = kSmall;
  recipe.lidar_times = false;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(has_problem(report->problems, "/lidar/top/points", "11 of 11 sweeps have no point times"));
  EXPECT_FALSE(has_problem(run(kSmall)->problems, "/lidar/top/points", "no point times"));
}

TEST_F(Ingest, SweepsWithTooManyPointsAreThinnedWithOneWarning) {
  const auto report = run({.duration_s = 0.5, .camera = false, .lidar_columns = 2200, .lidar_rings = 128});
  ASSERT_TRUE(report) << to_text(report.error());
  const auto warnings = std::ranges::count_if(
      report->problems, [](const Problem& p) { return p.message.starts_with("INVALID_POINTCLOUD_SIZE: 6 of 6"); });
  EXPECT_EQ(warnings, 1);
  EXPECT_EQ(assets::read_pcd(out("raw_extract/lidar/0000000000.pcd"))->positions.size(), 200'000u);
}

TEST_F(Ingest, IntensitiesOfSixteenBitsAreScaled) {
  DriveRecipe recipe = kSmall;
  recipe.intensity = 5100;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(has_problem(report->problems, "/lidar/top/points", "multiplied by 0.0500"));
  EXPECT_NEAR(assets::read_pcd(out("raw_extract/lidar/0000000004.pcd"))->intensities[0], 255, 1e-3);
}

// UTM coordinates: the shift is a whole number of metres. A map 9 km away is not moved.
TEST_F(Ingest, AMapFarAwayIsMovedToTheFirstPose) {
  DriveRecipe recipe = kSmall;
  recipe.origin_in_map = {500'000.25, 4'500'000, 120};
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  const auto poses = world::load_trajectory_csv(out("raw_extract/poses.csv"));
  ASSERT_TRUE(poses);
  EXPECT_NEAR(poses->poses().front().map_from_body.translation.x, 0.25, 1e-9);
  EXPECT_NEAR(poses->poses().back().map_from_body.translation.x, 5.25, 1e-9);
  const Node source = read_json(out("source.json")).value();
  ASSERT_NE(source.find("map_shift"), nullptr);
  const Node& shift = *source.find("map_shift");
  EXPECT_EQ(shift.items[0].real, 500'000);
  EXPECT_EQ(shift.items[1].real, 4'500'000);
  EXPECT_EQ(shift.items[2].real, 120);
  recipe.origin_in_map = {0, 9000, 0};
  ASSERT_TRUE(run(recipe));
  EXPECT_EQ(read_json(out("source.json"))->find("map_shift"), nullptr);
}

TEST_F(Ingest, AMapFrameThatIsNotJoinedToTheCarDoesNotHideOdom) {
  DriveRecipe recipe = kSmall;
  recipe.odometry = false, recipe.tf = true, recipe.lone_map_frame = true;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->poses, 51u);
}

TEST_F(Ingest, AFolderOfUnrelatedLogsIsRefused) {
  fs::create_directories(folder_ / "logs");
  ASSERT_TRUE(write_drive(folder_ / "logs/monday.mcap", kSmall));
  log_ = folder_ / "logs";
  NoProgress progress;
  EXPECT_TRUE(McapIngest::run(workspace_, {.log = log_}, progress));  // a folder with a single file is one recording
  ASSERT_TRUE(write_drive(folder_ / "logs/tuesday.mcap", kSmall));
  const auto report = McapIngest::run(workspace_, {.log = log_}, progress);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::mcap_read_error);
  EXPECT_NE(report.error().message.find("metadata.yaml"), std::string::npos);
  EXPECT_NE(report.error().suggestion.find("monday.mcap"), std::string::npos);
}

TEST_F(Ingest, ErrorsHaveTheirCodes) {
  const auto missing = [&] {
    NoProgress progress;
    return McapIngest::run(workspace_, {.log = folder_ / "nothing.mcap"}, progress);
  }();
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, BuildCode::mcap_read_error);

  BuildConfig config;
  config.topics.cameras["front"] = "/camera/nowhere";
  const auto no_topic = run(kSmall, config);
  ASSERT_FALSE(no_topic);
  EXPECT_EQ(no_topic.error().code, BuildCode::topic_not_found);
  EXPECT_GE(no_topic.error().details.find("available_topics")->items.size(), 4u);

  DriveRecipe recipe = kSmall;
  recipe.tf_static = false;
  const auto no_tf = run(recipe);
  ASSERT_FALSE(no_tf);
  EXPECT_EQ(no_tf.error().code, BuildCode::tf_missing);

  recipe = kSmall;
  recipe.duration_s = 0.1;
  const auto short_log = run(recipe);
  ASSERT_FALSE(short_log);
  EXPECT_EQ(short_log.error().code, BuildCode::insufficient_data);
  EXPECT_FALSE(fs::exists(workspace_.folder(Step::mcap_ingest)));  // no partial result
}

TEST_F(Ingest, CalibrationHasLensPoseRateAndBeams) {
  ASSERT_TRUE(run(kSmall));
  const auto report = calibrate();
  ASSERT_TRUE(report) << to_text(report.error());
  const auto calibration = world::load_calibration(workspace_.folder(Step::calibration_builder) / "calibration.yaml");
  ASSERT_TRUE(calibration) << to_string(calibration.error());
  const world::CameraCalibration* camera = calibration->find_camera("front");
  ASSERT_NE(camera, nullptr);
  EXPECT_EQ(camera->intrinsics.fx, 40);
  EXPECT_EQ(camera->intrinsics.p1, 0.001);
  EXPECT_EQ(camera->intrinsics.frame_id, "camera_front");
  EXPECT_NEAR(camera->rate_hz, 12, 1e-3);
  EXPECT_NEAR(norm(camera->extrinsics.transform.translation - Vec3d{1.5, 0, 1.5}), 0, 1e-9);
  const world::LidarCalibration* lidar = calibration->find_lidar("top");
  ASSERT_NE(lidar, nullptr);
  EXPECT_NEAR(norm(lidar->extrinsics.transform.translation - Vec3d{1, 0, 1.8}), 0, 1e-9);
  EXPECT_EQ(lidar->spec.channels, 32);
  EXPECT_NEAR(lidar->spec.beam_elevations_deg.front(), -24, 0.01);
  EXPECT_NEAR(lidar->spec.beam_elevations_deg.back(), 7, 0.01);
  EXPECT_NEAR(lidar->spec.horizontal_resolution, 4, 0.01);
  const auto tf = world::load_tf_static(workspace_.folder(Step::calibration_builder) / "tf_static.json");
  ASSERT_TRUE(tf);
  EXPECT_NE(tf->find("base_link", "lidar_top"), nullptr);
}

// The same points recorded as PointCloud2 and as two messages a sweep of Livox give the same sweeps.
TEST_F(Ingest, OfLivoxMessagesGivesTheSweepsOfAPointCloud) {
  ASSERT_TRUE(run(kSmall));
  const auto cloud = assets::read_pcd(out("raw_extract/lidar/0000000004.pcd"));
  ASSERT_TRUE(cloud) << to_string(cloud.error());
  DriveRecipe recipe = kSmall;
  recipe.recording = testing::LidarRecording::livox;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->sweeps, 11u);
  const auto same = assets::read_pcd(out("raw_extract/lidar/0000000004.pcd"));
  ASSERT_TRUE(same) << to_string(same.error());
  ASSERT_EQ(same->positions.size(), cloud->positions.size());
  for (std::size_t i = 0; i < same->positions.size(); ++i) {
    ASSERT_LT(norm(same->positions[i] - cloud->positions[i]), 1e-4F);
    ASSERT_EQ(same->intensities[i], cloud->intensities[i]);
  }
  EXPECT_NE(to_text(report->mapping).find("/livox/lidar  (decoder: Livox points)"), std::string::npos);
}

// Sweeps are cut at azimuth 0, where every message of this drive begins; the last one ends with the log.
TEST_F(Ingest, OfVelodynePacketsWritesWholeSweeps) {
  DriveRecipe recipe = kSmall;
  recipe.recording = testing::LidarRecording::velodyne;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->sweeps, 11u);
  const auto sweep = assets::read_pcd(out("raw_extract/lidar/0000000005.pcd"));
  ASSERT_TRUE(sweep) << to_string(sweep.error());
  EXPECT_GT(sweep->positions.size(), 15'000u);
  for (const Vec3f& p : sweep->positions) {
    // Ground or wall. Points are deskewed to the start of the sweep: walls along the path do not move.
    ASSERT_LT(std::min(std::abs(p.z), std::abs(std::abs(p.y) - 10)), 0.03F) << p.x << " " << p.y << " " << p.z;
  }
  EXPECT_NE(to_text(report->mapping).find("/velodyne_packets  (decoder: Velodyne packets)"), std::string::npos);
}

TEST_F(Ingest, NamesTopicsOfUnknownTypes) {
  DriveRecipe recipe = kSmall;
  recipe.unknown_type = "rslidar_msgs/msg/RslidarPacket";
  const auto lidar = run(recipe);
  ASSERT_TRUE(lidar) << to_text(lidar.error());
  EXPECT_EQ(lidar->mapping.notes.back(),
            "/unknown is not used: LiDAR messages of type rslidar_msgs/msg/RslidarPacket are not read; play the log "
            "through the vendor's driver and record sensor_msgs/PointCloud2");
  recipe.unknown_type = "theora_image_transport/msg/Packet";
  const auto video = run(recipe);
  ASSERT_TRUE(video) << to_text(video.error());
  EXPECT_EQ(video->mapping.notes.back(),
            "/unknown is not used: images of type theora_image_transport/msg/Packet are not read; republish "
            "them as sensor_msgs/CompressedImage (jpeg) and record that topic");
  recipe.unknown_type = "geometry_msgs/msg/PointStamped";
  EXPECT_TRUE(run(recipe)->mapping.notes.empty());
}

TEST_F(Ingest, RefusesACalibrationFileItCannotRead) {
  BuildConfig config;
  config.topics.lidar_calibration = folder_ / "angles.xml";
  const auto report = run(kSmall, config);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::configuration);
  EXPECT_NE(report.error().message.find("is a .yaml file (Velodyne), .csv (Hesai) or .json (Ouster)"),
            std::string::npos)
      << to_text(report.error());
}

}  // namespace
}  // namespace gs::builder
