// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/given_actors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/world/actors/trajectories_file.h"

namespace gs::builder {
namespace {

using mapping::GivenTrack;
using mapping::ObjectClass;
using ::testing::HasSubstr;

class BoxFiles : public ::testing::Test {
 protected:
  Result<std::vector<GivenTrack>> read(const std::string& text) {
    EXPECT_TRUE(write_file(folder_ / "boxes.json", text));
    return read_box_file(folder_ / "boxes.json");
  }
  std::string refusal(const std::string& text) {
    const auto tracks = read(text);
    return tracks ? "" : to_string(tracks.error());
  }
  // boxes.json with one car; `t` and `x` are its columns.
  static std::string synth(const std::string& t, const std::string& x, const std::string& size = "4, 2, 1.5") {
    return R"({"version": "1.0", "zero": {"sec": 100, "nanosec": 500000000}, "objects": [{"instance": 7, "class": "car",)"
           R"("size": [)" +
           size + R"(], "tracks": [{"t": [)" + t + R"(], "x": [)" + x +
           R"(], "y": [0, 0], "z": [0.1, 0.1], "yaw": [0.5, 0.5]}]}]})";
  }
  TemporaryFolder folder_;
};

TEST_F(BoxFiles, OfGsSynthAreTracksByInstance) {
  const auto tracks = read(synth("0.25, 1.5", "1, 9"));
  ASSERT_TRUE(tracks) << to_string(tracks.error());
  ASSERT_EQ(tracks->size(), 1u);
  const GivenTrack& car = tracks->front();
  EXPECT_EQ(car.id, "7");
  EXPECT_EQ(car.type, ObjectClass::car);
  ASSERT_EQ(car.boxes.size(), 2u);
  EXPECT_EQ(car.boxes[1].stamp, Timestamp::from_seconds(102));
  EXPECT_EQ(car.boxes[1].floor_in_map.x, 9);
  EXPECT_EQ(car.boxes[1].floor_in_map.z, 0.1);
  EXPECT_EQ(car.boxes[1].yaw, 0.5);
  EXPECT_EQ(car.boxes[1].size.y, 2);
}

TEST_F(BoxFiles, OfABundleAreItsTrajectories) {
  world::ActorTrajectories file{.zero = Timestamp::from_seconds(50)};
  world::ActorTrajectory bus{.id = "a0003", .asset = "bus", .actor_class = world::ActorClass::large_vehicle};
  bus.size = {12, 2.5, 3};
  bus.t = {0, 0.5}, bus.x = {1, 2}, bus.y = {3, 3}, bus.z = {0, 0}, bus.yaw = {0.1, 0.1};
  bus.v = {2, 2}, bus.yaw_rate = {0, 0};
  bus.phases = {{0, 0.5, world::PhaseKind::moving}};
  file.actors = {bus};
  const auto tracks = read(world::write_actor_trajectories(file));
  ASSERT_TRUE(tracks) << to_string(tracks.error());
  ASSERT_EQ(tracks->size(), 1u);
  EXPECT_EQ(tracks->front().id, "a0003");
  EXPECT_EQ(tracks->front().type, ObjectClass::large_vehicle);
  EXPECT_EQ(tracks->front().boxes[1].stamp, Timestamp::from_seconds(50.5));
  EXPECT_EQ(tracks->front().boxes[1].floor_in_map.x, 2);
  EXPECT_EQ(tracks->front().boxes[1].size.x, 12);
}

TEST_F(BoxFiles, WithBadNumbersAreRefusedByName) {
  EXPECT_THAT(refusal(synth("1, 1", "1, 9")), HasSubstr("the times do not increase: 1 s after 1 s"));
  EXPECT_THAT(refusal(synth("1, 1", "1, 9")), HasSubstr("object '7'"));
  EXPECT_THAT(refusal(synth("2, 1", "1, 9")), HasSubstr("the times do not increase"));
  EXPECT_THAT(refusal(synth("1, 2", "1, null")), HasSubstr("value 1 of column 'x'"));
  EXPECT_THAT(refusal(synth("1, 2", "1, 1e300")), HasSubstr("value 1 of column 'x'"));
  EXPECT_THAT(refusal(synth("1, 2", "1, NaN")), HasSubstr("boxes.json"));
  EXPECT_THAT(refusal(synth("1, 2", "1, 2, 3")), HasSubstr("column 'x' has 3 values, column 't' 2"));
  EXPECT_THAT(refusal(synth("1, 2", "1, 9", "4, 0, 1.5")), HasSubstr("sides of 4 0 1.5 m"));
  EXPECT_THAT(refusal(synth("1, 2", "1, 9", "1000000000, 2, 1.5")), HasSubstr("at most 100 m"));
  EXPECT_THAT(refusal(synth("1, 2", "1, 9", "4, 2")), HasSubstr("size of three numbers"));
  EXPECT_THAT(refusal(R"({"objects": []})"), HasSubstr("gs-synth truth"));
  EXPECT_THAT(refusal(R"({"zero": {"sec": 1e9, "nanosec": 4e9}, "objects": []})"), HasSubstr("zero"));
}

TEST_F(BoxFiles, OfOtherKindsAreRefusedWithTheNextStep) {
  EXPECT_THAT(refusal("{\"boxes\": []}"), HasSubstr("set actors.source to auto"));
  EXPECT_THAT(refusal("x,y,z"), HasSubstr("set actors.source to auto"));
  EXPECT_THAT(refusal(R"({"version": "1.2.0", "actors": [{"id": "a", "t": [1, 0]}]})"), HasSubstr("trajectories.json"));
  EXPECT_FALSE(read_box_file(folder_ / "missing.json"));
}

TEST(LabelClasses, FollowFromTheWords) {
  for (const char* label : {"Pedestrian", "human.pedestrian.construction_worker", "Person_sitting"}) {
    EXPECT_EQ(class_of_label(label), ObjectClass::pedestrian) << label;
  }
  for (const char* label : {"Cyclist", "vehicle.bicycle", "two_wheeler", "Motorcycle"}) {
    EXPECT_EQ(class_of_label(label), ObjectClass::two_wheeler) << label;
  }
  for (const char* label : {"Car", "vehicle.car", "Pickup Truck"}) {
    EXPECT_EQ(class_of_label(label), ObjectClass::car) << label;
  }
  for (const char* label : {"vehicle.bus.rigid", "large_vehicle", "Medium-sized Truck", "Tram"}) {
    EXPECT_EQ(class_of_label(label), ObjectClass::large_vehicle) << label;
  }
  for (const char* label : {"", "Van", "Misc", "movable_object.barrier", "cart", "17"}) {
    EXPECT_EQ(class_of_label(label), ObjectClass::unknown) << label;
  }
}

TEST(RecordedBoxes, KeepTheirPlaceBesideTheVehicleWhenPosesChange) {
  RecordedBoxes boxes{.topic = "/labels/objects"};
  const Timestamp stamp = Timestamp::from_seconds(10);
  boxes.tracks = {{"1", "car", {{stamp, {Quaterniond::from_rpy(0, 0, 0.3), {5, 1, 0.9}}, {4, 2, 1.6}}}}};
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "given_boxes.json", write_recorded_boxes(boxes)));
  const auto read = read_recorded_boxes(folder / "given_boxes.json");
  ASSERT_TRUE(read) << to_string(read.error());
  // A vehicle that looks along y, at x = 100.
  const Rigid3d pose{Quaterniond::from_rpy(0, 0, kPi / 2), {100, 0, 0}};
  const auto path = Trajectory::from_poses({{stamp, pose}, {Timestamp::from_seconds(11), pose}});
  const std::vector<GivenTrack> tracks = place_boxes(*read, *path);
  ASSERT_EQ(tracks.size(), 1u);
  ASSERT_EQ(tracks[0].boxes.size(), 1u);
  EXPECT_EQ(tracks[0].boxes[0].stamp, stamp);
  EXPECT_NEAR(tracks[0].boxes[0].floor_in_map.x, 99, 1e-9);
  EXPECT_NEAR(tracks[0].boxes[0].floor_in_map.y, 5, 1e-9);
  EXPECT_NEAR(tracks[0].boxes[0].floor_in_map.z, 0.1, 1e-9);
  EXPECT_NEAR(tracks[0].boxes[0].yaw, kPi / 2 + 0.3, 1e-9);
  // Damage of the file.
  ASSERT_TRUE(
      write_file(folder / "given_boxes.json", R"({"topic": "/t", "tracks": [{"id": "1", "boxes": [[1, 2]]}]})"));
  EXPECT_FALSE(read_recorded_boxes(folder / "given_boxes.json"));
}

}  // namespace
}  // namespace gs::builder
