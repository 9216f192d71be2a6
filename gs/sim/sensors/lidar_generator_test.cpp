// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR sweeps lie on analytic surfaces, with beams, noise and motion as configured.
#include "gs/sim/sensors/lidar_generator.h"

#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/raycast/sweep_factory.h"
#include "gs/sim/testing/ground.h"

namespace gs::sim {
namespace {

world::LidarCalibration lidar(int channels = 32, double resolution = 1.0) {
  world::LidarCalibration l;
  l.id = "top";
  l.spec.channels = channels;
  l.spec.horizontal_resolution = resolution;
  l.spec.vertical_fov_min = -25, l.spec.vertical_fov_max = 15;
  l.spec.max_range = 100, l.spec.min_range = 0.5;
  l.extrinsics.transform = {Quaterniond::from_rpy(0, 0, 0.3), {1.0, 0.2, 2.0}};
  return l;
}

using Caster = std::unique_ptr<raycast::SweepCaster>;

Caster flat_ground(double height = 0, raycast::TriangleMeshView mesh = {}) {
  const world::HeightmapData map = ground_of([&](double, double) { return height; }, 60.0);
  const raycast::HeightmapView ground{.heights = map.data,
                                      .width = map.width,
                                      .height = map.height,
                                      .resolution = map.resolution,
                                      .origin = {map.origin_x, map.origin_y, 0}};
  return std::move(*raycast::make_sweep_caster(Backend::cpu, {.heightmap = ground, .mesh = mesh}));
}

LidarSweep sweep_of(LiDARGenerator generator, raycast::SweepCaster* surfaces, const LiDARGenerator::PoseAt& pose_at,
                    Timestamp stamp = {}, uint64_t step = 0) {
  Notices notices;
  LidarSweep sweep = generator.sweep({.surfaces = surfaces}, pose_at, stamp, step, notices);
  EXPECT_TRUE(notices.empty());
  return sweep;
}

Rigid3d still(Timestamp) { return {Quaterniond::from_rpy(0, 0, 1.0), {3, -2, 0}}; }

TEST(Lidar, PointsLieOnTheAnalyticPlane) {
  const auto caster = flat_ground(0.25);
  const LiDARGenerator generator(lidar(), {}, 10, 1);
  const LidarSweep sweep = sweep_of(generator, caster.get(), still);
  ASSERT_GT(sweep.cloud.points.size(), 3000u);
  const Rigid3d map_from_lidar = still({}) * generator.calibration().extrinsics.transform;
  for (std::size_t i = 0; i < sweep.cloud.points.size(); ++i) {
    const Vec4f& p = sweep.cloud.points[i];
    EXPECT_NEAR((map_from_lidar * Vec3d{p.x, p.y, p.z}).z, 0.25, 1e-3);
    EXPECT_GE(p.w, 0.0f);
    EXPECT_LE(p.w, 255.0f);
    // The ring number matches the elevation of the point.
    const double elevation = std::atan2(p.z, std::hypot(p.x, p.y)) * 180 / kPi;
    EXPECT_NEAR(elevation, -25.0 + 40.0 * sweep.ring[i] / 31.0, 1e-3);
  }
  EXPECT_TRUE(sweep.time_s.empty());
}

TEST(Lidar, MeshAndHeightmapMergeToTheNearer) {
  // A box of 2 m around (10, 0), in map.
  std::vector<Vec3f> vertices;
  for (int i = 0; i < 8; ++i)
    vertices.push_back({(i & 1) ? 11.0f : 9.0f, (i & 2) ? 1.0f : -1.0f, (i & 4) ? 3.0f : 0.0f});
  const std::vector<uint32_t> triangles{0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                        2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
  const Caster caster = flat_ground(0, {vertices, triangles});
  world::LidarCalibration calibration = lidar(64, 0.5);
  calibration.extrinsics.transform = {{}, {0, 0, 2}};
  const LiDARGenerator generator(calibration, {}, 10, 1);
  const LidarSweep sweep = sweep_of(generator, caster.get(), [](Timestamp) { return Rigid3d{}; });
  int on_box = 0;
  for (const Vec4f& p : sweep.cloud.points) {
    const double x = p.x, y = p.y, z = p.z + 2.0;
    const bool ground = std::abs(z) < 1e-3;
    const bool front = std::abs(x - 9.0) < 1e-3 && std::abs(y) <= 1.001 && z <= 3.001;
    const bool top = std::abs(z - 3.0) < 1e-3;
    EXPECT_TRUE(ground || front || top) << x << " " << y << " " << z;
    // No point lies behind the front face as seen from the sensor.
    EXPECT_FALSE(ground && x > 9.001 && x < 11.0 && std::abs(y / x) < 1.0 / 9.5);
    on_box += front;
  }
  EXPECT_GT(on_box, 50);
}

TEST(Lidar, PointsLieOnTheAnalyticSphere) {
  constexpr double kRadius = 3.0;
  constexpr int kAround = 360, kUp = 180;  // chords of this mesh lie 0.1 mm inside the sphere
  const Vec3d centre{9, 1, 1.5};
  std::vector<Vec3f> vertices;
  std::vector<uint32_t> triangles;
  for (int u = 0; u <= kUp; ++u) {
    for (int a = 0; a <= kAround; ++a) {
      const double azimuth = 2 * kPi * a / kAround, polar = kPi * u / kUp;
      vertices.push_back(cast<float>(
          centre +
          Vec3d{std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), std::cos(polar)} * kRadius));
    }
  }
  for (uint32_t u = 0; u < kUp; ++u) {
    for (uint32_t a = 0; a < kAround; ++a) {
      const uint32_t i = u * (kAround + 1) + a, below = i + kAround + 1;
      triangles.insert(triangles.end(), {i, below, i + 1, i + 1, below, below + 1});
    }
  }
  const auto caster = raycast::make_sweep_caster(Backend::cpu, {.mesh = {vertices, triangles}});
  ASSERT_TRUE(caster);
  world::LidarCalibration calibration = lidar(64, 0.5);
  calibration.extrinsics.transform = {{}, {0, 0, 2}};
  const LiDARGenerator generator(calibration, {}, 10, 1);
  const auto sweep = sweep_of(generator, caster->get(), [](Timestamp) { return Rigid3d{}; });
  ASSERT_GT(sweep.cloud.points.size(), 2000u);
  for (const Vec4f& p : sweep.cloud.points) {
    EXPECT_NEAR(norm(Vec3d{p.x, p.y, p.z + 2.0} - centre), kRadius, 1e-3);
  }
}

TEST(Lidar, BeamsFollowTheTableOfTheCalibration) {
  const auto caster = flat_ground();
  world::LidarCalibration calibration = lidar(4, 1.0);
  calibration.spec.beam_elevations_deg = {-24, -11, -5, -3};
  calibration.spec.beam_azimuth_offsets_deg = {0, 0.3, 0, -0.3};
  const LidarSweep sweep = sweep_of(LiDARGenerator(calibration, {}, 10, 1), caster.get(), still);
  ASSERT_EQ(sweep.cloud.points.size(), 4u * 360);
  for (std::size_t i = 0; i < sweep.cloud.points.size(); ++i) {
    const Vec4f& p = sweep.cloud.points[i];
    const auto ring = sweep.ring[i];
    EXPECT_NEAR(std::atan2(p.z, std::hypot(p.x, p.y)) * 180 / kPi, calibration.spec.beam_elevations_deg[ring], 1e-3);
    const double azimuth = std::atan2(p.y, p.x) * 180 / kPi - calibration.spec.beam_azimuth_offsets_deg[ring];
    EXPECT_NEAR(azimuth, std::round(azimuth), 1e-3);
  }
}

TEST(Lidar, LongSweepsAreThinnedEvenlyAndReported) {
  world::LidarCalibration calibration = lidar(128, 0.2);  // 230,400 rays
  const LiDARGenerator thinned(calibration, {}, 20, 1);
  ASSERT_TRUE(thinned.thinned());
  EXPECT_EQ(thinned.thinned()->type, SimErrorType::invalid_pointcloud_size);
  EXPECT_EQ(thinned.columns(), 200'000 / 128);
  calibration.spec.max_points = 0;
  const LiDARGenerator full(calibration, {}, 20, 1);
  EXPECT_FALSE(full.thinned());
  EXPECT_EQ(full.columns(), 1800);
}

TEST(Lidar, MotionPutsEveryPointOnTheSurfaceOnceDeskewed) {
  const auto caster = flat_ground();
  RaycastOptions options;
  options.motion_distortion = true;
  const LiDARGenerator generator(lidar(16, 1.0), options, 10, 1);
  const auto moving = [](Timestamp t) {
    const double s = t.seconds();
    return Rigid3d{Quaterniond::from_rpy(0, 0.05 * s, 0.5 * s), {10 * s, 0, 0.3 * s}};
  };
  const Timestamp stamp = Timestamp::from_seconds(2.0);
  const LidarSweep sweep = sweep_of(generator, caster.get(), moving, stamp);
  ASSERT_EQ(sweep.time_s.size(), sweep.cloud.points.size());
  double earliest = 0;
  for (std::size_t i = 0; i < sweep.time_s.size(); ++i) {
    const Vec4f& p = sweep.cloud.points[i];
    EXPECT_LE(sweep.time_s[i], 0.0f);
    earliest = std::min(earliest, static_cast<double>(sweep.time_s[i]));
    const Rigid3d map_from_lidar =
        moving(stamp + Duration::from_seconds(sweep.time_s[i])) * generator.calibration().extrinsics.transform;
    EXPECT_NEAR((map_from_lidar * Vec3d{p.x, p.y, p.z}).z, 0.0, 1e-3);
  }
  EXPECT_NEAR(earliest, -0.1, 0.001);
  EXPECT_TRUE(std::is_sorted(sweep.time_s.begin(), sweep.time_s.end()));
}

TEST(Lidar, NoiseAndDropAreSeededAndIndependentOfThreads) {
  const auto caster = flat_ground();
  RaycastOptions options;
  options.add_noise = true;
  options.drop_probability = 0.3;
  const auto sweep_with = [&](int threads, uint64_t seed, uint64_t step) {
    const ScopedThreadCount scope(threads);
    return sweep_of(LiDARGenerator(lidar(), options, 10, seed), caster.get(), still, {}, step).cloud.points;
  };
  const auto one = sweep_with(1, 7, 3);
  EXPECT_EQ(one, sweep_with(3, 7, 3));
  EXPECT_NE(one, sweep_with(1, 8, 3));
  EXPECT_NE(one, sweep_with(1, 7, 4));
  const auto clean = sweep_of(LiDARGenerator(lidar(), {}, 10, 7), caster.get(), still, {}, 3).cloud.points.size();
  EXPECT_NEAR(static_cast<double>(one.size()) / static_cast<double>(clean), 0.7, 0.03);
}

TEST(Lidar, NothingToHitIsAnEmptyCloud) {
  EXPECT_TRUE(sweep_of(LiDARGenerator(lidar(), {}, 10, 1), nullptr, still).cloud.points.empty());
}

TEST(Lidar, ASweepDoesNotDependOnTheOneBefore) {
  const auto caster = flat_ground();
  RaycastOptions options;
  options.use_gaussians = true, options.motion_distortion = true;
  const auto ceiling = [](std::span<const raycast::Ray> rays, std::span<float> distances) {
    for (std::size_t i = 0; i < rays.size(); ++i) distances[i] = rays[i].direction.z > 0.1f ? 7.f : raycast::kFar;
  };
  Notices notices;
  LiDARGenerator used(lidar(), options, 10, 1);
  const auto first = used.sweep({.surfaces = caster.get(), .gaussians = ceiling}, still, {}, 0, notices);
  const auto second = used.sweep({.surfaces = caster.get()}, still, {}, 1, notices);
  const LidarSweep fresh = sweep_of(LiDARGenerator(lidar(), options, 10, 1), caster.get(), still, {}, 1);
  EXPECT_GT(first.cloud.points.size(), fresh.cloud.points.size());
  EXPECT_EQ(second.cloud.points, fresh.cloud.points);
  EXPECT_EQ(second.ring, fresh.ring);
  EXPECT_TRUE(used.sweep({}, still, {}, 2, notices).cloud.points.empty());
}

class FailingCaster final : public raycast::SweepCaster {
 public:
  std::string name() const override { return "failing"; }
  Result<void> cast(const raycast::Sweep&, std::span<raycast::SweepReturn> returns) override {
    returns[0].distance = 5;  // a partial result before the failure
    return fail(ErrorCode::device_out_of_memory, "the GPU is full");
  }
};

TEST(Lidar, AFailedCastIsAnEmptyCloudAndAnError) {
  FailingCaster caster;
  Notices notices;
  const LidarSweep sweep = LiDARGenerator(lidar(), {}, 10, 1).sweep({.surfaces = &caster}, still, {}, 0, notices);
  EXPECT_TRUE(sweep.cloud.points.empty());
  EXPECT_EQ(sweep.cloud.lidar_id, "top");
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_EQ(notices[0].level, NoticeLevel::error);
  EXPECT_NE(notices[0].text.find("the GPU is full"), std::string::npos);
}

}  // namespace
}  // namespace gs::sim
