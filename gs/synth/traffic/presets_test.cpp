// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Presets of scripted traffic: nothing collides, everybody keeps to the street, and every motion happens.
#include "gs/synth/traffic/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gs/synth/street/smooth_step.h"

namespace gs::synth {
namespace {

// A vehicle at constant speed after a rise of five seconds, like gs/synth/sensors/ego.h.
double ego_s(double t, double speed = 10.5) {
  const double rise = t <= 0 ? 0 : 5 * smooth_step_integral(t / 5);
  return 8 + speed * (0.6 * t + 0.4 * rise);
}

// Footprint of a box in map.
struct Footprint {
  Vec2d middle, forward;  // unit vector
  double half_length, half_width;
  double reach(Vec2d axis) const {
    return half_length * std::fabs(dot(forward, axis)) + half_width * std::fabs(cross(forward, axis));
  }
};

// Separating axis theorem for two rectangles.
bool overlap(const Footprint& a, const Footprint& b) {
  const double together = a.half_length + a.half_width + b.half_length + b.half_width;
  if (std::fabs(a.middle.x - b.middle.x) > together || std::fabs(a.middle.y - b.middle.y) > together) return false;
  for (const Vec2d axis : {a.forward, Vec2d{-a.forward.y, a.forward.x}, b.forward, Vec2d{-b.forward.y, b.forward.x}}) {
    if (std::fabs(dot(a.middle - b.middle, axis)) >= a.reach(axis) + b.reach(axis)) return false;
  }
  return true;
}

Footprint footprint_of(const Rigid3d& pose, const ObjectBox& box) {
  const Vec3d middle = pose * ((box.low + box.high) * 0.5), forward = pose.rotation * Vec3d{1, 0, 0};
  const Vec2d flat{forward.x, forward.y};
  return {{middle.x, middle.y}, flat * (1 / norm(flat)), 0.5 * box.size().x, 0.5 * box.size().y};
}

// The recording vehicle: 4.55 x 1.9 m, rear axle 0.9 m before its rear end.
Footprint ego_footprint(const Road& road, double s) {
  const Vec2d at = road.plan(s + 1.375, -0.5 * Road::kLane);
  const double heading = road.at(s + 1.375).heading_rad;
  return {at, {std::cos(heading), std::sin(heading)}, 2.275, 0.95};
}

// The parked cars of a street, in road coordinates.
std::vector<Footprint> parked_cars(const StreetOptions& options) {
  const Street street = make_street(options, false);
  std::map<uint32_t, ObjectBox> boxes;
  for (const StreetObject& object : street.objects) {
    if (object.kind == "car") boxes[object.instance];
  }
  street.mesh.for_each_corner([&](uint32_t instance, Vec3f v) {
    const auto car = boxes.find(instance);
    if (car == boxes.end()) return;
    const RoadCoordinates c = street.road.locate({double{v.x}, double{v.y}});
    car->second.add(Vec3d{c.s, c.d, double{v.z}});
  });
  std::vector<Footprint> cars;
  for (const auto& [instance, box] : boxes) {
    const Vec3d middle = (box.low + box.high) * 0.5;
    cars.push_back({{middle.x, middle.y}, {1, 0}, 0.5 * box.size().x, 0.5 * box.size().y});
  }
  return cars;
}

bool is_in_gap(const TrafficPlan& plan, Vec2d at) {
  return std::any_of(plan.parking_gaps.begin(), plan.parking_gaps.end(), [&](const ParkingGap& gap) {
    return gap.side * at.y > 0 && at.x > gap.from_s - 2.5 && at.x < gap.to_s + 2.5;
  });
}

// An object of a plan at a time; the recording vehicle comes last.
struct Present {
  std::string name;
  bool walks;
  Footprint in_map, on_road;
};

std::vector<Present> present_at(const TrafficPlan& plan, const std::vector<ObjectBox>& boxes, const Road& road,
                                double t, double ego) {
  std::vector<Present> out;
  for (std::size_t i = 0; i < plan.objects.size(); ++i) {
    const TrafficObject& object = plan.objects[i];
    if (!exists(object.script, road, t)) continue;
    const ScriptState state = state_of(object.script, road, t);
    const Footprint print = footprint_of(map_from_object(object, road, t), boxes[i]);
    const RoadCoordinates c = road.locate(print.middle);
    const Vec2d forward{std::cos(state.heading_rad), std::sin(state.heading_rad)};
    out.push_back({std::string(name_of(object.type)) + " " + std::to_string(i),
                   object.type == TrafficClass::pedestrian,
                   print,
                   {{c.s, c.d}, forward, print.half_length, print.half_width}});
  }
  const Footprint print = ego_footprint(road, ego);
  out.push_back({"vehicle", false, print, {{ego, -0.5 * Road::kLane}, {1, 0}, 0, 0}});
  return out;
}

// Checks the plan of every preset for collisions among its objects, with the vehicle and with parked cars.
void expect_no_collision(const StreetOptions& options, double duration_s, double speed) {
  const Road road(options);
  const std::vector<Footprint> parked = parked_cars(options);
  const auto path = [&](double t) { return ego_s(t, speed); };
  for (const std::string& preset : kTrafficPresets) {
    const TrafficPlan plan = make_traffic(preset, road, {path, duration_s, static_cast<uint64_t>(options.seed)});
    std::vector<ObjectBox> boxes;
    for (const TrafficObject& object : plan.objects) boxes.push_back(largest_box_of(object));
    std::set<std::string> told;
    const auto expect_apart = [&](const Footprint& a, const Footprint& b, const std::string& who, double t) {
      if (!overlap(a, b) || !told.insert(who).second) return;
      ADD_FAILURE() << preset << ", " << options.shape << " of " << options.length_m << " m: " << who << " at " << t
                    << " s, s " << a.middle.x << " d " << a.middle.y << ", vehicle at s " << path(t);
    };
    for (double t = 0; t <= duration_s; t += 0.25) {
      const std::vector<Present> all = present_at(plan, boxes, road, t, path(t));
      for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b)
          expect_apart(all[a].in_map, all[b].in_map, all[a].name + " " + all[b].name, t);
        for (const Footprint& car : parked) {
          if (!all[a].walks && !is_in_gap(plan, car.middle))
            expect_apart(all[a].on_road, car, all[a].name + " parked", t);
        }
      }
    }
  }
}

TEST(TrafficPresets, NothingCollides) {
  expect_no_collision({}, 20, 10.5);
  expect_no_collision({.seed = 2, .length_m = 500}, 45, 10);
  expect_no_collision({.length_m = 150, .curvature_per_m = 0.0}, 10, 6);
  expect_no_collision({.length_m = 150}, 15, 0);
  expect_no_collision({.length_m = 400, .shape = "loop"}, 45, 10.5);
  expect_no_collision({.length_m = 300, .shape = "junction"}, 20, 10.5);
}

TEST(TrafficPresets, EqualArgumentsGiveEqualPlans) {
  const Road road{StreetOptions{}};
  const auto plan = [&](uint64_t seed) {
    return make_traffic("mixed", road, {[](double t) { return ego_s(t); }, 20, seed});
  };
  const TrafficPlan one = plan(1), again = plan(1), other = plan(2);
  ASSERT_EQ(one.objects.size(), again.objects.size());
  bool differs = one.objects.size() != other.objects.size();
  for (std::size_t i = 0; i < one.objects.size(); ++i) {
    EXPECT_EQ(one.objects[i].parts[0].mesh.vertices, again.objects[i].parts[0].mesh.vertices);
    EXPECT_EQ(map_from_object(one.objects[i], road, 3.3), map_from_object(again.objects[i], road, 3.3));
    differs = differs || one.objects[i].parts[0].mesh.vertices != other.objects[i].parts[0].mesh.vertices;
  }
  EXPECT_TRUE(differs);
  EXPECT_TRUE(make_traffic("none", road, {[](double t) { return ego_s(t); }, 20, 1}).objects.empty());
}

// The heights, speeds and lateral positions that an object goes through while it exists during a drive.
struct Course {
  double slowest = 1e300, fastest = 0, least_d = 1e300, most_d = -1e300;
};
Course course_of(const TrafficObject& object, const Road& road, double duration_s) {
  Course course;
  for (double t = 0; t <= duration_s; t += 0.1) {
    if (!exists(object.script, road, t)) continue;
    const ScriptState state = state_of(object.script, road, t);
    course.slowest = std::min(course.slowest, state.speed_mps),
    course.fastest = std::max(course.fastest, state.speed_mps);
    course.least_d = std::min(course.least_d, state.at.d), course.most_d = std::max(course.most_d, state.at.d);
  }
  return course;
}

TEST(TrafficPresets, MixedHoldsEveryClassAndMotion) {
  const Road road{StreetOptions{}};
  const TrafficPlan plan = make_traffic("mixed", road, {[](double t) { return ego_s(t); }, 20, 1});
  std::set<TrafficClass> classes;
  int stops_and_goes = 0, turns = 0, overtakes = 0, parks = 0, crosses = 0;
  for (const TrafficObject& object : plan.objects) {
    classes.insert(object.type);
    const Course c = course_of(object, road, 20);
    const bool person = object.type == TrafficClass::pedestrian;
    if (!person && c.slowest == 0 && c.most_d < Road::kLane && c.least_d > 0) ++stops_and_goes;
    if (!person && std::max(-c.least_d, c.most_d) > 15) ++turns;
    if (!person && c.least_d < -1.5 && c.most_d > 1.5) ++overtakes;
    const double outermost = std::max(-c.least_d, c.most_d);
    if (!person && c.slowest == 0 && outermost > 4.3 && outermost < 5 && c.fastest > 5) ++parks;
    if (person && c.least_d < -6 && c.most_d > 6) ++crosses;
  }
  EXPECT_EQ(classes.size(), 5u);
  EXPECT_EQ(stops_and_goes, 3);
  EXPECT_EQ(turns, 2);
  EXPECT_EQ(overtakes, 1);
  EXPECT_EQ(parks, 2) << "one drives into a bay, one out of it";
  EXPECT_EQ(crosses, 1);
}

TEST(TrafficPresets, TheVanKeepsItsDistance) {
  const Road road{StreetOptions{}};
  const TrafficPlan plan = make_traffic("van_ahead", road, {[](double t) { return ego_s(t); }, 20, 1});
  const TrafficObject& van = plan.objects.at(0);
  ASSERT_EQ(van.type, TrafficClass::van);
  for (double t = 0; t <= 20; t += 0.1) {
    ASSERT_TRUE(exists(van.script, road, t));
    const double rear = state_of(van.script, road, t).at.s - van.carried_x_m - 2.7;
    EXPECT_NEAR(rear - ego_s(t) - 3.65, 5, 0.05) << t;
  }
}

}  // namespace
}  // namespace gs::synth
