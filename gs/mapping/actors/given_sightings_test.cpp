// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes that others made, against the sweeps of a street with an oncoming car and a crossing person.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/mapping/actors/track_objects.h"
#include "gs/mapping/objects/build_objects.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::furnished_street;
using testing::KeptSweeps;
using testing::Street;
using testing::StreetDrive;

constexpr Vec3d kCarSize{4.4, 1.8, 1.5}, kCarVelocity{-6, 0, 0};
constexpr double kStep_s = 0.5;  // between the boxes: labels are rarer than sweeps

// The car of the street as labels state it, moved and with another velocity.
GivenTrack car_labels(Vec3d moved = {}, Vec3d velocity = kCarVelocity) {
  GivenTrack out{.id = "17", .type = ObjectClass::car, .boxes = {}};
  for (double t = 0; t <= 4; t += kStep_s) {
    const Vec3d floor = Vec3d{42.2, -2, 0} + moved + velocity * t;
    out.boxes.push_back({Timestamp::from_seconds(t), floor, kPi, kCarSize});
  }
  return out;
}

class GivenTracksOfAStreet : public ::testing::Test {
 protected:
  static Street street() {
    Street street = furnished_street();
    street.noise_m = 0.01;
    street.boxes.push_back({{40, -2.9, 0.05}, {44.4, -1.1, 1.5}, kCarVelocity});
    return street;
  }
  // The tracks with those of the labels at the end.
  std::vector<ObjectTrack> follow(const std::vector<GivenTrack>& given) {
    NoProgress quiet;
    auto tracks = ObjectTracker::run(sweeps_, {}, {.max_range_m = 40}, quiet, given);
    EXPECT_TRUE(tracks) << (tracks ? "" : to_string(tracks.error()));
    return tracks ? *std::move(tracks) : std::vector<ObjectTrack>{};
  }
  ObjectTrack follow_one(const GivenTrack& given) {
    const auto tracks = follow({given});
    EXPECT_FALSE(tracks.empty());
    return tracks.empty() ? ObjectTrack{} : tracks.back();
  }

  StreetDrive drive_{street(), 35, {.columns = 900, .rows = 40}};
  KeptSweeps sweeps_{drive_};
};

TEST_F(GivenTracksOfAStreet, HaveTheReturnsInTheirBoxesAndReplaceOurs) {
  const std::vector<ObjectTrack> tracks = follow({car_labels()});
  const ObjectTrack& car = tracks.back();
  ASSERT_TRUE(car.given);
  EXPECT_FALSE(car.rejection) << name_of(*car.rejection);
  EXPECT_EQ(car.given->id, "17");
  EXPECT_EQ(car.given->boxes, 9u);
  EXPECT_GT(car.given->inside_share, 0.95);
  EXPECT_LT(car.given->speed_error_mps, 0.5);
  EXPECT_GT(car.sightings.size(), 15u);
  EXPECT_EQ(car.states.size(), car.sightings.size());

  NoProgress quiet;
  const auto flat = [](double, double) { return std::optional<double>(0.0); };
  const auto built = build_objects(sweeps_, tracks, flat, {}, quiet);
  ASSERT_TRUE(built) << to_string(built.error());
  ASSERT_EQ(built->objects.size(), 1u);
  const MovingObjectModel& model = built->objects[0];
  ASSERT_TRUE(model.given);
  EXPECT_LT(model.given->moved_m, 0.1);
  EXPECT_EQ(model.type, ObjectClass::car);
  EXPECT_NEAR(model.size.x, kCarSize.x, 0.1);
  EXPECT_NEAR(model.size.y, kCarSize.y, 0.1);
  for (const ObjectState& s : model.states) {
    EXPECT_NEAR(s.position_in_map.x, 42.2 - 6 * s.stamp.seconds(), 0.15);
    EXPECT_NEAR(s.position_in_map.y, -2, 0.1);
    EXPECT_LT(std::abs(std::remainder(s.yaw - kPi, 2 * kPi)), 0.03);
  }
  // Our own track of the car is the second one.
  EXPECT_TRUE(std::ranges::any_of(
      built->rejected, [](const RejectedTrack& t) { return t.reason == TrackRejection::duplicate && !t.given; }));
}

TEST_F(GivenTracksOfAStreet, OfBoxesThatAreALittleOffAreCorrected) {
  const std::vector<ObjectTrack> tracks = follow({car_labels({0.2, 0.2, 0})});
  EXPECT_FALSE(tracks.back().rejection);
  NoProgress quiet;
  const auto built = build_objects(sweeps_, tracks, {}, {}, quiet);
  ASSERT_TRUE(built && !built->objects.empty());
  const MovingObjectModel& model = built->objects.back();
  ASSERT_TRUE(model.given);
  EXPECT_NEAR(model.given->moved_m, std::hypot(0.2, 0.2), 0.1);
  for (const ObjectState& s : model.states) EXPECT_NEAR(s.position_in_map.y, -2, 0.1);
}

TEST_F(GivenTracksOfAStreet, BesideTheReturnsAreRejectedAndOursStays) {
  const std::vector<ObjectTrack> tracks = follow({car_labels({0, 1.2, 0})});
  EXPECT_EQ(tracks.back().rejection, TrackRejection::beside_returns);
  EXPECT_LT(tracks.back().given->inside_share, 0.75);
  NoProgress quiet;
  const auto built = build_objects(sweeps_, tracks, {}, {}, quiet);
  ASSERT_TRUE(built);
  ASSERT_EQ(built->objects.size(), 1u);
  EXPECT_FALSE(built->objects[0].given);
  EXPECT_NEAR(built->objects[0].states.front().position_in_map.y, -2, 0.2);
}

TEST_F(GivenTracksOfAStreet, WithoutReturnsAreRejected) {
  EXPECT_EQ(follow_one(car_labels({0, 30, 0})).rejection, TrackRejection::no_returns);
  GivenTrack later = car_labels();
  for (GivenBox& box : later.boxes) box.stamp = box.stamp + Duration::from_seconds(1000);
  EXPECT_EQ(follow_one(later).rejection, TrackRejection::no_returns);
}

TEST_F(GivenTracksOfAStreet, ThatMoveWhereTheReturnsStandAreRejected) {
  // Along the wall of a house.
  GivenTrack wall = car_labels();
  for (GivenBox& box : wall.boxes) box.floor_in_map.y = 8.6, box.floor_in_map.x -= 20;
  const ObjectTrack track = follow_one(wall);
  EXPECT_TRUE(track.rejection == TrackRejection::other_motion)
      << (track.rejection ? name_of(*track.rejection) : "used") << " " << track.given->speed_error_mps;
}

TEST_F(GivenTracksOfAStreet, ThatStandAreNotLookedAt) {
  GivenTrack parked = car_labels();
  for (GivenBox& box : parked.boxes) box.floor_in_map = {7.25, 3, 0}, box.yaw = 0;
  const ObjectTrack track = follow_one(parked);
  EXPECT_EQ(track.rejection, TrackRejection::is_short);
  EXPECT_TRUE(track.sightings.empty());
  parked.boxes.resize(1);
  EXPECT_EQ(follow_one(parked).rejection, TrackRejection::is_short);
  parked.boxes.clear();
  EXPECT_EQ(follow_one(parked).rejection, TrackRejection::is_short);
}

}  // namespace
}  // namespace gs::mapping
