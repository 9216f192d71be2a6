// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/scan_launch.h"

#include <cub/device/device_scan.cuh>

namespace gs::splat::cuda {
namespace {

// Associative, as a scan needs it, and exact below the limit.
struct SaturatingSum {
  __host__ __device__ uint32_t operator()(uint32_t a, uint32_t b) const {
    return b > kSumLimit - a ? kSumLimit : a + b;
  }
};

}  // namespace

cudaError_t launch_exclusive_sum(void* temporary, std::size_t& bytes, const uint32_t* in, uint32_t* out,
                                 std::size_t count, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveScan(temporary, bytes, in, out, SaturatingSum{}, uint32_t{0}, count, stream);
}

}  // namespace gs::splat::cuda
