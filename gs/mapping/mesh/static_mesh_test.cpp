// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The mesh of static surfaces: closed, simplified within its error, equal for every thread count.
#include "gs/mapping/mesh/static_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "gs/core/parallel.h"
#include "gs/mapping/drivable/drivable_area.h"
#include "gs/mapping/testing/street.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {
namespace {

constexpr double kRadius_m = 2;

// A sphere seen from outside, with one point per voxel as in a real map.
StaticMap ball() {
  StaticMap map;
  KeyIndex seen;
  for (int i = 0; i < 60'000; ++i) {  // Fibonacci sphere
    const double z = 1 - 2 * (i + 0.5) / 60'000, r = std::sqrt(1 - z * z), angle = 2.399963229728653 * i;
    const Vec3d out{r * std::cos(angle), r * std::sin(angle), z};
    const Vec3d point = Vec3d{50, -20, 1} + out * kRadius_m;
    if (seen.find_or_add(pack(*voxel_of(point, map.voxel_m))) == map.points.size()) {
      map.points.push_back({point, 0, 3, cast<float>(out)});
    }
  }
  return map;
}

class StaticMeshBy : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Method, StaticMeshBy, ::testing::Values("tsdf", "poisson"));

TEST_P(StaticMeshBy, OfABallIsClosedAndFacesOutwards) {
  const TriangleMesh mesh = StaticMeshBuilder::run(ball(), {.method = GetParam(), .max_error_m = 0}).value();
  const Vec3d centre{50, -20, 1};
  for (const Vec3f& v : mesh.vertices) {
    ASSERT_NEAR(norm(cast<double>(v) + mesh.origin - centre), kRadius_m, 0.03);
  }
  std::set<std::pair<uint32_t, uint32_t>> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    Vec3d p[3];
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = cast<double>(mesh.vertices[mesh.triangles[t + k]]) + mesh.origin;
      edges.insert({mesh.triangles[t + k], mesh.triangles[t + (k + 1) % 3]});
    }
    EXPECT_GT(dot(cross(p[1] - p[0], p[2] - p[0]), p[0] - centre), -1e-6);
  }
  for (const auto& [a, b] : edges) ASSERT_TRUE(edges.contains({b, a}));  // every edge belongs to two triangles
  EXPECT_EQ(mesh.vertices.size() + mesh.triangle_count() - edges.size() / 2, 2u);
}

TEST(StaticMesh, IsSimplifiedToItsBudgetAndItsError) {
  const TriangleMesh fine = StaticMeshBuilder::run(ball(), {.max_error_m = 0}).value();
  const TriangleMesh near = StaticMeshBuilder::run(ball(), {.max_error_m = 0.02}).value();
  EXPECT_LT(near.triangle_count(), fine.triangle_count() / 2);
  const TriangleMesh few = StaticMeshBuilder::run(ball(), {.max_triangles = 1000, .max_error_m = 0}).value();
  EXPECT_LE(few.triangle_count(), 1000u);
}

TEST(StaticMesh, DropsLooseCrumbs) {
  StaticMap map = ball();
  for (double x = 0; x < 0.3; x += 0.05) {
    for (double y = 0; y < 0.3; y += 0.05) map.points.push_back({{60 + x, -20 + y, 1.05}, 0, 3, {0, 0, 1}});
  }
  const TriangleMesh mesh = StaticMeshBuilder::run(map, {.min_component_triangles = 100, .max_error_m = 0}).value();
  for (const Vec3f& v : mesh.vertices) ASSERT_LT(v.x + mesh.origin.x, 55);
}

TEST(StaticMesh, SaysWhenThereIsNoSurface) {
  EXPECT_EQ(StaticMeshBuilder::run({}, {}).error().code, ErrorCode::invalid_data);
  const StaticMap lonely{.points = {{{1, 2, 3}, 0, 1}}};
  EXPECT_EQ(StaticMeshBuilder::run(lonely, {}).error().code, ErrorCode::invalid_data);
}

TEST(StaticMesh, IsTheSameWhateverTheThreadCount) {
  const StaticMap map = ball();
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return StaticMeshBuilder::run(map, {}).value();
  };
  const TriangleMesh one = run(1), three = run(3);
  EXPECT_EQ(one.vertices, three.vertices);
  EXPECT_EQ(one.triangles, three.triangles);
}

double distance_to(const testing::Box& box, Vec3d p) {
  const auto beyond = [](double v, double low, double high) { return std::max({low - v, 0.0, v - high}); };
  const Vec3d out{beyond(p.x, box.min.x, box.max.x), beyond(p.y, box.min.y, box.max.y),
                  beyond(p.z, box.min.z, box.max.z)};
  if (dot(out, out) > 0) return norm(out);
  return std::min(
      {p.x - box.min.x, box.max.x - p.x, p.y - box.min.y, box.max.y - p.y, p.z - box.min.z, box.max.z - p.z});
}

double distance_to(const testing::Street& street, Vec3d p) {
  double best = std::abs(p.z - street.height(p.x, p.y));
  const double to_kerb = std::abs(std::abs(p.y) - street.half_width);
  const double off = std::max({-p.z, 0.0, p.z - street.kerb});
  best = std::min(best, std::hypot(to_kerb, off));
  for (const testing::Box& box : street.boxes) best = std::min(best, distance_to(box, p));
  return best;
}

TEST(StaticMesh, MeetsItsBarsOnADriveThroughAStreet) {
  testing::Street street = testing::furnished_street();
  street.noise_m = 0.02;
  testing::StreetDrive drive(street, 15);
  NoProgress progress;
  const StaticMap map = PointcloudIntegrator::run(drive, {.max_range_m = 15}, progress).value();
  const TriangleMesh mesh = StaticMeshBuilder::run(map, {}).value();

  // Samples on the triangles, about every 5 cm.
  std::unordered_map<uint64_t, std::vector<Vec3d>> samples;
  double error = 0;
  std::size_t count = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    Vec3d p[3];
    for (std::size_t k = 0; k < 3; ++k) p[k] = cast<double>(mesh.vertices[mesh.triangles[t + k]]) + mesh.origin;
    const int steps = 1 + static_cast<int>(std::max(norm(p[1] - p[0]), norm(p[2] - p[0])) / 0.05);
    for (int i = 0; i <= steps; ++i) {
      for (int j = 0; i + j <= steps; ++j) {
        const Vec3d s = p[0] + (p[1] - p[0]) * (double(i) / steps) + (p[2] - p[0]) * (double(j) / steps);
        samples[pack(*voxel_of(s, 0.1))].push_back(s);
        error += distance_to(street, s);
        ++count;
      }
    }
  }
  std::size_t complete = 0;
  for (const MapPoint& point : map.points) {
    const Voxel v = *voxel_of(point.position, 0.1);
    bool near = false;
    for (int n = 0; n < 27 && !near; ++n) {
      const auto found = samples.find(pack({v.x + n % 3 - 1, v.y + n / 3 % 3 - 1, v.z + n / 9 - 1}));
      if (found == samples.end()) continue;
      near = std::any_of(found->second.begin(), found->second.end(),
                         [&](Vec3d s) { return norm(s - point.position) <= 0.1; });
    }
    complete += near;
  }
  RecordProperty("accuracy_m", std::to_string(error / static_cast<double>(count)));
  RecordProperty("completeness", std::to_string(double(complete) / static_cast<double>(map.points.size())));
  EXPECT_LE(error / static_cast<double>(count), 0.03);
  EXPECT_GE(static_cast<double>(complete), 0.9 * static_cast<double>(map.points.size()));
  EXPECT_LT(mesh.triangle_count(), 300'000u);
}

TEST(Options, DefaultsLieInTheirOwnRanges) {
  const auto check = [](auto options) {
    const OptionTable table = OptionTable::of(options);
    for (const Option& option : table.all()) EXPECT_TRUE(option.set(option.defaults).has_value()) << option.name;
  };
  check(StaticMapOptions{});
  check(GroundOptions{});
  check(DrivableOptions{});
  check(MeshOptions{});
}

}  // namespace
}  // namespace gs::mapping
