// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays per second and core on terrain: our heightmap march, Embree through MeshCaster, and Embree called directly.
#include <embree3/rtcore.h>

#include <cmath>
#include <cstring>

#include "bench/raycast/raycast_gpu_rows.h"
#include "bench/raycast/raycast_scene.h"
#include "bench/table.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/api/mesh_caster.h"

namespace {

using namespace gs;

using bench::kColumns, bench::kRings, bench::mesh_of_terrain, bench::sweep, bench::Terrain;

// Bare Embree packets, prepared beforehand: Embree's rate without conversions.
class BareEmbree {
 public:
  explicit BareEmbree(const Terrain& t) : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    std::memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, t.vertices.size()),
                t.vertices.data(), t.vertices.size() * 12);
    std::memcpy(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, t.triangles.size() / 3),
        t.triangles.data(), t.triangles.size() * 4);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  ~BareEmbree() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  BareEmbree(const BareEmbree&) = delete;
  BareEmbree& operator=(const BareEmbree&) = delete;

  double seconds(const std::vector<raycast::Ray>& rays) const {
    std::vector<RTCRayHit8> packets(rays.size() / 8);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      RTCRayHit8& p = packets[i / 8];
      const std::size_t k = i % 8;
      p.ray.org_x[k] = rays[i].origin.x, p.ray.org_y[k] = rays[i].origin.y, p.ray.org_z[k] = rays[i].origin.z;
      p.ray.dir_x[k] = rays[i].direction.x, p.ray.dir_y[k] = rays[i].direction.y, p.ray.dir_z[k] = rays[i].direction.z;
      p.ray.tnear[k] = 0, p.ray.tfar[k] = rays[i].max_distance, p.ray.time[k] = 0, p.ray.mask[k] = ~0u;
      p.hit.geomID[k] = RTC_INVALID_GEOMETRY_ID, p.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
    }
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    alignas(32) int valid[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const double start = bench::cpu_seconds();
    for (RTCRayHit8& packet : packets) rtcIntersect8(valid, scene_, &context, &packet);
    return bench::cpu_seconds() - start;
  }

 private:
  RTCDevice device_;
  RTCScene scene_;
};

// Smallest CPU time of some runs.
double best_cpu_seconds(int repetitions, const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    const double start = bench::cpu_seconds();
    work();
    best = std::min(best, bench::cpu_seconds() - start);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_raycast [--json FILE]: rays per second on one core, CPU time");
  bench::Table table("raycast");
  const ScopedThreadCount one(1);
  const std::vector<raycast::Ray> rays = sweep();
  const double million = static_cast<double>(rays.size()) * 1e-6;
  const raycast::RayGrid grid{kRings, kColumns};

  constexpr int kSide = 2048;
  const std::vector<float> heights = bench::heights_of_terrain(kSide, 0.2);
  const raycast::HeightmapView map{heights, kSide, kSide, 0.2, {-0.1 * kSide, -0.1 * kSide, 0}};
  const double build_s = best_cpu_seconds(3, [&] { static_cast<void>(raycast::HeightmapCaster::build(map)); });
  table.add({.name = "heightmap 2048 x 2048 build", .value = build_s * 1e3, .unit = "ms"});
  auto caster = raycast::HeightmapCaster::build(map);
  std::vector<raycast::HeightmapHit> ground(rays.size());
  const double scalar_s = best_cpu_seconds(5, [&] { caster->cast(grid, rays, ground, Isa::scalar); });
  const double march_s = best_cpu_seconds(9, [&] { caster->cast(grid, rays, ground); });
  table.add({.name = "heightmap 128 x 1800, scalar",
             .value = million / scalar_s,
             .unit = "Mrays/s",
             .higher_is_better = true});
  if (cpu_isa() > Isa::avx2) {
    const double avx2_s = best_cpu_seconds(9, [&] { caster->cast(grid, rays, ground, Isa::avx2); });
    table.add(
        {.name = "heightmap 128 x 1800, avx2", .value = million / avx2_s, .unit = "Mrays/s", .higher_is_better = true});
  }
  table.add({.name = "heightmap 128 x 1800",
             .value = million / march_s,
             .unit = "Mrays/s",
             .bar = 12,
             .higher_is_better = true});

  const Terrain t = mesh_of_terrain(1001, 0.36);
  const double mesh_build_s = best_cpu_seconds(1, [&] {
    static_cast<void>(raycast::MeshCaster::build({t.vertices, t.triangles}));
  });
  table.add({.name = "mesh 2 M triangles build", .value = mesh_build_s, .unit = "s", .bar = 1.5});
  auto mesh = raycast::MeshCaster::build({t.vertices, t.triangles});
  std::vector<raycast::MeshHit> hits(rays.size());
  // Run alternately, so that disturbances affect both.
  const BareEmbree bare(t);
  double mesh_s = 1e300, bare_s = 1e300;
  for (int i = 0; i < 9; ++i) {
    bare_s = std::min(bare_s, bare.seconds(rays));
    mesh_s = std::min(mesh_s, best_cpu_seconds(1, [&] { mesh->cast(grid, rays, hits); }));
  }
  table.add({.name = "mesh 128 x 1800",
             .value = million / mesh_s,
             .unit = "Mrays/s",
             .bound = million / bare_s,
             .bar = 0.85 * million / bare_s,
             .higher_is_better = true,
             .note = "bound: bare Embree packets; bar: 85 % of it"});
  std::vector<uint8_t> blocked(rays.size());
  const double shadow_s = best_cpu_seconds(7, [&] { mesh->occluded(grid, rays, blocked); });
  table.add(
      {.name = "mesh 128 x 1800, any hit", .value = million / shadow_s, .unit = "Mrays/s", .higher_is_better = true});
  bench::add_raycast_gpu_rows(table);
  return table.finish(arguments);
}
