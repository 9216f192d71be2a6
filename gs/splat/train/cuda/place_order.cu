// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sort_by_place() on the device, with the keys of the CPU, in place: one float of every Gaussian at a time passes
// through a buffer of eight bytes a Gaussian. It runs once in hundreds of steps.
#include <cub/device/device_radix_sort.cuh>

#include "gs/splat/kernel/morton.h"
#include "gs/splat/train/cuda/step.h"

namespace gs::splat::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr int kKeyBits = 64;

unsigned blocks_of(size_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }
__device__ size_t thread_index() { return static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; }

// Unsigned integers in the order of the floats, for atomicMin and atomicMax.
__device__ uint32_t ordered(float x) {
  const uint32_t bits = __float_as_uint(x);
  // Positive floats sort like their bits, negative ones in reverse: flip all bits of these, and the sign of the others.
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__device__ float unordered(uint32_t u) { return __uint_as_float(u & 0x80000000u ? u & 0x7FFFFFFFu : ~u); }

// box: lowest and highest finite position, as ordered().
__global__ void clear_box_kernel(uint32_t* box) { box[threadIdx.x] = ordered(threadIdx.x < 3 ? 1e30f : -1e30f); }
__global__ void __launch_bounds__(kThreads) box_kernel(CloudView cloud, uint32_t* box) {
  __shared__ uint32_t shared[6];
  if (threadIdx.x < 6) shared[threadIdx.x] = ordered(threadIdx.x < 3 ? 1e30f : -1e30f);
  __syncthreads();
  const size_t i = thread_index();
  if (i < cloud.size) {
    const Vec3f p = cloud.position_of(i);
    const float values[3] = {p.x, p.y, p.z};
    if (isfinite(p.x) && isfinite(p.y) && isfinite(p.z)) {
      for (int k = 0; k < 3; ++k) {
        atomicMin(shared + k, ordered(values[k]));
        atomicMax(shared + 3 + k, ordered(values[k]));
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < 3) atomicMin(box + threadIdx.x, shared[threadIdx.x]);
  if (threadIdx.x >= 3 && threadIdx.x < 6) atomicMax(box + threadIdx.x, shared[threadIdx.x]);
}

__global__ void key_kernel(CloudView cloud, const uint32_t* box, uint64_t* keys, uint32_t* indices) {
  const size_t i = thread_index();
  if (i >= cloud.size) return;
  // Every thread derives the same cube from the box, which saves a kernel launch.
  const MortonCube cube = morton_cube({unordered(box[0]), unordered(box[1]), unordered(box[2])},
                                      {unordered(box[3]), unordered(box[4]), unordered(box[5])});
  keys[i] = morton_key(cube, cloud.position_of(i));
  indices[i] = static_cast<uint32_t>(i);
}

__global__ void take_kernel(const float* from, size_t stride, const uint32_t* order, size_t size, float* out) {
  const size_t i = thread_index();
  if (i < size) out[i] = from[order[i] * stride];
}
__global__ void put_kernel(const float* from, float* to, size_t stride, size_t size) {
  const size_t i = thread_index();
  if (i < size) to[i * stride] = from[i];
}

// Reorders one float of every Gaussian.
void reorder(float* values, size_t stride, const uint32_t* order, size_t size, float* buffer, cudaStream_t stream) {
  take_kernel<<<blocks_of(size), kThreads, 0, stream>>>(values, stride, order, size, buffer);
  put_kernel<<<blocks_of(size), kThreads, 0, stream>>>(buffer, values, stride, size);
}

void reorder(const MutableCloudView& cloud, const uint32_t* order, float* buffer, cudaStream_t stream) {
  float* const planes[11] = {cloud.position[0],  cloud.position[1],  cloud.position[2],  cloud.log_scale[0],
                             cloud.log_scale[1], cloud.log_scale[2], cloud.rotation[0],  cloud.rotation[1],
                             cloud.rotation[2],  cloud.rotation[3],  cloud.opacity_logit};
  for (float* plane : planes) reorder(plane, 1, order, cloud.size, buffer, stream);
  const auto values = static_cast<size_t>(3 * cloud.coefficients());
  for (size_t k = 0; k < values; ++k) reorder(cloud.sh + k, values, order, cloud.size, buffer, stream);
}

cudaError_t sort(const PlaceBuffers& b, size_t& bytes, void* temporary, size_t size, uint32_t** order,
                 cudaStream_t stream) {
  // A null `temporary` only asks for the size of the temporary memory. The result is in whichever index buffer cub used
  // last.
  cub::DoubleBuffer<uint64_t> keys(b.keys, b.other_keys);
  cub::DoubleBuffer<uint32_t> indices(b.indices, b.other_indices);
  const cudaError_t status =
      cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, indices, size, 0, kKeyBits, stream);
  *order = indices.Current();
  return status;
}

}  // namespace

Temporary place_temporary(std::size_t capacity) {
  std::size_t bytes = 0;
  uint32_t* order = nullptr;
  const cudaError_t status = sort({}, bytes, nullptr, capacity, &order, nullptr);
  return {status, bytes};
}

cudaError_t launch_sort_by_place(const AdamBuffers& state, const PlaceBuffers& b, cudaStream_t stream) {
  const size_t size = state.cloud.size;
  if (size == 0) return cudaSuccess;
  clear_box_kernel<<<1, 6, 0, stream>>>(b.box);
  box_kernel<<<blocks_of(size), kThreads, 0, stream>>>(state.cloud, b.box);
  key_kernel<<<blocks_of(size), kThreads, 0, stream>>>(state.cloud, b.box, b.keys, b.indices);
  size_t bytes = b.temporary_bytes;
  if (b.temporary == nullptr || bytes == 0) return cudaErrorInvalidValue;
  uint32_t* order = nullptr;
  const cudaError_t status = sort(b, bytes, b.temporary, size, &order, stream);
  if (status != cudaSuccess) return status;
  // The keys are no longer needed: they hold the values on their way.
  for (const MutableCloudView& cloud : {state.cloud, state.first, state.second}) {
    reorder(cloud, order, reinterpret_cast<float*>(b.keys), stream);
  }
  return cudaGetLastError();
}

}  // namespace gs::splat::cuda
