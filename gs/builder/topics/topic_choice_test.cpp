// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Choice between several odometries, clouds and images, and rectified images.
#include "gs/builder/topics/topic_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/builder/inspect/inspect_log.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/builder/topics/rectified_info.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::write_drive;

TopicFacts cloud(std::string topic, std::string frame, bool times = true) {
  return {.topic = std::move(topic),
          .messages = 100,
          .rate_hz = 10,
          .frame = std::move(frame),
          .stamps = {Timestamp{1}, Timestamp{2}, Timestamp{3}},
          .points = 30'000,
          .rings = times,
          .times = times};
}

TEST(TopicChoice, LocalisationInMapIsBetterThanFastWheelOdometry) {
  TopicFacts wheels{.topic = "/odom",
                    .messages = 1000,
                    .rate_hz = 100,
                    .frame = "odom",
                    .child = "base_link",
                    .stamps = {Timestamp{1}}};
  TopicFacts map = wheels;
  map.rate_hz = 50, map.messages = 500, map.frame = "map";
  EXPECT_GT(score_poses(map, {}).points, score_poses(wheels, {}).points);
  map.covered = 0.2;  // the localisation began late
  EXPECT_LT(score_poses(map, {}).points, score_poses(wheels, {}).points);
  wheels.finite = false;
  EXPECT_GT(score_poses(map, {}).points, score_poses(wheels, {}).points);
}

TEST(TopicChoice, CloudsThatAnotherTopicHasBetterAreNotUsed) {
  TopicFacts radar = cloud("/front/targets", "front", false);
  radar.fields = {"x", "y", "z", "rcs"}, radar.points = 60;
  const std::vector<TopicFacts> all = {cloud("/top/points", "top"),         cloud("/top/filtered", "top"),
                                       cloud("/concatenated", "base_link"), cloud("/map_points", "map"),
                                       cloud("/top/copy", "top"),           cloud("/top/plain", "top", false),
                                       cloud("/left/points", "left"),       radar};
  std::vector<std::string> used;
  for (const TopicFacts& facts : all) {
    const std::string reason = reason_against_cloud(facts, all, {});
    if (reason.empty()) used.push_back(facts.topic);
  }
  EXPECT_EQ(used, (std::vector<std::string>{"/top/points", "/left/points"}));
  EXPECT_NE(reason_against_cloud(all[5], all, {}).find("with times"), std::string::npos);
  // A single cloud in base_link is used: there is no other one.
  const std::vector<TopicFacts> one = {all[2], radar};
  EXPECT_EQ(reason_against_cloud(one[0], one, {}), "");
  EXPECT_EQ(reason_against_cloud(one[1], one, {}), "these are points of a radar");
}

// Clouds of one frame and one time: a copy has the same points, also when it is thinned; another LiDAR has others.
TEST(TopicChoice, CloudsOfOneFrameAreTwoLidarsIfTheirPointsDiffer) {
  const auto cells = [](uint64_t first, uint64_t last, uint64_t step) {
    CloudCells out{.stamp = Timestamp{1}};
    for (uint64_t i = first; i < last; i += step) out.cells.push_back(i);
    return out;
  };
  TopicFacts first = cloud("/a/points", "base"), second = cloud("/b/points", "base");
  const auto refused = [&] {
    const std::vector<TopicFacts> all = {first, second};
    return int{!reason_against_cloud(first, all, {}).empty()} + int{!reason_against_cloud(second, all, {}).empty()};
  };
  EXPECT_EQ(refused(), 1);  // nothing is known of the points: the stamps decide
  first.clouds = {cells(0, 4000, 1)};
  second.clouds = {cells(0, 4000, 3)};
  EXPECT_EQ(refused(), 1);
  second.clouds = {cells(3000, 8000, 1)};
  EXPECT_EQ(refused(), 0);
  second.times = second.rings = false;  // another model
  EXPECT_EQ(refused(), 0);
  second.clouds[0].stamp = Timestamp{2};
  EXPECT_EQ(refused(), 1);  // not comparable
  second.clouds = {cells(3000, 3050, 1)};
  EXPECT_EQ(refused(), 1);  // too few points
}

TEST(TopicChoice, OneImageOfEachCameraIsUsed) {
  const std::vector<std::string> all = {"/front/image_raw/compressed",
                                        "/front/image_rect_color/compressed",
                                        "/left/image_rect",
                                        "/front/mask",
                                        "/cam/a",
                                        "/cam/b"};
  std::vector<std::string> used;
  for (const std::string& topic : all) {
    if (reason_against_image(topic, all).empty()) used.push_back(topic);
  }
  EXPECT_EQ(used, (std::vector<std::string>{all[0], all[2], all[4], all[5]}));
  // Video is one of the transports.
  const std::vector<std::string> video = {"/front/image_raw/ffmpeg", "/front/image_rect/compressed"};
  EXPECT_EQ(reason_against_image(video[0], video), "");
  EXPECT_NE(reason_against_image(video[1], video).find("same camera"), std::string::npos);
  const std::vector<std::string> alone = {"/infra/image"};
  EXPECT_EQ(reason_against_image(alone[0], alone), "");
  for (const char* topic : {"/a/image_rect", "/a/image_rect_color/compressed", "/a/rectified/image", "/a/rectified"}) {
    EXPECT_TRUE(is_rectified(topic)) << topic;
  }
  for (const char* topic : {"/a/image_raw", "/direct/image", "/rectangle/image"}) EXPECT_FALSE(is_rectified(topic));
}

TEST(RectifiedInfo, UsesPWithoutDistortion) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.k = {600, 0, 320, 0, 600, 240, 0, 0, 1}, info.d = {0.1, 0, 0, 0, 0},
  info.distortion_model = "rational_polynomial";
  const auto same = rectified_info(info);  // P of zeros
  ASSERT_TRUE(same);
  EXPECT_EQ(same->k, info.k);
  EXPECT_TRUE(same->d.empty());
  info.p = {500, 0, 310, -60, 0, 510, 230, 0, 0, 0, 1, 0};
  info.r = {2, 0, 0, 0, 1, 0, 0, 0, 1};  // no rotation
  const auto found = rectified_info(info);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->k, (std::array<double, 9>{500, 0, 310, 0, 510, 230, 0, 0, 1}));
  EXPECT_EQ(found->r, (std::array<double, 9>{}));
  info.p[5] = 0;
  EXPECT_FALSE(rectified_info(info));
  info.p[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(rectified_info(info));
}

// A drive with several topics of each kind.
class ChosenTopics : public ::testing::Test {
 protected:
  BuildResult<IngestReport> ingest(const DriveRecipe& recipe, const BuildConfig& config = {}) {
    EXPECT_TRUE(write_drive(log_, recipe));
    NoProgress progress;
    return McapIngest::run(workspace_, {.log = log_, .config = config}, progress);
  }
  static bool notes(const TopicMapping& mapping, std::string_view topic, std::string_view part) {
    return std::ranges::any_of(mapping.notes, [&](const std::string& note) {
      return note.starts_with(topic) && note.find(part) != std::string::npos;
    });
  }

  TemporaryFolder folder_;
  fs::path log_ = folder_ / "drive.mcap";
  Workspace workspace_ = *Workspace::open(folder_ / "w");
};

TEST_F(ChosenTopics, TheBestOfEachKindIsTakenAndExplained) {
  const DriveRecipe recipe{.duration_s = 2, .lidar_columns = 90, .odometry_drift_mps = 0.5, .more_topics = true};
  const auto report = ingest(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  const TopicMapping& mapping = report->mapping;
  EXPECT_EQ(mapping.pose_topic, "/localization/kinematic_state");
  EXPECT_NE(mapping.pose_reason.find("best of 2: in map, of base_link, 25"), std::string::npos) << mapping.pose_reason;
  EXPECT_TRUE(notes(mapping, "/odom ", "has better poses"));
  ASSERT_EQ(mapping.lidars.size(), 1u);
  EXPECT_EQ(mapping.lidars[0].topic, "/lidar/top/points");
  EXPECT_TRUE(notes(mapping, "/lidar/top/points_filtered ", "before processing"));
  ASSERT_EQ(mapping.cameras.size(), 1u);
  EXPECT_EQ(mapping.cameras[0].topic, "/camera/front/image_raw/compressed");
  EXPECT_TRUE(notes(mapping, "/camera/front/image_rect_color/compressed ", "same camera"));
  EXPECT_NE(to_text(mapping).find("because it is the best of 2"), std::string::npos);
  const auto seen = inspect_log({.input = log_, .workspace = folder_ / "w"}, {});
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->mapping.pose_topic, mapping.pose_topic);
  EXPECT_NE(to_text(*seen).find("/odom is not used"), std::string::npos);
  // The user decides.
  BuildConfig config;
  config.topics.odom = "/odom", config.topics.lidars["top"] = "/lidar/top/points_filtered";
  const auto wanted = ingest(recipe, config);
  ASSERT_TRUE(wanted) << to_text(wanted.error());
  EXPECT_EQ(wanted->mapping.pose_topic, "/odom");
  EXPECT_EQ(wanted->mapping.lidars[0].topic, "/lidar/top/points_filtered");
}

TEST_F(ChosenTopics, TwoLidarsOfOneFrameAndEqualStampsAreBothUsed) {
  const DriveRecipe recipe{.duration_s = 2, .lidar_columns = 360, .more_topics = true, .second_lidar = true};
  const auto report = ingest(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  ASSERT_EQ(report->mapping.lidars.size(), 2u);
  EXPECT_EQ(report->mapping.lidars[0].topic, "/lidar/rear/points");
  EXPECT_EQ(report->mapping.lidars[1].topic, "/lidar/top/points");
  EXPECT_TRUE(notes(report->mapping, "/lidar/top/points_filtered ", "before processing"));
  EXPECT_EQ(report->sweeps, 42u);
}

TEST_F(ChosenTopics, AClickInAViewerIsNotThePathOfTheVehicle) {
  const DriveRecipe recipe{.duration_s = 2, .odometry = false, .tf = true, .lidar_columns = 90, .clicked_pose = true};
  const auto report = ingest(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->mapping.pose_topic, "");
  EXPECT_EQ(report->mapping.pose_source, PoseSource::tf);
  EXPECT_TRUE(notes(report->mapping, "/goal_pose ", "it has 1 poses, 10 are needed"));
}

TEST_F(ChosenTopics, RectifiedImagesAloneUseP) {
  const DriveRecipe recipe{.duration_s = 1, .lidar_columns = 90, .rectified_images = true};
  const auto report = ingest(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  ASSERT_EQ(report->mapping.cameras.size(), 1u);
  EXPECT_TRUE(report->mapping.cameras[0].rectified);
  NoProgress progress;
  const auto calibrated = CalibrationBuilder::run(workspace_, {}, progress);
  ASSERT_TRUE(calibrated) << to_text(calibrated.error());
  const auto& camera = calibrated->calibration.cameras.at(0);
  EXPECT_EQ(camera.intrinsics.fx, 35);
  EXPECT_EQ(camera.intrinsics.cx, 30);
  // R turns the image by 0.1 rad about its vertical axis.
  const Quaterniond plain{-0.5, 0.5, -0.5, 0.5};
  EXPECT_NEAR(2 * std::acos(std::abs((plain.conjugate() * camera.extrinsics.transform.rotation).w)), 0.1, 1e-6);
}

}  // namespace
}  // namespace gs::builder
