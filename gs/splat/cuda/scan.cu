// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/scan_launch.h"

#include <cub/device/device_scan.cuh>

namespace gs::cuda {

cudaError_t launch_exclusive_sum(void* temporary, std::size_t& bytes, const uint32_t* in, uint32_t* out,
                                 std::size_t count, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, count, stream);
}

}  // namespace gs::cuda
