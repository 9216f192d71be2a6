// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sum on the device.
#pragma once

#include "gs/splat/cuda/device.h"

namespace gs::splat::cuda {

// Keeps the temporary memory of the prefix sum between calls.
class Scan {
 public:
  // out[i] = in[0] + ... + in[i - 1] for i < count, enqueued in the stream; does not wait. Sums
  // of 2^32 - 1 and more stay at 2^32 - 1 instead of wrapping around.
  Result<void> exclusive_sum(const uint32_t* in, uint32_t* out, std::size_t count, const gs::cuda::Stream& stream);

 private:
  gs::cuda::Buffer<unsigned char> temporary_;
};

}  // namespace gs::splat::cuda
