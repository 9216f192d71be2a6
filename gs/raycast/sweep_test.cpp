// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sweeps over ground and mesh return the nearer hit; invalid scenes are refused.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/raycast/sweep_factory.h"

namespace gs::raycast {
namespace {

constexpr int kSide = 200, kRings = 24, kColumns = 90;

// Rough ground and a wall 6 m ahead of the sensor.
struct Scene {
  std::vector<float> heights;
  std::vector<Vec3f> vertices{{6, -3, -2}, {6, 3, -2}, {6, 3, 4}, {6, -3, 4}};
  std::vector<uint32_t> triangles{0, 1, 2, 0, 2, 3};

  Scene() {
    Random random(3, purpose("sweep_test"), 0);
    for (int i = 0; i < kSide * kSide; ++i) heights.push_back(static_cast<float>(random.uniform(-0.2, 0.2)));
  }
  HeightmapView ground() const { return {heights, kSide, kSide, 0.2, {-20, -20, -1.5}}; }
  TriangleMeshView wall() const { return {vertices, triangles}; }
};

// Directions of a LiDAR with 24 rings and 90 columns.
std::vector<Vec3f> beams() {
  std::vector<Vec3f> out;
  for (int r = 0; r < kRings; ++r) {
    for (int c = 0; c < kColumns; ++c) {
      const double up = -0.5 + 0.7 * r / kRings, around = 2 * kPi * c / kColumns;
      out.push_back(cast<float>(Vec3d{std::cos(up) * std::cos(around), std::cos(up) * std::sin(around), std::sin(up)}));
    }
  }
  return out;
}

// Poses of a sensor that drives and turns during the sweep.
std::vector<Rigid3d> poses(std::size_t count) {
  std::vector<Rigid3d> out;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / kColumns;
    out.push_back({Quaterniond::from_rpy(0.01, -0.02 * t, 0.3 * t), {0.5 * t, 0.1, 0.2}});
  }
  return out;
}

std::vector<SweepReturn> cast_all(SweepCaster& caster, std::size_t pose_count) {
  const std::vector<Vec3f> directions = beams();
  const std::vector<Rigid3d> sensors = poses(pose_count);
  std::vector<SweepReturn> returns(directions.size());
  EXPECT_TRUE(caster.cast({directions, sensors, kColumns, 60.0f}, returns));
  return returns;
}

class SweepOf : public ::testing::TestWithParam<std::size_t> {};

// Every return must equal the nearer of the two single casters, with one pose and with one pose per column.
TEST_P(SweepOf, IsTheNearerOfGroundAndMeshForEveryRay) {
  const Scene scene;
  const auto ground = HeightmapCaster::build(scene.ground());
  const auto wall = MeshCaster::build(scene.wall());
  const auto caster = make_sweep_caster(Backend::cpu, {.heightmap = scene.ground(), .mesh = scene.wall()});
  ASSERT_TRUE(ground && wall && caster);
  const std::vector<SweepReturn> returns = cast_all(**caster, GetParam());
  const std::vector<Vec3f> directions = beams();
  const std::vector<Rigid3d> sensors = poses(GetParam());
  int on_ground = 0, on_wall = 0;
  for (std::size_t i = 0; i < returns.size(); ++i) {
    const Ray ray = sweep_ray(sensors[sensors.size() > 1 ? i % kColumns : 0], directions[i], 60.0f);
    HeightmapHit below;
    MeshHit ahead;
    ground->cast({1, 1}, {&ray, 1}, {&below, 1});
    wall->cast({1, 1}, {&ray, 1}, {&ahead, 1});
    EXPECT_EQ(returns[i].distance, std::min(below.distance, ahead.distance));
    const Vec3f normal = ahead.distance < below.distance ? ahead.normal : below.normal;
    if (returns[i].distance < kFar) {
      EXPECT_EQ(returns[i].cos_incidence, std::abs(dot(normal, ray.direction)));
    }
    on_ground += below.found() && below.distance < ahead.distance;
    on_wall += ahead.distance < below.distance;
  }
  EXPECT_GT(on_ground, 500);
  EXPECT_GT(on_wall, 50);
}
INSTANTIATE_TEST_SUITE_P(AStillOrMovingSensor, SweepOf, ::testing::Values(1, kColumns));

// A borrowed mesh caster and an own one give the same returns, for any number of threads.
TEST(SweepCaster, BorrowsAMeshCasterAndIgnoresThreads) {
  const Scene scene;
  const auto wall = MeshCaster::build(scene.wall());
  ASSERT_TRUE(wall);
  auto lender =
      make_sweep_caster(Backend::cpu, {.heightmap = scene.ground(), .mesh = scene.wall(), .mesh_caster = &*wall});
  auto owner = make_sweep_caster(Backend::cpu, {.heightmap = scene.ground(), .mesh = scene.wall()});
  ASSERT_TRUE(lender && owner);
  const auto one = [&] {
    const ScopedThreadCount scope(1);
    return cast_all(**lender, kColumns);
  }();
  const ScopedThreadCount scope(3);
  const auto three = cast_all(**owner, kColumns);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].distance, three[i].distance);
    EXPECT_EQ(one[i].cos_incidence, three[i].cos_incidence);
  }
}

TEST(SweepCaster, AnEmptySceneReturnsNothing) {
  auto caster = make_sweep_caster(Backend::cpu, {});
  ASSERT_TRUE(caster);
  for (const SweepReturn& r : cast_all(**caster, 1)) EXPECT_EQ(r.distance, kFar);
}

TEST(SweepCaster, AutomaticFindsSomethingAndCudaSaysWhatIsMissing) {
  const Scene scene;
  const auto any = make_sweep_caster(Backend::automatic, {.heightmap = scene.ground()});
  ASSERT_TRUE(any);
  const auto gpu = make_sweep_caster(Backend::cuda, {.heightmap = scene.ground()});
  if (gpu) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_EQ(gpu.error().code, ErrorCode::no_device);
  EXPECT_TRUE((*any)->name().starts_with("cpu"));
}

TEST(SweepCaster, RefusesGroundAndMeshesThatAreNone) {
  const std::vector<float> two{1, 2};
  EXPECT_FALSE(make_sweep_caster(Backend::cpu, {.heightmap = HeightmapView{two, 2, 2, 0.2, {}}}));
  const std::vector<Vec3f> corner{{0, 0, 0}};
  const std::vector<uint32_t> beyond{0, 1, 2};
  EXPECT_FALSE(make_sweep_caster(Backend::cpu, {.mesh = {corner, beyond}}));
}

}  // namespace
}  // namespace gs::raycast
