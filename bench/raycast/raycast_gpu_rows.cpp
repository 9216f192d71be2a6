// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/raycast/raycast_gpu_rows.h"

#include <cstdio>

#include "bench/gpu_figures.h"
#include "bench/raycast/raycast_scene.h"
#include "gs/core/cuda/device.h"
#include "gs/raycast/cuda/cuda_casters.h"

namespace bench {
namespace {

using namespace gs;

// Casts a sweep many times: time of the kernel alone, and with the copies of rays and hits.
template <class Hit, class Caster>
void add_rows(Table& table, const std::string& name, Result<Caster> caster, const std::vector<raycast::Ray>& rays) {
  const std::string device = cuda::find_device().value_or(cuda::DeviceInfo{}).name;
  if (!caster) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), to_string(caster.error()).c_str());
    return;
  }
  std::vector<Hit> hits(rays.size());
  std::vector<double> kernel, total;
  for (int k = 0; k < 22; ++k) {
    if (!caster->cast(rays, hits)) return;
    if (k < 2) continue;
    kernel.push_back(caster->last_times().kernel_ms);
    total.push_back(caster->last_times().total_ms);
  }
  std::size_t found = 0;
  for (const Hit& hit : hits) found += hit.found();
  const double ms = median(kernel);
  table.add({.name = name + ", GPU",
             .value = ms,
             .unit = "ms",
             .bar = figure_for(device, 1.0),
             .note = format("{:.0f} Mrays/s, {} of {} hit; with copies {:.3f} ms",
                            static_cast<double>(rays.size()) / ms * 1e-3, found, rays.size(), median(total))});
}

}  // namespace

void add_raycast_gpu_rows(Table& table) {
  constexpr int kSide = 2048;
  const std::vector<raycast::Ray> rays = sweep();
  const std::vector<float> heights = heights_of_terrain(kSide, 0.2);
  const raycast::HeightmapView map{heights, kSide, kSide, 0.2, {-0.1 * kSide, -0.1 * kSide, 0}};
  auto ground = raycast::cuda::CudaHeightmapCaster::build(map);
  if (!ground && ground.error().code == ErrorCode::no_device) {
    std::fprintf(stderr, "no usable GPU: GPU rows are omitted\n");
    return;
  }
  add_rows<raycast::HeightmapHit>(table, "heightmap 128 x 1800", std::move(ground), rays);
  const Terrain t = mesh_of_terrain(1001, 0.4);
  std::vector<double> build = wall_seconds(1, [&] {
    static_cast<void>(raycast::cuda::CudaMeshCaster::build({t.vertices, t.triangles}));
  });
  table.add({.name = "mesh 2 M triangles build for the GPU", .value = build.back(), .unit = "s"});
  add_rows<raycast::MeshHit>(table, "mesh 2 M triangles 128 x 1800",
                             raycast::cuda::CudaMeshCaster::build({t.vertices, t.triangles}), rays);
}

}  // namespace bench
