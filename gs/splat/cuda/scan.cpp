// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/scan.h"

#include "gs/splat/cuda/scan_launch.h"

namespace gs::splat::cuda {

Result<void> Scan::exclusive_sum(const uint32_t* in, uint32_t* out, std::size_t count, const gs::cuda::Stream& stream) {
  std::size_t bytes = 0;
  GS_CHECK(gs::cuda::check(launch_exclusive_sum(nullptr, bytes, in, out, count, stream.get()), "prefix sum"));
  GS_CHECK(temporary_.reserve(bytes));
  return gs::cuda::check(launch_exclusive_sum(temporary_.get(), bytes, in, out, count, stream.get()), "prefix sum");
}

}  // namespace gs::splat::cuda
