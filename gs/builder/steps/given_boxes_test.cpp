// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes that a log or a file holds (actors.source), from their messages to the actors of a drive with an oncoming car.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/builder/actors/actor_files.h"
#include "gs/builder/recording/recorded_boxes.h"
#include "gs/builder/steps/actor_builder.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/logio/mcap/writer.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/autoware_perception_msgs.h"
#include "gs/rosmsg/messages/vision_msgs.h"
#include "gs/world/actors/actor_pose.h"

namespace gs::builder {
namespace {

using rosmsg::autoware_perception_msgs::ObjectClassification;
using rosmsg::autoware_perception_msgs::TrackedObject;
using rosmsg::autoware_perception_msgs::TrackedObjects;
using rosmsg::vision_msgs::Detection3D;
using rosmsg::vision_msgs::Detection3DArray;
using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

constexpr Timestamp kDrive{1'700'000'000'000'000'000};  // start of the drives of DriveRecipe
constexpr Vec3d kCar{4.4, 1.8, 1.5};

// Pose of the middle of the oncoming car's box, in map.
Rigid3d car_at(double t) { return {Quaterniond::from_rpy(0.0, 0.0, kPi), {40 - 8 * t + 2.2, 3.3, 0.75}}; }

// The boxes of a message.
Detection3DArray labels_at(double t, const std::string& frame = "map") {
  Detection3DArray out;
  out.header.stamp = kDrive + Duration::from_seconds(t), out.header.frame_id = frame;
  Detection3D& car = out.detections.emplace_back();
  car.id = "token-7";
  car.bbox = {rosmsg::to_pose(car_at(t)), rosmsg::to_vector3(kCar)};
  car.results.emplace_back().hypothesis = {"vehicle.car", 1.0};
  return out;
}

// A header and a number of detections that do not follow.
struct HostileArray {
  static constexpr std::string_view kType = Detection3DArray::kType;
  rosmsg::std_msgs::Header header;
  uint32_t count = 0;
  static void describe(auto& f) {
    f("header", &HostileArray::header);
    f("count", &HostileArray::count);
  }
};

class GivenBoxesOfALog : public ::testing::Test {
 protected:
  static constexpr DriveRecipe kShort{.duration_s = 1.2, .camera = false, .lidar_columns = 120, .lidar_rings = 8};

  // Writes messages as a second file of the drive and ingests both.
  template <class M>
  BuildResult<IngestReport> ingest(const std::vector<M>& messages, const DriveRecipe& recipe = kShort,
                                   const std::string& source = "/labels") {
    EXPECT_TRUE(testing::write_drive(folder_ / "drive.mcap", recipe));
    const auto writer = logio::McapWriter::create(folder_ / "labels.mcap");
    EXPECT_TRUE(writer);
    logio::LogChannel channel{.topic = "/labels", .message_encoding = "cdr"};
    channel.schema = {std::string(M::kType), "", ""};
    const auto id = (*writer)->add_channel(channel);
    Timestamp recorded = kDrive;  // whatever the stamps say
    for (const M& message : messages) {
      recorded = recorded + Duration::from_ms(100);
      EXPECT_TRUE((*writer)->write(*id, recorded, recorded, 0, rosmsg::encode_cdr(message)));
    }
    EXPECT_TRUE((*writer)->close());
    IngestOptions options{.log = folder_ / "drive.mcap", .more_logs = {folder_ / "labels.mcap"}, .config = {}};
    options.config.actor_source = source;
    return McapIngest::run(workspace_, options, quiet_);
  }
  template <class M>
  std::string refusal(const std::vector<M>& messages, const std::string& source = "/labels") {
    const auto report = ingest(messages, kShort, source);
    return report ? "" : to_text(report.error());
  }
  RecordedBoxes recorded() const {
    const auto boxes = read_recorded_boxes(workspace_.folder(Step::mcap_ingest) / kGivenBoxesFile);
    EXPECT_TRUE(boxes) << (boxes ? "" : to_string(boxes.error()));
    return boxes ? *boxes : RecordedBoxes{};
  }

  TemporaryFolder folder_;
  Workspace workspace_ = *Workspace::open(folder_ / "w");
  NoProgress quiet_;
};

TEST_F(GivenBoxesOfALog, AreKeptRelativeToTheVehicle) {
  const auto report = ingest(std::vector{labels_at(0.2), labels_at(0.6), labels_at(1)});
  ASSERT_TRUE(report) << to_text(report.error());
  const RecordedBoxes boxes = recorded();
  EXPECT_EQ(boxes.topic, "/labels");
  ASSERT_EQ(boxes.tracks.size(), 1u);
  EXPECT_EQ(boxes.tracks[0].id, "token-7");
  EXPECT_EQ(boxes.tracks[0].category, "vehicle.car");
  ASSERT_EQ(boxes.tracks[0].boxes.size(), 3u);
  const RecordedBox& box = boxes.tracks[0].boxes[1];
  EXPECT_EQ(box.stamp, kDrive + Duration::from_seconds(0.6));
  EXPECT_NEAR(box.base_from_box.translation.x, 40 - 8 * 0.6 + 2.2 - 5 * 0.6, 1e-6);
  EXPECT_NEAR(box.base_from_box.translation.y, 3.3, 1e-6);
  EXPECT_NEAR(std::abs(to_rpy(box.base_from_box.rotation).yaw), kPi, 1e-6);
  EXPECT_EQ(box.size.x, 4.4);
}

TEST_F(GivenBoxesOfALog, MayBeTrackedObjectsInTheFrameOfASensor) {
  std::vector<TrackedObjects> messages;
  for (const double t : {0.2, 0.4}) {
    TrackedObjects& message = messages.emplace_back();
    message.header.stamp = kDrive + Duration::from_seconds(t), message.header.frame_id = "velodyne";
    TrackedObject& car = message.objects.emplace_back();
    car.object_id.uuid = {0xAB, 1};
    car.classification = {{ObjectClassification::PEDESTRIAN, 0.2F}, {ObjectClassification::TRUCK, 0.8F}};
    car.kinematics.pose_with_covariance.pose = rosmsg::to_pose(Rigid3d{{}, {10, 2, -1}});
    car.shape.dimensions = rosmsg::to_vector3(kCar);
  }
  const auto report = ingest(messages);
  ASSERT_TRUE(report) << to_text(report.error());
  const RecordedBoxes boxes = recorded();
  ASSERT_EQ(boxes.tracks.size(), 1u);
  EXPECT_EQ(boxes.tracks[0].id, "ab010000000000000000000000000000");
  EXPECT_EQ(boxes.tracks[0].category, "truck");
  ASSERT_EQ(boxes.tracks[0].boxes.size(), 2u);
  EXPECT_NEAR(boxes.tracks[0].boxes[0].base_from_box.translation.x, 11, 1e-6);  // the LiDAR is 1 m ahead, 1.8 m high
  EXPECT_NEAR(boxes.tracks[0].boxes[0].base_from_box.translation.z, 0.8, 1e-6);
}

TEST_F(GivenBoxesOfALog, AreRefusedByNameWithTheNextStep) {
  const std::vector good{labels_at(0.2), labels_at(0.4)};
  EXPECT_THAT(refusal(good, "/boxes"), HasSubstr("TOPIC_NOT_FOUND"));
  EXPECT_THAT(refusal(good, "/boxes"), HasSubstr("topics with boxes: /labels"));
  EXPECT_THAT(refusal(good, "/odom"), HasSubstr("nav_msgs/msg/Odometry holds no boxes"));
  EXPECT_THAT(refusal(std::vector{labels_at(0.2, "mars")}), HasSubstr("no transform leads from it to base_link"));
  std::vector broken = good;
  broken[1].detections[0].id = "";
  EXPECT_THAT(refusal(broken), HasSubstr("boxes without ids cannot be followed"));
  broken = good, broken[1].detections[0].bbox.size.x = 1e9;
  EXPECT_THAT(refusal(broken), HasSubstr("at most 100 m"));
  broken = good, broken[1].detections[0].bbox.center.position.x = std::nan("");
  EXPECT_THAT(refusal(broken), HasSubstr("token-7"));
  EXPECT_THAT(refusal(std::vector{labels_at(0.4), labels_at(0.2)}), HasSubstr("the stamps of /labels decrease"));
  broken = good, broken[1].detections.push_back(broken[1].detections[0]);
  EXPECT_THAT(refusal(broken), HasSubstr("object 'token-7' has two boxes at"));
  EXPECT_THAT(refusal(std::vector{labels_at(1000)}), HasSubstr("outside the time of the poses"));
}

TEST_F(GivenBoxesOfALog, WithACountBeyondTheMessageAreRefused) {
  const HostileArray message{.header = labels_at(0.2).header, .count = 1'000'000'000};
  EXPECT_THAT(refusal(std::vector{message}), HasSubstr("error"));
}

// Labels at 2 Hz, as people make them.
std::vector<Detection3DArray> labels_of_the_drive(Vec3d moved = {}) {
  std::vector<Detection3DArray> out;
  for (double t = 0; t < 4; t += 0.5) {
    out.push_back(labels_at(t));
    auto& position = out.back().detections[0].bbox.center.position;
    position.x += moved.x, position.y += moved.y;
  }
  return out;
}

class GivenActors : public GivenBoxesOfALog {
 protected:
  static constexpr DriveRecipe kOncoming{.duration_s = 4, .camera = false, .oncoming_mps = 8};
  Node tracks_of(const std::vector<Detection3DArray>& labels) {
    const auto report = ingest(labels, kOncoming);
    EXPECT_TRUE(report) << to_text(report.error());
    EXPECT_TRUE(CalibrationBuilder::run(workspace_, {}, quiet_));
    const auto built = ActorBuilder::run(workspace_, {.source = "/labels"}, quiet_);
    EXPECT_TRUE(built) << to_text(built.error());
    if (built) report_ = *built;
    return read_json(workspace_.folder(Step::actor_builder) / kTracksFile).value_or(Node{});
  }
  ActorBuilderReport report_;
};

TEST_F(GivenActors, AreThePlantedBoxes) {
  const Node tracks = tracks_of(labels_of_the_drive());
  ASSERT_EQ(tracks["actors"].items.size(), 1u) << write_json(tracks);
  EXPECT_EQ(tracks["actors"].items[0]["given"]["id"].text, "token-7");
  EXPECT_LT(tracks["actors"].items[0]["given"]["moved_m"].real, 0.15);
  EXPECT_EQ(report_.given_actors, 1u);
  const auto actors = read_built_actors(workspace_);
  ASSERT_TRUE(actors && *actors);
  const world::ActorTrajectory& car = (*actors)->trajectories.actors.at(0);
  EXPECT_EQ(car.actor_class, world::ActorClass::car);
  EXPECT_NEAR(car.size.x, kCar.x, 0.15);
  EXPECT_NEAR(car.size.y, kCar.y, 0.15);
  for (const double t : {1.0, 2.0, 3.0}) {
    const auto pose = world::pose_at(car, t);
    ASSERT_TRUE(pose) << t;
    EXPECT_NEAR(pose->position.x, car_at(t).translation.x, 0.15);
    EXPECT_NEAR(pose->position.y, 3.3, 0.1);
    EXPECT_NEAR(pose->v, 8, 0.2);
  }
}

TEST_F(GivenActors, ThatTheSweepsContradictAreListedAndOursStay) {
  const Node tracks = tracks_of(labels_of_the_drive({0, 1.5, 0}));
  ASSERT_EQ(tracks["actors"].items.size(), 1u) << write_json(tracks);
  EXPECT_EQ(tracks["actors"].items[0].find("given"), nullptr);
  const auto& rejected = tracks["rejected"].items;
  const auto listed = std::ranges::find_if(rejected, [](const Node& t) { return t["given"]["id"].text == "token-7"; });
  ASSERT_NE(listed, rejected.end());
  EXPECT_EQ((*listed)["reason"].text, "beside_returns");
  ASSERT_FALSE(report_.problems.empty());
  EXPECT_THAT(to_string(*report_.problems.begin()), HasSubstr("do not support 1 of 1 given objects: 1 beside_returns"));
}

}  // namespace
}  // namespace gs::builder
