// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Synthetic sweeps lie on the true surfaces once deskewed.
#include "gs/synth/sensors/lidar_sensor.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

#include "gs/core/parallel.h"
#include "gs/synth/sensors/ego.h"

namespace gs::synth {
namespace {

constexpr LidarOptions kExactLidar{.range_noise_m = 0, .ray_drop = false};
const Rigid3d kMount{{}, {1.1, 0, 1.92}};

// One street for all tests.
Scene& plain_street() {
  static Scene made = *Scene::make({.length_m = 200}, false);
  return made;
}

double distance_to_segment(Vec3d p, Vec3d a, Vec3d b) {
  const Vec3d e = b - a;
  const double t = std::clamp(dot(p - a, e) / std::max(dot(e, e), 1e-30), 0.0, 1.0);
  return norm(p - (a + e * t));
}

double distance_to_triangle(Vec3d p, Vec3d a, Vec3d b, Vec3d c) {
  const Vec3d n = cross(b - a, c - a);
  const double area = norm(n);
  if (area > 1e-14) {
    const Vec3d q = p - n * (dot(p - a, n) / (area * area));
    const bool inside =
        dot(cross(b - a, q - a), n) >= 0 && dot(cross(c - b, q - b), n) >= 0 && dot(cross(a - c, q - c), n) >= 0;
    if (inside) return std::fabs(dot(p - a, n)) / area;
  }
  return std::min({distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
}

// Smallest distance to the triangles that lie within 1 cm of p in x and y, by brute force.
double distance_to_mesh(const StreetMesh& mesh, Vec3d p) {
  double best = 1e300;
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const Vec3f fa = mesh.vertices[mesh.triangles[i]], fb = mesh.vertices[mesh.triangles[i + 1]],
                fc = mesh.vertices[mesh.triangles[i + 2]];
    // Quick rejection by the triangle's bounding box.
    if (std::min({fa.x, fb.x, fc.x}) > p.x + 0.01 || std::max({fa.x, fb.x, fc.x}) < p.x - 0.01) continue;
    if (std::min({fa.y, fb.y, fc.y}) > p.y + 0.01 || std::max({fa.y, fb.y, fc.y}) < p.y - 0.01) continue;
    best = std::min(best, distance_to_triangle(p, cast<double>(fa), cast<double>(fb), cast<double>(fc)));
  }
  return best;
}

TEST(LidarSensor, ExactlyDeskewedPointsLieOnTheTrueSurfaces) {
  const Ego ego(plain_street().street().road, 10, {});
  const LidarSensor sensor(*lidar_model("os1_64"));
  const auto pose = [&](double t) { return ego.map_from_base(t) * kMount; };
  const auto points = sensor.sweep(plain_street(), 3.0, pose, kExactLidar, 1).value();
  ASSERT_GT(points.size(), 40000u);
  double worst_mesh = 0, worst_road = 0;
  int on_road = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    // time_s has single precision: at 10 m/s its rounding is far below a micrometre.
    const Vec3d p = pose(3.0 + double{points[i].time_s}) * cast<double>(points[i].point);
    // The brute-force distance is slow, so only some points are checked against the mesh; all against the road.
    if (i % 171 == 0) worst_mesh = std::max(worst_mesh, distance_to_mesh(plain_street().street().mesh, p));
    const Road& road = plain_street().street().road;
    const RoadCoordinates c = road.locate({p.x, p.y});
    if (std::fabs(c.d) < 2.8 && c.s > -50 && c.s < 250 && p.z < road.elevation(c.s) + 0.03 &&
        p.z > road.elevation(c.s) - 0.3) {
      worst_road = std::max(worst_road, std::fabs(p.z - road.ground_height(c)));
      ++on_road;
    }
  }
  EXPECT_GT(on_road, 3000);
  EXPECT_LT(worst_mesh, 1e-3);
  EXPECT_LT(worst_road, 1e-3);
}

// Every point on traffic lies on the mesh of its actor, placed at the actor's pose at the time of the point.
TEST(LidarSensor, PointsOnTrafficLieOnItWithinASweep) {
  Scene busy = *Scene::make({.length_m = 200, .traffic = 2}, true);
  const Ego ego(busy.street().road, 10, {.start_s_m = 60});  // into the bend
  const LidarSensor sensor(*lidar_model("os1_64"));
  const auto pose = [&](double t) { return ego.map_from_base(t) * kMount; };
  double worst = 0;
  int checked = 0;
  for (const double start_s : {3.0, 5.3}) {
    const auto points = sensor.sweep(busy, start_s, pose, kExactLidar, 1).value();
    for (const LidarPoint& point : points) {
      if (!point.moves || checked++ % 3 != 0) continue;
      const double time_s = start_s + double{point.time_s};
      const Vec3d p = pose(time_s) * cast<double>(point.point);
      for (const Actor& actor : busy.street().actors) {
        if (actor.instance != point.instance) continue;
        const Rigid3d actor_from_map = busy.street().map_from_actor(actor, time_s).inverse();
        worst = std::max(worst, distance_to_mesh(actor.mesh, actor_from_map * p));
      }
    }
  }
  EXPECT_GT(checked, 300);
  EXPECT_LT(worst, 1e-3);
}

// Without distortion all times are 0; with it, they increase over the period of 0.1 s.
TEST(LidarSensor, SweepsDifferOnlyByMotionWhenDistortionIsOff) {
  const Ego ego(plain_street().street().road, 10, {});
  const LidarSensor sensor(*lidar_model("vlp16"));
  const auto pose = [&](double t) { return ego.map_from_base(t) * kMount; };
  LidarOptions still = kExactLidar;
  still.motion_distortion = false;
  const auto standing = sensor.sweep(plain_street(), 3.0, pose, still, 1).value();
  for (const LidarPoint& point : standing) ASSERT_EQ(point.time_s, 0.0f);
  float last = 0;
  const auto moving = sensor.sweep(plain_street(), 3.0, pose, kExactLidar, 1).value();
  for (const LidarPoint& point : moving) {
    ASSERT_GE(point.time_s, last);
    last = point.time_s;
  }
  EXPECT_GT(last, 0.09f);
  EXPECT_LT(last, 0.1f);
}

TEST(LidarSensor, NoiseHasItsDeviationAndDropLosesPoints) {
  const Ego ego(plain_street().street().road, 10, {});
  const LidarSensor sensor(*lidar_model("vlp16"));
  const auto pose = [&](double) { return ego.map_from_base(2) * kMount; };
  const auto exact = sensor.sweep(plain_street(), 2.0, pose, kExactLidar, 1).value();
  const auto noisy = sensor.sweep(plain_street(), 2.0, pose, {.range_noise_m = 0.05, .ray_drop = false}, 1).value();
  // Noise must not change which rays return.
  ASSERT_EQ(exact.size(), noisy.size());
  double sum = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    sum += square(double{norm(exact[i].point)} - double{norm(noisy[i].point)});
  EXPECT_NEAR(std::sqrt(sum / static_cast<double>(exact.size())), 0.05, 0.002);
  const auto dropped = sensor.sweep(plain_street(), 2.0, pose, {.range_noise_m = 0, .ray_drop = true}, 1).value();
  EXPECT_LT(dropped.size(), exact.size());
  EXPECT_GT(dropped.size(), exact.size() / 2);
}

TEST(LidarSensor, SameBytesWhateverTheThreadCount) {
  const Ego ego(plain_street().street().road, 10, {});
  const LidarSensor sensor(*lidar_model("vlp16"));
  const auto pose = [&](double t) { return ego.map_from_base(t) * kMount; };
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return sensor.sweep(plain_street(), 1.0, pose, {}, 5).value();
  };
  const auto one = run(1), three = run(3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].point, three[i].point);
    ASSERT_EQ(one[i].intensity, three[i].intensity);
  }
}

TEST(LidarModels, AreKnownByNameAndRisingByRing) {
  for (const std::string& name : lidar_model_names()) {
    const auto model = lidar_model(name);
    ASSERT_TRUE(model) << name;
    EXPECT_TRUE(std::is_sorted(model->elevation_rad.begin(), model->elevation_rad.end())) << name;
    EXPECT_EQ(model->elevation_rad.size(), model->azimuth_offset_rad.size());
  }
  EXPECT_EQ(lidar_model("vls128")->elevation_rad.size(), 128u);
  EXPECT_THAT(lidar_model("nothing").error().hint, testing::HasSubstr("vlp16"));
}

}  // namespace
}  // namespace gs::synth
