// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays on a height map, against closed forms and brute force, with equal bits for every instruction set.
#include "gs/raycast/api/heightmap_caster.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::raycast {
namespace {

// A heightmap that owns its samples.
struct Map {
  int width, height;
  double resolution;
  Vec3d origin;
  std::vector<float> heights;
  HeightmapView view() const { return {heights, width, height, resolution, origin}; }
  float at(int ix, int iy) const { return heights[static_cast<std::size_t>(iy * width + ix)]; }
  // Bilinear height in the map frame; NaN outside and in holes.
  double height_at(double x, double y) const {
    const double u = (x - origin.x) / resolution, v = (y - origin.y) / resolution;
    if (!(u >= 0 && v >= 0 && u <= width - 1 && v <= height - 1)) return NAN;
    const int ix = std::min(static_cast<int>(u), width - 2), iy = std::min(static_cast<int>(v), height - 2);
    const double a = u - ix, b = v - iy;
    return origin.z + (1 - b) * ((1 - a) * at(ix, iy) + a * at(ix + 1, iy)) +
           b * ((1 - a) * at(ix, iy + 1) + a * at(ix + 1, iy + 1));
  }
};

// Samples a height function f(x, y).
template <class Height>
Map make_map(int width, int height, double resolution, Vec3d origin, Height&& f) {
  Map map{width, height, resolution, origin, {}};
  for (int iy = 0; iy < height; ++iy) {
    for (int ix = 0; ix < width; ++ix) {
      map.heights.push_back(static_cast<float>(f(origin.x + ix * resolution, origin.y + iy * resolution)));
    }
  }
  return map;
}

// Hills with a step of 2 m; a share of random samples is missing.
Map hills(double hole_share = 0) {
  Map map = make_map(151, 133, 0.25, {-17, -15, 3}, [](double x, double y) {
    return 1.2 * std::sin(0.4 * x) * std::cos(0.3 * y) + 0.3 * std::sin(3 * x + y) + (std::fabs(x - 4) < 1 ? 2.0 : 0.0);
  });
  for (std::size_t i = 0; i < map.heights.size(); ++i) {
    if (Random(5, purpose("holes"), i).uniform() < hole_share) map.heights[i] = NAN;
  }
  return map;
}

// Rays in mostly horizontal directions around `centre`.
std::vector<Ray> random_rays(std::size_t count, Vec3d centre, double spread) {
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < count; ++i) {
    Random r(9, purpose("rays"), i);
    Ray ray;
    ray.origin = {static_cast<float>(centre.x + r.uniform(-spread, spread)),
                  static_cast<float>(centre.y + r.uniform(-spread, spread)),
                  static_cast<float>(centre.z + r.uniform(-2.0, 4.0))};
    ray.direction = normalized(
        Vec3f{static_cast<float>(r.normal()), static_cast<float>(r.normal()), static_cast<float>(r.normal(-0.1, 0.4))});
    ray.max_distance = 60.0f;
    rays.push_back(ray);
  }
  return rays;
}

std::vector<HeightmapHit> cast(const HeightmapCaster& caster, const std::vector<Ray>& rays, Isa isa = cpu_isa()) {
  std::vector<HeightmapHit> hits(rays.size());
  caster.cast({1, static_cast<int>(rays.size())}, rays, hits, isa);
  return hits;
}

// Reference: first sign change of (ray height - ground height), by small steps and bisection.
double brute_force(const Map& map, const Ray& ray, double step) {
  const auto gap = [&](double t) {
    const double x = ray.origin.x + t * ray.direction.x, y = ray.origin.y + t * ray.direction.y;
    return ray.origin.z + t * ray.direction.z - map.height_at(x, y);
  };
  double before = gap(0);
  for (double t = step; t <= ray.max_distance; t += step) {
    const double now = gap(t);
    if (before * now <= 0) {
      double low = t - step, high = t;
      for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        (gap(middle) * before <= 0 ? high : low) = middle;
      }
      return 0.5 * (low + high);
    }
    before = now;
  }
  return INFINITY;
}

// Compares 3,000 rays with the reference, within 1 mm.
void expect_as_brute_force(const Map& map) {
  const auto caster = HeightmapCaster::build(map.view());
  ASSERT_TRUE(caster);
  const auto rays = random_rays(3000, {1, 1, 4.5}, 12);
  const auto hits = cast(*caster, rays);
  int found = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const double truth = brute_force(map, rays[i], 0.004);
    // The reference steps over ridges that are thinner than its step; then check that the hit lies on the surface.
    if (std::isinf(truth) && hits[i].found()) {
      const Vec3f p = rays[i].origin + rays[i].direction * hits[i].distance;
      EXPECT_NEAR(p.z, map.height_at(p.x, p.y), 1e-3) << i;
      continue;
    }
    ASSERT_EQ(hits[i].found(), std::isfinite(truth)) << i << " truth " << truth;
    if (!hits[i].found()) continue;
    ++found;
    if (hits[i].distance < truth - 1e-3) {
      const Vec3f p = rays[i].origin + rays[i].direction * hits[i].distance;
      EXPECT_NEAR(p.z, map.height_at(p.x, p.y), 1e-3) << i;
    } else {
      EXPECT_NEAR(hits[i].distance, truth, 1e-3) << i;
    }
  }
  EXPECT_GT(found, 1000);
}

// A tilted plane is exactly representable by bilinear patches.
TEST(HeightmapCaster, MeetsAPlaneInClosedForm) {
  const Map map = make_map(64, 64, 0.5, {-16, -16, 0}, [](double x, double y) { return 0.1 * x - 0.05 * y + 1; });
  const auto caster = HeightmapCaster::build(map.view());
  ASSERT_TRUE(caster);
  const Vec3d n{-0.1, 0.05, 1};
  for (const Ray& ray : random_rays(500, {0, 0, 5}, 8)) {
    const auto hit = cast(*caster, {ray})[0];
    const Vec3d o = gs::cast<double>(ray.origin), d = gs::cast<double>(ray.direction);
    const double t = (1 - dot(n, o)) / dot(n, d);
    const Vec3d p = o + d * t;
    const bool inside = t > 0 && t < ray.max_distance && std::fabs(p.x + 0.25) < 15.7 && std::fabs(p.y + 0.25) < 15.7;
    if (!inside) continue;
    ASSERT_TRUE(hit.found());
    EXPECT_NEAR(hit.distance, t, 1e-3);
    EXPECT_NEAR(dot(gs::cast<double>(hit.normal), normalized(n)), 1.0, 1e-5);
  }
}

TEST(HeightmapCaster, AgreesWithBruteForce) { expect_as_brute_force(hills()); }
TEST(HeightmapCaster, AgreesWithBruteForceAroundHoles) { expect_as_brute_force(hills(0.05)); }

// Rays with zero direction components, and along a line of samples.
TEST(HeightmapCaster, VerticalAndAxisAlignedRays) {
  const Map map = hills();
  const auto caster = HeightmapCaster::build(map.view());
  ASSERT_TRUE(caster);
  Ray down{.origin = {0.3f, 0.4f, 20}, .direction = {0, 0, -1}};
  EXPECT_NEAR(cast(*caster, {down})[0].distance, 20 - map.height_at(0.3, 0.4), 1e-3);
  Ray up{.origin = {0.3f, 0.4f, -20}, .direction = {0, 0, 1}};
  EXPECT_NEAR(cast(*caster, {up})[0].distance, 20 + map.height_at(0.3, 0.4), 1e-3);
  Ray along{.origin = {0, 0, 4.2f}, .max_distance = 60, .direction = {1, 0, 0}};
  EXPECT_NEAR(cast(*caster, {along})[0].distance, brute_force(map, along, 0.001), 1e-3);
  Ray on_grid_line{.origin = {-16.0f, -3.0f, 4.2f}, .max_distance = 60, .direction = {1, 0, 0}};
  EXPECT_NEAR(cast(*caster, {on_grid_line})[0].distance, brute_force(map, on_grid_line, 0.001), 1e-3);
}

TEST(HeightmapCaster, MissesWhatIsNotThere) {
  const Map map = hills();
  const auto caster = HeightmapCaster::build(map.view());
  ASSERT_TRUE(caster);
  const Ray up{.origin = {0, 0, 20}, .direction = {0, 0, 1}};
  const Ray outside{.origin = {100, 0, 20}, .direction = {0, 0, -1}};
  const Ray short_one{.origin = {0, 0, 20}, .max_distance = 5, .direction = {0, 0, -1}};
  const Ray none{.origin = {0, 0, 20}, .max_distance = 0, .direction = {0, 0, -1}};
  const Ray nan{.origin = {NAN, 0, 20}, .direction = {0, 0, -1}};
  for (const auto& hit : cast(*caster, {up, outside, short_one, none, nan})) EXPECT_FALSE(hit.found());
}

TEST(HeightmapCaster, AMapOfHolesHitsNothing) {
  const Map map = make_map(9, 5, 1, {}, [](double, double) { return NAN; });
  const auto caster = HeightmapCaster::build(map.view());
  ASSERT_TRUE(caster);
  EXPECT_FALSE(cast(*caster, {Ray{.origin = {2, 2, 5}, .direction = {0, 0, -1}}})[0].found());
}

// UTM-like coordinates: without rays_origin, single precision would lose decimetres.
TEST(HeightmapCaster, KeepsPrecisionFarFromZeroWithARaysOrigin) {
  const Map map = make_map(32, 32, 0.5, {500000, 4000000, 100}, [](double, double) { return 0.25; });
  const auto caster = HeightmapCaster::build(map.view(), {500008, 4000008, 100});
  ASSERT_TRUE(caster);
  EXPECT_NEAR(cast(*caster, {Ray{.origin = {0.1f, 0.1f, 3}, .direction = {0, 0, -1}}})[0].distance, 2.75, 1e-5);
}

// The scalar run with one thread is the reference.
TEST(HeightmapCaster, SameBitsForEveryInstructionSetAndThreadCount) {
  const auto caster = HeightmapCaster::build(hills(0.02).view());
  ASSERT_TRUE(caster);
  const auto rays = random_rays(6400, {1, 1, 5}, 14);
  std::vector<HeightmapHit> reference(rays.size());
  const RayGrid grid{40, 160};
  {
    const ScopedThreadCount one(1);
    caster->cast(grid, rays, reference, Isa::scalar);
  }
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    if (isa > cpu_isa()) continue;
    for (const int threads : {1, 2, 3}) {
      const ScopedThreadCount scope(threads);
      std::vector<HeightmapHit> hits(rays.size());
      caster->cast(grid, rays, hits, isa);
      EXPECT_EQ(std::memcmp(hits.data(), reference.data(), hits.size() * sizeof(HeightmapHit)), 0)
          << threads << " threads, instruction set " << static_cast<int>(isa);
    }
  }
}

TEST(HeightmapCaster, RefusesImpossibleMaps) {
  const std::vector<float> four(4, 0.0f);
  EXPECT_FALSE(HeightmapCaster::build({.heights = four, .width = 1, .height = 4}));
  EXPECT_FALSE(HeightmapCaster::build({.heights = four, .width = 3, .height = 2}));
  EXPECT_FALSE(HeightmapCaster::build({.heights = four, .width = 2, .height = 2, .resolution = 0}));
  EXPECT_FALSE(HeightmapCaster::build({.heights = four, .width = 2, .height = 2, .resolution = NAN}));
}

}  // namespace
}  // namespace gs::raycast
