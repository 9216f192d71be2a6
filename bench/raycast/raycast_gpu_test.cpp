// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares the CUDA ray casters with the CPU, with brute force and with closed forms. Prints one line per comparison.
#include <cmath>
#include <cstdio>
#include <functional>

#include "bench/raycast/raycast_scene.h"
#include "gs/core/cuda/testing/gpu_test.h"
#include "gs/core/numbers/random.h"
#include "gs/raycast/bvh_walk.h"
#include "gs/raycast/cuda/cuda_casters.h"
#include "gs/raycast/cuda/cuda_sweep_caster.h"

namespace {

using namespace gs;

// Rays with random origins and directions.
std::vector<raycast::Ray> random_rays(std::size_t count, float spread, uint64_t seed) {
  std::vector<raycast::Ray> rays(count);
  Random random(seed, purpose("raycast_gpu_check"), 0);
  const auto any = [&](double size) { return static_cast<float>(random.uniform(-size, size)); };
  for (raycast::Ray& ray : rays) {
    ray.origin = {any(spread), any(spread), any(5)};
    const Vec3f d{any(1), any(1), any(1)};
    ray.direction = d / norm(d);
    ray.max_distance = 150;
  }
  return rays;
}

// Counts rays whose distances differ by more than 1 mm: at object edges, rounding decides which surface is hit.
struct Comparison {
  double largest = 0;  // largest difference of the other rays
  std::size_t off = 0;
  bool good(std::size_t rays) const { return off * 10'000 <= rays; }
};
template <class Hit>
Comparison compare(const std::vector<Hit>& a, const std::vector<Hit>& b) {
  Comparison c;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a[i].found() && !b[i].found()) continue;
    const double difference = std::abs(static_cast<double>(a[i].distance) - static_cast<double>(b[i].distance));
    if (difference < 1e-3) {
      c.largest = std::max(c.largest, difference);
    } else {
      ++c.off;
    }
  }
  return c;
}

// CUDA against the CPU on a heightmap.
void check_heightmap(const std::string& name, std::vector<float> heights, int side,
                     const std::vector<raycast::Ray>& rays) {
  const raycast::HeightmapView map{heights, side, side, 0.2, {-0.1 * side, -0.1 * side, 0}};
  auto gpu = raycast::cuda::CudaHeightmapCaster::build(map, {3, -2, 1});
  const auto cpu = raycast::HeightmapCaster::build(map, {3, -2, 1});
  std::vector<raycast::HeightmapHit> mine(rays.size()), expected(rays.size());
  if (!gpu || !cpu || !gpu->cast(rays, mine))
    return cuda::compare_line(name, false, gpu ? "cast" : to_string(gpu.error()));
  cpu->cast({1, static_cast<int>(rays.size())}, rays, expected, Isa::scalar);
  const Comparison c = compare(mine, expected);
  cuda::compare_line(name, c.good(rays.size()),
                     format("largest difference {:.6f} m, {} of {} off", c.largest, c.off, rays.size()));
}

// CUDA twice, against the BVH walk of the CPU or against brute force; both CUDA casts must be equal.
void check_mesh(const std::string& name, const bench::Terrain& mesh, const std::vector<raycast::Ray>& rays,
                bool brute_force) {
  const auto bvh = raycast::Bvh::build({mesh.vertices, mesh.triangles});
  auto gpu = raycast::cuda::CudaMeshCaster::build({mesh.vertices, mesh.triangles});
  std::vector<raycast::MeshHit> mine(rays.size()), again(rays.size()), expected(rays.size());
  if (!bvh || !gpu || !gpu->cast(rays, mine) || !gpu->cast(rays, again)) {
    return cuda::compare_line(name, false, gpu ? "cast" : to_string(gpu.error()));
  }
  for (std::size_t i = 0; i < rays.size(); ++i) {
    raycast::BvhHit hit;
    if (brute_force) {
      for (const raycast::BvhTriangle& t : bvh->triangles) {
        raycast::meet_triangle(t, rays[i], std::min(rays[i].max_distance, hit.distance), hit);
      }
    } else {
      hit = raycast::walk_bvh(bvh->view(), rays[i]);
    }
    expected[i] = raycast::to_mesh_hit(hit);
  }
  const Comparison c = compare(mine, expected), twice = compare(mine, again);
  cuda::compare_line(name, c.good(rays.size()) && twice.largest == 0 && twice.off == 0,
                     format("largest difference {:.6f} m, {} of {} off", c.largest, c.off, rays.size()));
}

// Random triangles.
bench::Terrain soup(std::size_t count) {
  bench::Terrain t;
  Random random(9, purpose("raycast_gpu_soup"), 0);
  for (std::size_t i = 0; i < 3 * count; ++i) {
    const auto any = [&](double size) { return static_cast<float>(random.uniform(-size, size)); };
    const Vec3f center = i % 3 == 0 ? Vec3f{any(40), any(40), any(5)} : t.vertices[i - i % 3];
    t.vertices.push_back(center + Vec3f{any(2), any(2), any(2)});
    t.triangles.push_back(static_cast<uint32_t>(i));
  }
  return t;
}

// A sweep against heightmap and mesh from a moving sensor, as the simulator's LiDARs request it.
void check_sweep(const std::string& name, std::size_t pose_count) {
  constexpr int kColumns = 1800, kSide = 600;
  const std::vector<float> heights = bench::heights_of_terrain(kSide, 0.2);
  const raycast::HeightmapView map{heights, kSide, kSide, 0.2, {-0.1 * kSide, -0.1 * kSide, 0}};
  const bench::Terrain walls = soup(500);
  std::vector<Vec3f> directions;
  for (const raycast::Ray& ray : bench::sweep()) directions.push_back(ray.direction);
  std::vector<Rigid3d> sensors;
  for (std::size_t i = 0; i < pose_count; ++i) {
    const double t = static_cast<double>(i) / kColumns;
    sensors.push_back({Quaterniond::from_rpy(0.01, 0.02 * t, 0.2 * t), {2 * t, 1, 5}});
  }
  auto gpu = raycast::cuda::make_cuda_sweep_caster(map, {walls.vertices, walls.triangles}, {3, -2, 1});
  const auto ground = raycast::HeightmapCaster::build(map, {3, -2, 1});
  const auto bvh = raycast::Bvh::build({walls.vertices, walls.triangles});
  std::vector<raycast::SweepReturn> mine(directions.size());
  const raycast::Sweep sweep{directions, sensors, kColumns, 150.0f};
  if (!gpu || !ground || !bvh || !(*gpu)->cast(sweep, mine) || !(*gpu)->cast(sweep, mine)) {
    return cuda::compare_line(name, false, gpu ? "cast" : to_string(gpu.error()));
  }
  std::size_t off = 0, angles_off = 0, found = 0;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const raycast::Ray ray =
        raycast::sweep_ray(sensors[pose_count > 1 ? i % kColumns : 0], directions[i], sweep.max_distance);
    raycast::HeightmapHit below;
    ground->cast({1, 1}, {&ray, 1}, {&below, 1}, Isa::scalar);
    const raycast::MeshHit ahead = raycast::to_mesh_hit(raycast::walk_bvh(bvh->view(), ray));
    raycast::SweepReturn expected;
    raycast::keep_nearer(expected, below.distance, below.normal, ray.direction);
    raycast::keep_nearer(expected, ahead.distance, ahead.normal, ray.direction);
    if (!(mine[i].distance < raycast::kFar) && !(expected.distance < raycast::kFar)) continue;
    ++found;
    const bool same = std::abs(mine[i].distance - expected.distance) < 1e-3f;
    off += !same;
    angles_off += same && !(std::abs(mine[i].cos_incidence - expected.cos_incidence) < 1e-3f);
  }
  const bool good = off * 10'000 <= mine.size() && angles_off * 1000 <= mine.size() && found > mine.size() / 4;
  cuda::compare_line(
      name, good,
      format("{} of {} hit, {} off by over 1 mm, {} angles off by over 0.001", found, mine.size(), off, angles_off));
}

// Closed form of a box of 20 x 20 x 6 m seen from inside: distance to the nearest wall along the ray.
void check_room() {
  bench::Terrain room;
  const float x = 10, z = 3;
  for (int k = 0; k < 8; ++k) room.vertices.push_back({k & 1 ? x : -x, k & 2 ? x : -x, k & 4 ? z : -z});
  room.triangles = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5,
                    2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
  auto gpu = raycast::cuda::CudaMeshCaster::build({room.vertices, room.triangles});
  std::vector<raycast::Ray> rays = random_rays(100'000, 9, 4);
  for (raycast::Ray& ray : rays) ray.origin.z *= 0.5f;
  std::vector<raycast::MeshHit> hits(rays.size());
  if (!gpu || !gpu->cast(rays, hits)) return cuda::compare_line("a room", false, "");
  double worst = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const auto wall = [](float at, float by, float size) { return ((by > 0 ? size : -size) - at) / by; };
    const raycast::Ray& r = rays[i];
    const float expected = std::min(
        {wall(r.origin.x, r.direction.x, x), wall(r.origin.y, r.direction.y, x), wall(r.origin.z, r.direction.z, z)});
    worst = std::max(worst, std::abs(static_cast<double>(hits[i].distance) - expected));
  }
  cuda::compare_line("a room, closed form", worst < 1e-3, format("largest difference {:.6f} m", worst));
}

class RaycastGpu : public cuda::GpuTest {};

TEST_F(RaycastGpu, HeightmapHitsAreThoseOfTheCpu) {
  const std::vector<raycast::Ray> around = random_rays(200'000, 30, 1), sweep = bench::sweep();
  check_heightmap("flat ground", std::vector<float>(300 * 300, -1.0f), 300, around);
  check_heightmap("terrain, any rays", bench::heights_of_terrain(600, 0.2), 600, around);
  check_heightmap("terrain, a sweep", bench::heights_of_terrain(2048, 0.2), 2048, sweep);
  std::vector<float> holes = bench::heights_of_terrain(600, 0.2);
  for (std::size_t i = 0; i < holes.size(); i += 7) holes[i] = NAN;
  check_heightmap("terrain with holes", holes, 600, around);
}

TEST_F(RaycastGpu, MeshHitsAreThoseOfBruteForceAndClosedForms) {
  check_mesh("triangles at random, brute force", soup(500), random_rays(20'000, 40, 2), true);
  check_mesh("one triangle", {{{-1, -1, 1}, {3, -1, 1}, {0, 3, 1}}, {0, 1, 2}}, random_rays(20'000, 3, 3), true);
  check_mesh("no triangle", {}, random_rays(1000, 3, 3), true);
  check_mesh("terrain mesh, a sweep", bench::mesh_of_terrain(400, 0.4), bench::sweep(), false);
  check_room();
}

TEST_F(RaycastGpu, SweepsAreThoseOfTheCpu) {
  check_sweep("a sweep from one place", 1);
  check_sweep("a sweep in motion", 1800);
}

// More beam patterns than the device cache holds, each twice.
TEST_F(RaycastGpu, ManyPatternsOfBeamsInTurn) {
  const bench::Terrain walls = soup(500);
  auto gpu = raycast::cuda::make_cuda_sweep_caster({}, {walls.vertices, walls.triangles}, {});
  ASSERT_TRUE(gpu) << to_string(gpu.error());
  const auto bvh = raycast::Bvh::build({walls.vertices, walls.triangles});
  const std::vector<Rigid3d> sensor(1);
  for (int round = 0; round < 2; ++round) {
    for (uint64_t k = 0; k < 20; ++k) {
      std::vector<Vec3f> directions;
      for (const raycast::Ray& ray : random_rays(100, 1, k)) directions.push_back(ray.direction);
      std::vector<raycast::SweepReturn> returns(directions.size());
      ASSERT_TRUE((*gpu)->cast({directions, sensor, 100, 150.0f}, returns));
      std::size_t off = 0;
      for (std::size_t i = 0; i < returns.size(); ++i) {
        const raycast::MeshHit hit =
            raycast::to_mesh_hit(raycast::walk_bvh(bvh->view(), raycast::sweep_ray(sensor[0], directions[i], 150.0f)));
        off += std::abs(std::min(returns[i].distance, 1e6f) - std::min(hit.distance, 1e6f)) > 1e-3f;
      }
      EXPECT_LE(off, 1u) << k;
    }
  }
}

}  // namespace
