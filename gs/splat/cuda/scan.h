// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sum on the device.
#pragma once

#include "gs/splat/cuda/device.h"

namespace gs::cuda {

class Scan {
 public:
  // out[i] = in[0] + ... + in[i - 1] for i < count; the host knows count, so nothing waits. Sums of 2^32 - 1 and more
  // are 2^32 - 1: they do not wrap around to small numbers.
  Result<void> exclusive_sum(const uint32_t* in, uint32_t* out, std::size_t count, const Stream& stream);

 private:
  Buffer<unsigned char> temporary_;
};

}  // namespace gs::cuda
