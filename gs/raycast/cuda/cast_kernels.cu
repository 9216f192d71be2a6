// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/cuda/cast_kernels.h"

#include "gs/raycast/bvh_walk.h"
#include "gs/raycast/cuda/cuda_lanes.cuh"

namespace gs::cuda {
namespace {

constexpr unsigned kThreads = 128;  // small blocks: rays of a sweep end at very different times

__device__ Ray load_ray(const Ray* from) {
  const auto* words = reinterpret_cast<const float4*>(from);
  const float4 a = __ldg(words), b = __ldg(words + 1);
  return {{a.x, a.y, a.z}, a.w, {b.x, b.y, b.z}, b.w};
}
static_assert(sizeof(Ray) == 32);

__global__ void __launch_bounds__(kThreads)
    heightmap_kernel(gs::detail::MarchView map, const Ray* rays, HeightmapHit* hits, uint32_t count) {
  const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  const Ray ray = load_ray(rays + i);
  const auto hit = gs::detail::march<CudaLanes>(map, {ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x,
                                                      ray.direction.y, ray.direction.z, ray.max_distance});
  hits[i] = {hit.distance, {hit.nx, hit.ny, hit.nz}};
}

__global__ void __launch_bounds__(kThreads) mesh_kernel(BvhView bvh, const Ray* rays, MeshHit* hits, uint32_t count) {
  const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  hits[i] = to_mesh_hit(walk_bvh(bvh, load_ray(rays + i)));
}

unsigned blocks_for(uint32_t count) { return (count + kThreads - 1) / kThreads; }

}  // namespace

void launch_heightmap_cast(const gs::detail::MarchView& map, const Ray* rays, HeightmapHit* hits, uint32_t count,
                           cudaStream_t stream) {
  if (count > 0) heightmap_kernel<<<blocks_for(count), kThreads, 0, stream>>>(map, rays, hits, count);
}

void launch_mesh_cast(const BvhView& bvh, const Ray* rays, MeshHit* hits, uint32_t count, cudaStream_t stream) {
  if (count > 0) mesh_kernel<<<blocks_for(count), kThreads, 0, stream>>>(bvh, rays, hits, count);
}

}  // namespace gs::cuda
