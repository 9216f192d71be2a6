// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Objects of scripted traffic: proportions, contact with the ground, gait and pedals.
#include "gs/synth/traffic/traffic_object.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "gs/synth/traffic/gait.h"
#include "gs/synth/traffic/models.h"

namespace gs::synth {
namespace {

TrafficObject object_of(TrafficClass type, uint64_t index = 0) {
  return make_object(type, Random(1, purpose("test"), index));
}

TEST(TrafficObject, HasTheProportionsOfItsClass) {
  // Least and largest length, width and height.
  const std::map<TrafficClass, std::pair<Vec3d, Vec3d>> expected{
      {TrafficClass::car, {{3.7, 1.65, 1.4}, {4.8, 1.95, 1.8}}},
      {TrafficClass::van, {{5.35, 1.95, 2.3}, {5.45, 2.05, 2.4}}},
      {TrafficClass::truck, {{8.5, 2.4, 3.3}, {8.7, 2.6, 3.5}}},
      {TrafficClass::cyclist, {{1.65, 0.5, 1.65}, {1.85, 0.7, 1.85}}},
      {TrafficClass::pedestrian, {{0.6, 0.5, 1.55}, {1.1, 0.75, 1.95}}}};
  for (const auto& [type, limits] : expected) {
    for (uint64_t index = 0; index < 12; ++index) {
      const Vec3d size = largest_box_of(object_of(type, index)).size();
      for (const auto& [low, value, high] :
           {std::array{limits.first.x, size.x, limits.second.x}, std::array{limits.first.y, size.y, limits.second.y},
            std::array{limits.first.z, size.z, limits.second.z}}) {
        EXPECT_GE(value, low) << name_of(type);
        EXPECT_LE(value, high) << name_of(type);
      }
    }
  }
}

TEST(TrafficObject, NamesAndCodesAgree) {
  for (const TrafficClass type : kTrafficClasses) {
    EXPECT_EQ(class_code(name_of(type)), static_cast<uint8_t>(type));
  }
  EXPECT_EQ(class_code("person"), static_cast<uint8_t>(TrafficClass::pedestrian));
  EXPECT_EQ(class_code("building"), 0);
}

// Wheels stand on the crest, in the bend and on the camber of the road, also while they change lanes.
TEST(TrafficObject, WheelsStandOnTheRoad) {
  const Road road({.length_m = 400});
  for (const TrafficClass type : {TrafficClass::car, TrafficClass::van, TrafficClass::truck, TrafficClass::cyclist}) {
    TrafficObject object = object_of(type);
    object.script = {.start = {-40, -1.6},
                     .speed = SpeedProfile({{0, 10}}),
                     .lane_changes = {{90, 25, Road::kLane}, {180, 25, -Road::kLane}}};
    for (double t = 0; t < 48; t += 0.7) {
      const Rigid3d pose = map_from_object(object, road, t);
      double lowest = 1e300;
      for (const Vec3f& vertex : object.parts[0].mesh.vertices) {
        const Vec3d p = pose * cast<double>(vertex);
        lowest = std::min(lowest, p.z - road.ground_height(Vec2d{p.x, p.y}));
      }
      EXPECT_NEAR(lowest, 0, type == TrafficClass::truck ? 0.05 : 0.03) << name_of(type) << " " << t;
    }
  }
}

// The point on the path moves along the path; the object looks where its path leads, also when it stands.
TEST(TrafficObject, FacesItsPath) {
  const Road road({.length_m = 400});
  TrafficObject car = object_of(TrafficClass::car);
  car.script = {.start = {150, 1.6}, .heading_rad = kPi, .speed = SpeedProfile({{0, 8}, {4, 0}})};
  for (const double t : {0.5, 2.0, 3.5, 6.0}) {
    const Rigid3d pose = map_from_object(car, road, t);
    const Vec3d forward = pose.rotation * Vec3d{1, 0, 0};
    const ScriptState state = state_of(car.script, road, t);
    const double road_heading = road.at(state.at.s).heading_rad;
    EXPECT_LT(forward.x * std::cos(road_heading) + forward.y * std::sin(road_heading), -0.99) << t;
    const Vec3d axle = pose * Vec3d{car.carried_x_m, 0, 0};
    EXPECT_NEAR(norm(Vec2d{axle.x, axle.y} - road.plan(state.at.s, state.at.d)), 0, 1e-9);
  }
}

TEST(TrafficObject, WalkersKeepAFootOnTheGroundAndSwingOppositeLimbs) {
  const TrafficObject walker = object_of(TrafficClass::pedestrian, 3);
  double narrowest = 1e300, widest = 0;
  for (double travelled = 0; travelled < 1.5; travelled += 0.03) {
    const ScriptState state{.travelled_m = travelled, .speed_mps = 1.4};
    const ObjectBox box = box_of(walker, state);
    EXPECT_GE(box.low.z, -1e-6);
    EXPECT_LT(box.low.z, 0.03);
    narrowest = std::min(narrowest, box.size().x), widest = std::max(widest, box.size().x);
    const auto foot = [&](std::size_t part) {
      return (object_from_part(walker, part, state) * Vec3d{0, 0, -Walker::kLeg * walker.scale}).x;
    };
    EXPECT_NEAR(foot(1), -foot(2), 1e-9) << "legs";
  }
  EXPECT_GT(widest, narrowest + 0.3);
  const ScriptState standing{.travelled_m = 0.4, .speed_mps = 0};
  EXPECT_NEAR(object_from_part(walker, 1, standing).rotation.y, 0, 1e-12);
}

TEST(TrafficObject, RidersKeepTheirFeetOnThePedals) {
  const TrafficObject rider = object_of(TrafficClass::cyclist);
  for (double travelled = 0; travelled < 5; travelled += 0.13) {
    const ScriptState state{.travelled_m = travelled, .speed_mps = 5};
    const Rigid3d cranks = riding_pose(Limb::cranks, state);
    for (const double side : {1.0, -1.0}) {
      const Rigid3d thigh = riding_pose(side > 0 ? Limb::left_thigh : Limb::right_thigh, state);
      const Rigid3d shin = riding_pose(side > 0 ? Limb::left_shin : Limb::right_shin, state);
      const Vec3d sole = shin * Vec3d{0, 0, -Rider::kShin};
      const Vec3d pedal = cranks * Vec3d{side * Rider::kCrank, side * Rider::kPedalY, 0};
      EXPECT_LT(norm(sole - pedal), 1e-9) << travelled;
      EXPECT_LT(norm(thigh * Vec3d{0, 0, -Rider::kThigh} - shin.translation), 1e-9) << "knee";
      EXPECT_GT(shin.translation.x, 0.5 * (thigh.translation.x + sole.x)) << "knees bend forward";
    }
    EXPECT_GE(box_of(rider, state).low.z, -1e-6);
  }
}

TEST(TrafficObject, LargestBoxContainsEveryPhase) {
  for (const TrafficClass type : kTrafficClasses) {
    const TrafficObject object = object_of(type);
    const ObjectBox all = largest_box_of(object);
    for (double travelled = 0; travelled < 6; travelled += 0.017) {
      const ObjectBox now = box_of(object, {.travelled_m = travelled, .speed_mps = 1.3});
      EXPECT_GE(now.low.x, all.low.x - 0.005);
      EXPECT_LE(now.high.x, all.high.x + 0.005);
      EXPECT_GE(now.low.z, all.low.z - 0.005);
      EXPECT_LE(now.high.z, all.high.z + 0.005);
      if (!object.deforms()) break;
    }
  }
}

}  // namespace
}  // namespace gs::synth
