// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where cars and people stand and move: nothing overlaps, everybody keeps to a lane or sidewalk.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/synth/street/street.h"

namespace gs::synth {
namespace {

// Extent in road coordinates.
struct Extent {
  double s0 = 1e300, s1 = -1e300, d0 = 1e300, d1 = -1e300;
  void add(RoadCoordinates c) {
    s0 = std::min(s0, c.s), s1 = std::max(s1, c.s);
    d0 = std::min(d0, c.d), d1 = std::max(d1, c.d);
  }
  bool overlaps(const Extent& o) const { return s0 < o.s1 && o.s0 < s1 && d0 < o.d1 && o.d0 < d1; }
};

Extent extent_of(const Street& street, const Actor& actor, double time_s) {
  Extent extent;
  const Rigid3d pose = street.map_from_actor(actor, time_s);
  for (const Vec3f& vertex : actor.mesh.vertices) {
    const Vec3d p = pose * cast<double>(vertex);
    extent.add(street.road.locate({p.x, p.y}));
  }
  return extent;
}

bool is_car(const Actor& actor) { return actor.bob_m == 0; }

TEST(Traffic, CarsNeverOverlap) {
  for (const int64_t seed : {1, 2, 3}) {
    const Street street = make_street({.seed = seed, .length_m = 200, .density = 0, .traffic = 3}, true);
    for (const double time_s : {0.0, 7.3, 41.0}) {
      std::vector<Extent> cars;
      for (const Actor& actor : street.actors) {
        if (is_car(actor)) cars.push_back(extent_of(street, actor, time_s));
      }
      ASSERT_GT(cars.size(), 10u);
      for (std::size_t i = 0; i < cars.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(cars[i].overlaps(cars[k])) << i << " " << k << " " << time_s;
      }
    }
  }
}

// Cars stay inside a driving lane of 3.25 m and people on the sidewalk behind the kerb, on both sides.
TEST(Traffic, KeepsToLanesAndSidewalks) {
  const Street street = make_street({.length_m = 200, .density = 0}, true);
  int people = 0;
  for (const Actor& actor : street.actors) {
    const Extent extent = extent_of(street, actor, 5);
    const double inner = std::min(std::fabs(extent.d0), std::fabs(extent.d1));
    const double outer = std::max(std::fabs(extent.d0), std::fabs(extent.d1));
    EXPECT_GT(extent.d0 * extent.d1, 0) << "on one side of the centreline";
    if (is_car(actor)) {
      EXPECT_LT(outer, Road::kLane);
      EXPECT_EQ(actor.d > 0, actor.speed_mps < 0) << "traffic keeps to the right";
    } else {
      EXPECT_GT(inner, Road::kHalfWidth);
      EXPECT_LT(outer, Road::kHalfWidth + Road::kSidewalk);
      ++people;
    }
  }
  EXPECT_GT(people, 5);
}

// On the centreline an actor would move by its speed; at the offset d of a bend it moves by 1 - curvature * d times
// that.
TEST(Traffic, MovesAtItsSpeedOnTheGround) {
  const Street street = make_street({.length_m = 200}, true);
  constexpr double kStep = 1e-3;
  for (const Actor& actor : street.actors) {
    for (const double time_s : {0.5, 3.0, 11.0}) {
      const Rigid3d pose = street.map_from_actor(actor, time_s);
      const Vec3d step = street.map_from_actor(actor, time_s + kStep).translation - pose.translation;
      if (norm(step) > 1) continue;  // it has just re-entered at the other end
      const RoadCoordinates at = street.road.locate({pose.translation.x, pose.translation.y});
      const double speed = std::fabs(actor.speed_mps) * (1 - street.road.at(at.s).curvature_per_m * at.d);
      EXPECT_NEAR(std::hypot(step.x, step.y) / kStep, speed, 0.01);
      const double height = pose.translation.z - street.road.ground_height(at);
      EXPECT_GE(height, -1e-6);
      EXPECT_LE(height, actor.bob_m + 1e-6);
      // It faces the direction of its motion.
      const Vec3d forward = pose.rotation * Vec3d{1, 0, 0};
      EXPECT_GT(forward.x * step.x + forward.y * step.y,
                0.999 * std::hypot(step.x, step.y) * std::hypot(forward.x, forward.y));
    }
  }
}

// An actor that leaves at one end re-enters at the other: its position is periodic.
TEST(Traffic, ReEntersAfterOneLap) {
  const Street street = make_street({.length_m = 200}, true);
  const double lap = 200 + 2 * Road::kRunOut - 10;
  for (const Actor& actor : street.actors) {
    const Vec3d now = street.map_from_actor(actor, 2).translation;
    const Vec3d later = street.map_from_actor(actor, 2 + lap / std::fabs(actor.speed_mps)).translation;
    EXPECT_LT(std::hypot(now.x - later.x, now.y - later.y), 1e-6);
  }
}

// Parked cars stand in the parking lane and do not overlap; the seed decides which of them are there.
TEST(ParkedCars, StandInTheParkingLaneWithoutOverlap) {
  for (const int64_t seed : {1, 2, 3}) {
    const Street street = make_street({.seed = seed, .length_m = 200, .density = 2}, false);
    std::map<uint32_t, Extent> cars;
    for (const StreetObject& object : street.objects) {
      if (object.kind == "car") cars[object.instance];
    }
    ASSERT_GT(cars.size(), 10u);
    street.mesh.for_each_corner([&](uint32_t instance, Vec3f v) {
      const auto car = cars.find(instance);
      if (car != cars.end()) car->second.add(street.road.locate({double{v.x}, double{v.y}}));
    });
    for (auto a = cars.begin(); a != cars.end(); ++a) {
      const double inner = std::min(std::fabs(a->second.d0), std::fabs(a->second.d1));
      EXPECT_GT(inner, Road::kLane - 0.05) << "a parked car reaches into the driving lane";
      for (auto b = cars.begin(); b != a; ++b)
        EXPECT_FALSE(a->second.overlaps(b->second)) << a->first << " " << b->first;
    }
  }
}

// A gap takes away the cars that would stand in it, and changes no other.
TEST(ParkedCars, LeaveGapsFree) {
  const ParkingGap gap{.from_s = 40, .to_s = 70, .side = -1};
  const Street full = make_street({.length_m = 200, .density = 2}, false);
  const Street street = make_street({.length_m = 200, .density = 2}, false, {&gap, 1});
  const auto cars_in = [](const Street& of, double from, double to) {
    std::map<uint32_t, Extent> cars;
    for (const StreetObject& object : of.objects) {
      if (object.kind == "car") cars[object.instance];
    }
    of.mesh.for_each_corner([&](uint32_t instance, Vec3f v) {
      const auto car = cars.find(instance);
      if (car != cars.end()) car->second.add(of.road.locate({double{v.x}, double{v.y}}));
    });
    return std::count_if(cars.begin(), cars.end(), [&](const auto& car) {
      return car.second.d0 < 0 && car.second.s1 > from && car.second.s0 < to;
    });
  };
  EXPECT_GE(cars_in(full, 40, 70), 3);
  EXPECT_EQ(cars_in(street, 40, 70), 0);
  EXPECT_EQ(cars_in(street, 76, 250), cars_in(full, 76, 250));
}

}  // namespace
}  // namespace gs::synth
