// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Prefix sums on the GPU stay at their limit instead of wrapping.
#include "gs/splat/cuda/scan.h"

#include <gtest/gtest.h>

#include "gs/core/cuda/testing/gpu_test.h"

namespace gs::splat::cuda {
namespace {

class ScanGpu : public gs::cuda::GpuTest {};

Result<std::vector<uint32_t>> sums_of(const std::vector<uint32_t>& values) {
  GS_TRY(const gs::cuda::Stream stream, gs::cuda::Stream::create());
  gs::cuda::Buffer<uint32_t> in, out;
  GS_CHECK(in.reserve(values.size()));
  GS_CHECK(out.reserve(values.size()));
  GS_CHECK(gs::cuda::copy_to_device(in.get(), values.data(), values.size(), stream));
  Scan scan;
  GS_CHECK(scan.exclusive_sum(in.get(), out.get(), values.size(), stream));
  std::vector<uint32_t> sums(values.size());
  GS_CHECK(gs::cuda::copy_to_host(sums.data(), out.get(), sums.size(), stream));
  GS_CHECK(stream.wait());
  return sums;
}

// A sum that wrapped around at 32 bits would look like a small one that fits.
TEST_F(ScanGpu, SumsBeyond32BitsStayAtTheLimit) {
  constexpr uint32_t kLimit = 0xFFFFFFFFu;
  EXPECT_EQ(sums_of({5, 0, 7, 1}).value(), (std::vector<uint32_t>{0, 5, 5, 12}));
  EXPECT_EQ(sums_of({kLimit - 1, 0, 1, 1, 9}).value(),
            (std::vector<uint32_t>{0, kLimit - 1, kLimit - 1, kLimit, kLimit}));
  const std::vector<uint32_t> sums = sums_of(std::vector<uint32_t>(100'000, 65'536)).value();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    ASSERT_EQ(sums[i], std::min<std::size_t>(kLimit, i * 65'536)) << i;
  }
}

}  // namespace
}  // namespace gs::splat::cuda
