// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of scan.h that is compiled by nvcc.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gs::splat::cuda {

inline constexpr uint32_t kSumLimit = 0xFFFFFFFFu;  // sums that reach it stay there

// With temporary = null it only writes the number of bytes needed to `bytes`.
cudaError_t launch_exclusive_sum(void* temporary, std::size_t& bytes, const uint32_t* in, uint32_t* out,
                                 std::size_t count, cudaStream_t stream);

}  // namespace gs::splat::cuda
