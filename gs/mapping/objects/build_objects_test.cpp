// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/build_objects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/core/parallel.h"
#include "gs/mapping/testing/passing_object.h"

namespace gs::mapping {
namespace {

using testing::BoxPose;
using testing::BoxScanner;
using testing::PassingBox;

std::optional<double> flat(double, double) { return 0.0; }

// Past the sensor on an arc, nearest at 7 m. As in a car, the rear axle runs along the heading, at 8 m/s.
BoxPose on_arc(double t) {
  const double rate = 0.15, radius = 8 / rate, angle = rate * (t - 3), axle = 1.3;
  return {radius * std::sin(angle) + axle * std::cos(angle),
          -7 - radius * (1 - std::cos(angle)) - axle * std::sin(angle), -angle};
}

ObjectBuild build(BoxScanner& scanner, const ObjectTrack& track, const ObjectOptions& options = {}) {
  NoProgress quiet;
  auto built = build_objects(scanner, {track}, flat, options, quiet);
  EXPECT_TRUE(built) << (built ? "" : to_string(built.error()));
  return built ? *std::move(built) : ObjectBuild{};
}

// Largest errors of the smoothed poses of an object.
struct Errors {
  double centre_m = 0, yaw_rad = 0;
};
Errors errors_of(const MovingObjectModel& object, const BoxScanner& scanner) {
  Errors out;
  for (const ObjectState& s : object.states) {
    const BoxPose truth = scanner.at(s.stamp);
    out.centre_m = std::max(out.centre_m, std::hypot(s.position_in_map.x - truth.x, s.position_in_map.y - truth.y));
    out.yaw_rad = std::max(out.yaw_rad, std::abs(std::remainder(s.yaw - truth.yaw, 2 * kPi)));
  }
  return out;
}

TEST(BuildObjects, ACarOnAnArcHasItsBoxAndMotion) {
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = on_arc}, 6);
  const ObjectBuild built = build(scanner, scanner.track(0.03, 0.01));
  ASSERT_EQ(built.objects.size(), 1u);
  const MovingObjectModel& car = built.objects[0];
  EXPECT_EQ(car.type, ObjectClass::car);
  EXPECT_GT(car.confidence, 0.8);
  EXPECT_TRUE(car.measured[0] && car.measured[1] && car.measured[2]);
  EXPECT_NEAR(car.size.x, 4.4, 0.1);
  EXPECT_NEAR(car.size.y, 1.8, 0.1);
  EXPECT_NEAR(car.size.z, 1.5, 0.1);
  const Errors errors = errors_of(car, scanner);
  EXPECT_LT(errors.centre_m, 0.08);
  EXPECT_LT(errors.yaw_rad, kPi / 180);
  EXPECT_NEAR(car.speed_median_mps, 8, 0.1);
  EXPECT_NEAR(car.travelled_m, 48, 2);
  EXPECT_GT(car.quality, 0.7);
  EXPECT_GT(car.sides.right + car.sides.left, 0.5);
}

TEST(BuildObjects, AWalkingPersonIsAPedestrian) {
  const auto walk = [](double t) { return BoxPose{-3 + 1.4 * t, 6, 0}; };
  BoxScanner scanner({.size = {0.5, 0.6, 1.75}, .pose = walk}, 5);
  const ObjectBuild built = build(scanner, scanner.track(0.03, 0.05));
  ASSERT_EQ(built.objects.size(), 1u);
  const MovingObjectModel& person = built.objects[0];
  EXPECT_EQ(person.type, ObjectClass::pedestrian);
  const Errors errors = errors_of(person, scanner);
  EXPECT_LT(errors.centre_m, 0.15);
  EXPECT_LT(errors.yaw_rad, 0.1);
}

TEST(BuildObjects, ACarSeenFromBehindOnlyGrowsForward) {
  // Straight away from the sensor: its front and sides are never seen.
  const auto away = [](double t) { return BoxPose{10 + 5 * t, 0, 0}; };
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = away}, 4);
  const ObjectBuild built = build(scanner, scanner.track(0.02, 0.005));
  ASSERT_EQ(built.objects.size(), 1u);
  const MovingObjectModel& car = built.objects[0];
  EXPECT_FALSE(car.measured[0]);
  EXPECT_EQ(car.type, ObjectClass::car);
  EXPECT_NEAR(car.size.x, 4.5, 1e-9);  // the mean of the class
  // The rear face stays where it was measured.
  for (const ObjectState& s : car.states) {
    const Vec3d rear = s.map_from_object() * Vec3d{-car.size.x / 2, 0, 0};
    EXPECT_NEAR(rear.x, scanner.at(s.stamp).x - 2.2, 0.1);
  }
}

TEST(BuildObjects, AVanSeenFromBehindOnlyHasTheLengthOfVans) {
  const auto away = [](double t) { return BoxPose{10 + 5 * t, 0, 0}; };
  BoxScanner scanner({.size = {5.4, 2.0, 2.2}, .pose = away}, 4);
  const ObjectBuild built = build(scanner, scanner.track(0.02, 0.005));
  ASSERT_EQ(built.objects.size(), 1u);
  const MovingObjectModel& van = built.objects[0];
  EXPECT_FALSE(van.measured[0]);
  EXPECT_EQ(van.type, ObjectClass::car);
  EXPECT_NEAR(van.size.x, 5.4, 1e-9);
}

TEST(BuildObjects, ACarThatStopsIsParkedUntilTheLogEnds) {
  // 6 m/s, brakes after 3 s, stands from 5 s on; the track ends soon after, as a stopped car shows no motion.
  const auto stop = [](double t) {
    const double moving = std::min(t, 3.0), braking = std::clamp(t - 3, 0.0, 2.0);
    return BoxPose{-12 + 6 * moving + 6 * braking - 1.5 * braking * braking, 8, 0};
  };
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = stop}, 12);
  ObjectTrack track = scanner.track(0.02, 0.005);
  std::erase_if(track.sightings, [](const Sighting& s) { return s.sweep > 55; });
  std::erase_if(track.motions, [&](const RelativePose& m) { return m.to >= track.sightings.size(); });
  const ObjectBuild built = build(scanner, track);
  ASSERT_EQ(built.objects.size(), 1u);
  const MovingObjectModel& car = built.objects[0];
  ASSERT_FALSE(car.phases.empty());
  EXPECT_EQ(car.phases.back().kind, MotionKind::parked);
  EXPECT_GT((car.phases.back().to - car.phases.back().from).seconds(), 5.5);
  EXPECT_EQ(car.states.back().stamp, car.phases.back().to);
  EXPECT_NEAR(car.states.back().position_in_map.x, scanner.at(car.states.back().stamp).x, 0.1);
  EXPECT_GT(car.parked_share, 0.4);
}

TEST(BuildObjects, ACarThatLeftIsNotParked) {
  // Stands for half a second, then drives off again while the track has ended.
  const auto leave = [](double t) { return BoxPose{t < 3 ? -6 + 4 * t : t < 4 ? 6 : 6 + 8 * (t - 4), 8, 0}; };
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = leave}, 9);
  ObjectTrack track = scanner.track(0.02, 0.005);
  std::erase_if(track.sightings, [](const Sighting& s) { return s.sweep > 34; });
  std::erase_if(track.motions, [&](const RelativePose& m) { return m.to >= track.sightings.size(); });
  const ObjectBuild built = build(scanner, track);
  ASSERT_EQ(built.objects.size(), 1u);
  EXPECT_LT((built.objects[0].states.back().stamp - track.sightings.back().stamp).seconds(), 1.0);
}

TEST(BuildObjects, TracksThatAreNoActorsAreListedWithTheirReason) {
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = on_arc}, 2);
  ObjectTrack few = scanner.track(0.02, 0.005), known = few, good = few;
  few.id = 0, known.id = 1, good.id = 2;
  few.sightings.resize(3), few.motions.resize(2);
  known.rejection = TrackRejection::in_wall;
  NoProgress quiet;
  const auto built = build_objects(scanner, {few, known, good}, flat, {.min_track_length_m = 100}, quiet);
  ASSERT_TRUE(built);
  EXPECT_TRUE(built->objects.empty());
  ASSERT_EQ(built->rejected.size(), 3u);
  EXPECT_EQ(built->rejected[0].reason, TrackRejection::few_sightings);
  EXPECT_EQ(built->rejected[1].reason, TrackRejection::in_wall);
  EXPECT_EQ(built->rejected[2].reason, TrackRejection::is_short);
  EXPECT_NEAR(built->rejected[2].travelled_m, 15, 2);
}

TEST(BuildObjects, TheMeshIsClosedInsideItsBoxAndFacesOutward) {
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = on_arc}, 6);
  const ObjectBuild built = build(scanner, scanner.track(0.02, 0.005));
  ASSERT_EQ(built.objects.size(), 1u);
  const ObjectMesh& mesh = built.objects[0].mesh;
  EXPECT_GT(mesh.measured, 0.5);
  ASSERT_EQ(mesh.intensity.size(), mesh.vertices.size());
  const Vec3d half = built.objects[0].size * 0.5;
  for (const Vec3f& v : mesh.vertices) {
    EXPECT_LE(std::abs(v.x), half.x + 1e-5);
    EXPECT_LE(std::abs(v.y), half.y + 1e-5);
  }
  // Every edge has its opposite exactly once: the surface is closed and all triangles turn the same way.
  std::map<std::pair<uint32_t, uint32_t>, int> edges;
  double volume = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const uint32_t* t = &mesh.triangles[i];
    for (int k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
    const auto p = [&](int k) { return cast<double>(mesh.vertices[t[k]]); };
    volume += dot(p(0), cross(p(1), p(2))) / 6;
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  EXPECT_NEAR(volume, 4.4 * 1.8 * 1.35, 1.0);  // the box above the clearance of vehicles
}

TEST(BuildObjects, TheResultDoesNotDependOnTheThreads) {
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = on_arc}, 3);
  const ObjectTrack track = scanner.track(0.02, 0.005);
  const auto positions = [&](int threads) {
    const ScopedThreadCount count(threads);
    NoProgress quiet;
    const auto built = build_objects(scanner, {track, track, track}, flat, {}, quiet);
    std::vector<double> out;
    if (!built) return out;
    for (const MovingObjectModel& object : built->objects) {
      for (const ObjectState& s : object.states) out.insert(out.end(), {s.position_in_map.x, s.yaw, s.v, s.sigma_m});
    }
    return out;
  };
  const std::vector<double> one = positions(1);
  EXPECT_EQ(one.size(), positions(4).size());
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(one, positions(4));
}

TEST(BuildObjects, ASecondTrackOfAnObjectIsADuplicate) {
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = on_arc}, 4);
  const ObjectTrack whole = scanner.track(0.02, 0.005);
  ObjectTrack part = whole;
  part.id = 1;
  part.sightings.resize(30), part.motions.resize(29);
  NoProgress quiet;
  const auto built = build_objects(scanner, {part, whole}, flat, {}, quiet);
  ASSERT_TRUE(built);
  ASSERT_EQ(built->objects.size(), 1u);
  EXPECT_EQ(built->objects[0].track, whole.id);
  ASSERT_EQ(built->rejected.size(), 1u);
  EXPECT_EQ(built->rejected[0].reason, TrackRejection::duplicate);
}

TEST(BuildObjects, ALorryWithOpenSidesHasTheLengthThatSightingsFromBesideShow) {
  // Only its upper half returns rays: the side faces are never seen whole.
  BoxScanner scanner({.size = {8, 2.4, 3.2}, .pose = on_arc}, 6);
  ObjectTrack track = scanner.track(0.02, 0.005);
  for (Sighting& s : track.sightings) {
    const Sweep sweep = scanner.sweep(s.sweep);
    std::erase_if(s.points, [&](uint32_t p) {
      const Vec3f at = sweep.points[p].position_in_base;
      return at.z < 1.9F && at.z > 0.6F;
    });
  }
  const ObjectBuild built = build(scanner, track);
  ASSERT_EQ(built.objects.size(), 1u);
  EXPECT_EQ(built.objects[0].type, ObjectClass::large_vehicle);
  EXPECT_TRUE(built.objects[0].measured[0]);
  EXPECT_NEAR(built.objects[0].size.x, 8, 0.15);
}

TEST(BuildObjects, ATrackThatNamesAMissingSweepIsAnError) {
  BoxScanner scanner({.size = {4.4, 1.8, 1.5}, .pose = on_arc}, 2);
  ObjectTrack track = scanner.track(0.02, 0.005);
  track.sightings.back().sweep = 5000;
  NoProgress quiet;
  const auto built = build_objects(scanner, {track}, flat, {}, quiet);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace gs::mapping
