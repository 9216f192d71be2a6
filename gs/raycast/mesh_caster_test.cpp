// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays on meshes and moving bodies, against closed forms and brute force, and too little memory.
#include "gs/raycast/api/mesh_caster.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::raycast {
namespace {

struct TestMesh {
  std::vector<Vec3f> vertices;
  std::vector<uint32_t> triangles;
  operator TriangleMeshView() const { return {vertices, triangles}; }  // NOLINT
};

// Axis-aligned box of 12 triangles.
TestMesh box(Vec3f low, Vec3f high) {
  TestMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  }
  mesh.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return mesh;
}

// Latitude-longitude sphere, outward winding.
TestMesh sphere(float radius, int rows, int columns) {
  TestMesh mesh;
  for (int r = 0; r <= rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const double theta = kPi * r / rows, phi = 2 * kPi * c / columns;
      mesh.vertices.push_back({static_cast<float>(radius * std::sin(theta) * std::cos(phi)),
                               static_cast<float>(radius * std::sin(theta) * std::sin(phi)),
                               static_cast<float>(radius * std::cos(theta))});
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const auto at = [&](int row, int column) { return static_cast<uint32_t>(row * columns + column % columns); };
      mesh.triangles.insert(mesh.triangles.end(), {at(r, c), at(r + 1, c), at(r + 1, c + 1)});
      mesh.triangles.insert(mesh.triangles.end(), {at(r, c), at(r + 1, c + 1), at(r, c + 1)});
    }
  }
  return mesh;
}

// Random triangles in a cube of 20 m.
TestMesh soup(int triangles) {
  TestMesh mesh;
  for (int i = 0; i < triangles; ++i) {
    Random r(3, purpose("soup"), static_cast<uint64_t>(i));
    const auto point = [&](double spread) {
      return Vec3f{static_cast<float>(r.uniform(-spread, spread)), static_cast<float>(r.uniform(-spread, spread)),
                   static_cast<float>(r.uniform(-spread, spread))};
    };
    const Vec3f centre = point(10);
    for (int k = 0; k < 3; ++k) {
      mesh.triangles.push_back(static_cast<uint32_t>(mesh.vertices.size()));
      mesh.vertices.push_back(centre + point(1));
    }
  }
  return mesh;
}

// Rays from random positions in random directions.
std::vector<Ray> random_rays(std::size_t count, float spread) {
  std::vector<Ray> rays(count);
  for (std::size_t i = 0; i < count; ++i) {
    Random r(4, purpose("rays"), i);
    rays[i].origin = {static_cast<float>(r.uniform(-spread, spread)), static_cast<float>(r.uniform(-spread, spread)),
                      static_cast<float>(r.uniform(-spread, spread))};
    rays[i].direction = normalized(
        Vec3f{static_cast<float>(r.normal()), static_cast<float>(r.normal()), static_cast<float>(r.normal())});
  }
  return rays;
}

std::vector<MeshHit> cast(const MeshCaster& caster, const std::vector<Ray>& rays) {
  std::vector<MeshHit> hits(rays.size());
  caster.cast({1, static_cast<int>(rays.size())}, rays, hits);
  return hits;
}

// Reference: Möller & Trumbore 1997 in double precision over every triangle.
double brute_force(const TestMesh& mesh, const Ray& ray) {
  double nearest = INFINITY;
  const Vec3d o = gs::cast<double>(ray.origin), d = gs::cast<double>(ray.direction);
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const Vec3d a = gs::cast<double>(mesh.vertices[mesh.triangles[i]]);
    const Vec3d e1 = gs::cast<double>(mesh.vertices[mesh.triangles[i + 1]]) - a;
    const Vec3d e2 = gs::cast<double>(mesh.vertices[mesh.triangles[i + 2]]) - a;
    const Vec3d p = cross(d, e2);
    const double det = dot(e1, p);
    if (std::fabs(det) < 1e-12) continue;
    const Vec3d s = o - a;
    const double u = dot(s, p) / det;
    const Vec3d q = cross(s, e1);
    const double v = dot(d, q) / det, t = dot(e2, q) / det;
    if (u >= 0 && v >= 0 && u + v <= 1 && t > 0 && t < ray.max_distance) nearest = std::min(nearest, t);
  }
  return nearest;
}

TEST(MeshCaster, MeetsAPlaneInClosedForm) {
  TestMesh plane{{{-500, -500, 2}, {500, -500, 2}, {500, 500, 2}, {-500, 500, 2}}, {0, 1, 2, 0, 2, 3}};
  auto caster = MeshCaster::build(plane);
  ASSERT_TRUE(caster);
  const auto rays = random_rays(1000, 50);
  const auto hits = cast(*caster, rays);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const double t = (2.0 - rays[i].origin.z) / rays[i].direction.z;
    if (t < 0 || t > 400) continue;
    ASSERT_TRUE(hits[i].found());
    EXPECT_NEAR(hits[i].distance, t, 1e-3);
    EXPECT_EQ(hits[i].body, kFixedBody);
    EXPECT_NEAR(hits[i].normal.z, 1.0f, 1e-6);
  }
}

TEST(MeshCaster, MeetsABoxInClosedForm) {
  auto caster = MeshCaster::build(box({-1, -2, -3}, {1, 2, 3}));
  ASSERT_TRUE(caster);
  const auto rays = random_rays(2000, 20);
  const auto hits = cast(*caster, rays);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    double t0 = -INFINITY, t1 = INFINITY;  // slab method
    const double o[3] = {rays[i].origin.x, rays[i].origin.y, rays[i].origin.z};
    const double d[3] = {rays[i].direction.x, rays[i].direction.y, rays[i].direction.z};
    for (int k = 0; k < 3; ++k) {
      const double a = (-(k + 1) - o[k]) / d[k], b = (k + 1 - o[k]) / d[k];
      t0 = std::max(t0, std::min(a, b)), t1 = std::min(t1, std::max(a, b));
    }
    const bool meets = t0 <= t1 && t1 > 0;
    if (std::fabs(t0 - t1) < 1e-4) continue;
    ASSERT_EQ(hits[i].found(), meets);
    if (!meets) continue;
    EXPECT_NEAR(hits[i].distance, t0 > 0 ? t0 : t1, 1e-3);
  }
}

// From inside a fine sphere, distance and normal approach the closed form.
TEST(MeshCaster, ApproachesASphere) {
  auto caster = MeshCaster::build(sphere(5, 400, 800));  // facets lie at most 0.2 mm inside
  ASSERT_TRUE(caster);
  const auto rays = random_rays(500, 2);  // from inside
  const auto hits = cast(*caster, rays);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Vec3d o = gs::cast<double>(rays[i].origin), d = gs::cast<double>(rays[i].direction);
    const double b = dot(o, d), t = -b + std::sqrt(b * b - dot(o, o) + 25);
    ASSERT_TRUE(hits[i].found());
    EXPECT_NEAR(hits[i].distance, t, 1e-3);
    const Vec3d p = o + d * t;
    EXPECT_GT(dot(gs::cast<double>(hits[i].normal), normalized(p)), 0.9999);
  }
}

// Hits, occlusion and barycentric coordinates against brute force.
TEST(MeshCaster, AgreesWithBruteForce) {
  const TestMesh mesh = soup(2000);
  auto caster = MeshCaster::build(mesh);
  ASSERT_TRUE(caster);
  auto rays = random_rays(2000, 12);
  for (std::size_t i = 0; i < rays.size(); i += 3) rays[i].max_distance = 4.0f;
  const auto hits = cast(*caster, rays);
  std::vector<uint8_t> blocked(rays.size());
  caster->occluded({1, 2000}, rays, blocked);
  int found = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const double truth = brute_force(mesh, rays[i]);
    ASSERT_EQ(hits[i].found(), std::isfinite(truth)) << i;
    ASSERT_EQ(blocked[i] != 0, std::isfinite(truth)) << i;
    if (!hits[i].found()) continue;
    ++found;
    EXPECT_NEAR(hits[i].distance, truth, 1e-3) << i;
    const auto corner = [&](int k) {
      return mesh.vertices[mesh.triangles[3 * hits[i].triangle + static_cast<uint32_t>(k)]];
    };
    const float u = hits[i].u, v = hits[i].v;
    const Vec3f by_barycentrics = corner(0) * (1 - u - v) + corner(1) * u + corner(2) * v;
    EXPECT_LT(norm(by_barycentrics - (rays[i].origin + rays[i].direction * hits[i].distance)), 1e-3f);
  }
  EXPECT_GT(found, 500);
}

// A body that moves 10 m during the cast is hit where it is at the ray's time; a rotated copy returns a rotated normal;
// an invisible body is not hit.
TEST(MeshCaster, BodiesMoveBetweenAndDuringCasts) {
  auto caster = MeshCaster::build({});
  ASSERT_TRUE(caster);
  const auto body = caster->add_body(box({-1, -1, -1}, {1, 1, 1}));
  ASSERT_TRUE(body);
  const auto twin = caster->add_copy(*body);
  ASSERT_TRUE(twin);
  const Quaternionf turn = Quaternionf::from_axis_angle({0, 0, 1}, 0.7853982f);
  caster->set_motion(*body, {{}, {10, 0, 0}}, {{}, {20, 0, 0}});
  caster->set_pose(*twin, {turn, {-30, 0, 0}});
  ASSERT_TRUE(caster->commit());
  Ray ray{.origin = {0, 0.25f, 0}, .direction = {1, 0, 0}};
  for (const float time : {0.0f, 0.3f, 1.0f}) {
    ray.time = time;
    const MeshHit hit = cast(*caster, {ray})[0];
    ASSERT_TRUE(hit.found());
    EXPECT_EQ(hit.body, *body);
    EXPECT_NEAR(hit.distance, 9 + 10 * time, 1e-3);
    EXPECT_NEAR(hit.normal.x, -1, 1e-5);
  }
  const MeshHit back = cast(*caster, {Ray{.origin = {0, 0.5f, 0}, .direction = {-1, 0, 0}}})[0];
  EXPECT_EQ(back.body, *twin);
  EXPECT_NEAR(back.distance, 30 - std::sqrt(2.0) + 0.5, 1e-3);
  EXPECT_NEAR(back.normal.x, std::sqrt(0.5), 1e-5);
  caster->set_visible(*twin, false);
  ASSERT_TRUE(caster->commit());
  EXPECT_FALSE(cast(*caster, {Ray{.origin = {0, 0.5f, 0}, .direction = {-1, 0, 0}}})[0].found());
  uint8_t blocked = 0;
  ray.max_distance = 5;
  caster->occluded({1, 1}, {&ray, 1}, {&blocked, 1});
  EXPECT_EQ(blocked, 0);
}

// Bit-identical for any number of threads; another grid shape changes the packets and may change rounding only.
TEST(MeshCaster, SameHitsWhateverTheThreadCountAndGridShape) {
  const TestMesh mesh = soup(20000);
  const auto rays = random_rays(64 * 65, 12);
  const auto run = [&](int threads, RayGrid grid) {
    const ScopedThreadCount scope(threads);
    auto caster = MeshCaster::build(mesh);
    std::vector<MeshHit> hits(rays.size());
    caster->cast(grid, rays, hits);
    return hits;
  };
  const auto same = [](const std::vector<MeshHit>& a, const std::vector<MeshHit>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(MeshHit)) == 0;
  };
  const auto one = run(1, {64, 65});
  EXPECT_TRUE(same(one, run(2, {64, 65})));
  EXPECT_TRUE(same(one, run(3, {64, 65})));
  const auto line = run(1, {1, 64 * 65});
  for (std::size_t i = 0; i < one.size(); ++i)
    EXPECT_NEAR(one[i].distance == line[i].distance ? 0 : one[i].distance - line[i].distance, 0, 1e-4);
}

TEST(MeshCaster, EmptyMeshHitsNothingAndBadMeshesAreRefused) {
  auto empty = MeshCaster::build({});
  ASSERT_TRUE(empty);
  EXPECT_FALSE(cast(*empty, random_rays(8, 1))[0].found());
  EXPECT_FALSE(MeshCaster::build(TestMesh{{{0, 0, 0}}, {0, 0, 1}}));
  EXPECT_FALSE(MeshCaster::build(TestMesh{{{0, 0, 0}}, {0, 0}}));
  EXPECT_FALSE(MeshCaster::build(TestMesh{{{NAN, 0, 0}}, {0, 0, 0}}));
}

// Memory limits at which different allocations of Embree fail: each must be an error, not a crash.
TEST(MeshCaster, TooLittleMemoryIsAnErrorAtEveryLimit) {
  const TestMesh mesh = soup(3000);
  const auto whole = MeshCaster::build(mesh);
  ASSERT_TRUE(whole);
  const auto needed = static_cast<uint64_t>(whole->memory_bytes());
  for (const double share : {1e-9, 0.01, 0.1, 0.2, 0.4, 0.6}) {
    const auto limit = std::max<uint64_t>(1, static_cast<uint64_t>(share * static_cast<double>(needed)));
    const auto refused = MeshCaster::build(mesh, {.max_bytes = limit});
    ASSERT_FALSE(refused) << share;
    EXPECT_EQ(refused.error().code, ErrorCode::out_of_memory) << share;
    EXPECT_NE(refused.error().message.find("3000 triangles"), std::string::npos) << refused.error().message;
  }
  EXPECT_TRUE(MeshCaster::build(mesh, {.max_bytes = 20 * needed}));
}

// After a failed add_body() the caster works as before.
TEST(MeshCaster, ABodyThatFindsNoMemoryChangesNothing) {
  const TestMesh one{{{10, -5, -5}, {10, 5, -5}, {10, 0, 5}}, {0, 1, 2}};
  const TestMesh large = soup(20'000);
  auto caster = MeshCaster::build(one, {.max_bytes = 400'000});
  ASSERT_TRUE(caster) << to_string(caster.error());
  const auto body = caster->add_body(one);
  ASSERT_TRUE(body) << to_string(body.error());
  const auto refused = caster->add_body(large);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::out_of_memory);
  EXPECT_EQ(caster->triangle_count(), 2u);
  caster->set_pose(*body, {{}, {-5, 0, 0}});
  ASSERT_TRUE(caster->commit());
  const MeshHit hit = cast(*caster, {Ray{.origin = {0, 0, 0}, .direction = {1, 0, 0}}})[0];
  EXPECT_EQ(hit.body, *body);
  EXPECT_NEAR(hit.distance, 5, 1e-4);
  const auto twin = caster->add_copy(*body);
  ASSERT_TRUE(twin) << to_string(twin.error());
  EXPECT_EQ(*twin, *body + 1);
}

// Bodies that fit alone may leave no memory for the structure over all of them.
TEST(MeshCaster, ACommitThatFindsNoMemorySaysSo) {
  const TestMesh one{{{10, -5, -5}, {10, 5, -5}, {10, 0, 5}}, {0, 1, 2}};
  const auto commit_within = [&](uint64_t limit) -> Result<void> {
    GS_TRY(MeshCaster caster, MeshCaster::build(one, {.max_bytes = limit}));
    GS_TRY(const uint32_t body, caster.add_body(one));
    for (int i = 0; i < 500; ++i) GS_CHECK(caster.add_copy(body));
    caster.set_pose(body, {{}, {-5, 0, 0}});
    GS_CHECK(caster.commit().with_context("commit"));
    const MeshHit hit = cast(caster, {Ray{.origin = {0, 0, 0}, .direction = {1, 0, 0}}})[0];
    EXPECT_NEAR(hit.distance, 5, 1e-4) << limit;
    return {};
  };
  int refused = 0;
  for (uint64_t limit = 10'000; limit < 10'000'000; limit += limit / 20) {
    const auto done = commit_within(limit);
    if (done) continue;
    EXPECT_EQ(done.error().code, ErrorCode::out_of_memory) << to_string(done.error());
    refused += to_string(done.error()).find("commit") != std::string::npos;
  }
  EXPECT_GT(refused, 0);
  EXPECT_TRUE(commit_within(10'000'000));
}

}  // namespace
}  // namespace gs::raycast
