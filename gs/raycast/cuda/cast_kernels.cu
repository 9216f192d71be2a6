// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/cuda/cast_kernels.h"

#include "gs/raycast/bvh_walk.h"
#include "gs/raycast/cuda/cuda_lanes.cuh"

namespace gs::raycast::cuda {
namespace {

constexpr unsigned kThreads = 128;  // small blocks, because the rays of a sweep end at very different times

// Reads a ray in two 16-byte loads.
__device__ Ray load_ray(const Ray* from) {
  const auto* words = reinterpret_cast<const float4*>(from);
  const float4 a = __ldg(words), b = __ldg(words + 1);
  return {{a.x, a.y, a.z}, a.w, {b.x, b.y, b.z}, b.w};
}
static_assert(sizeof(Ray) == 32);

// Marches one ray through the heightmap.
__device__ HeightmapHit march(const gs::raycast::detail::MarchView& map, const Ray& ray) {
  const auto hit = gs::raycast::detail::march<CudaLanes>(
      map,
      {ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z, ray.max_distance});
  return {hit.distance, {hit.nx, hit.ny, hit.nz}};
}

__global__ void __launch_bounds__(kThreads)
    heightmap_kernel(gs::raycast::detail::MarchView map, const Ray* rays, HeightmapHit* hits, uint32_t count) {
  const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  hits[i] = march(map, load_ray(rays + i));
}

__global__ void __launch_bounds__(kThreads) mesh_kernel(BvhView bvh, const Ray* rays, MeshHit* hits, uint32_t count) {
  const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  hits[i] = to_mesh_hit(walk_bvh(bvh, load_ray(rays + i)));
}

__global__ void __launch_bounds__(kThreads)
    sweep_kernel(SweepView sweep, gs::raycast::detail::MarchView ground, BvhView mesh, SweepReturn* returns) {
  const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= sweep.count) return;
  // One ray per thread: cast against the ground, then the mesh, and keep the nearer hit.
  const Rigid3d& sensor = sweep.sensors[sweep.moving ? i % sweep.columns : 0];
  const Ray ray = sweep_ray(sensor, sweep.directions[i], sweep.max_distance);
  SweepReturn best;
  if (ground.heights != nullptr) {
    const HeightmapHit hit = march(ground, ray);
    keep_nearer(best, hit.distance, hit.normal, ray.direction);
  }
  if (mesh.node_count > 0) {
    const MeshHit hit = to_mesh_hit(walk_bvh(mesh, ray));
    keep_nearer(best, hit.distance, hit.normal, ray.direction);
  }
  returns[i] = best;
}

unsigned blocks_for(uint32_t count) { return (count + kThreads - 1) / kThreads; }

}  // namespace

void launch_heightmap_cast(const gs::raycast::detail::MarchView& map, const Ray* rays, HeightmapHit* hits,
                           uint32_t count, cudaStream_t stream) {
  if (count > 0) heightmap_kernel<<<blocks_for(count), kThreads, 0, stream>>>(map, rays, hits, count);
}

void launch_mesh_cast(const BvhView& bvh, const Ray* rays, MeshHit* hits, uint32_t count, cudaStream_t stream) {
  if (count > 0) mesh_kernel<<<blocks_for(count), kThreads, 0, stream>>>(bvh, rays, hits, count);
}

void launch_sweep_cast(const SweepView& sweep, const gs::raycast::detail::MarchView& ground, const BvhView& mesh,
                       SweepReturn* returns, cudaStream_t stream) {
  if (sweep.count > 0) sweep_kernel<<<blocks_for(sweep.count), kThreads, 0, stream>>>(sweep, ground, mesh, returns);
}

}  // namespace gs::raycast::cuda
