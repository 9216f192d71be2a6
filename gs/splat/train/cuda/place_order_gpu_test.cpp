// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The order by place on the GPU is that of the CPU.
#include "gs/splat/train/density/place_order.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/cuda/testing/gpu_test.h"
#include "gs/splat/model/testing/test_cloud.h"
#include "gs/splat/train/cuda/step_memory.h"

namespace gs::splat::cuda {
namespace {

using splat::testing::random_cloud;
using splat::testing::same_bits;

class SortByPlaceGpu : public gs::cuda::GpuTest {};

// More Gaussians than fit into one block, and room for more than there are.
TEST_F(SortByPlaceGpu, IsThatOfTheCpu) {
  constexpr std::size_t kCount = 10'007, kCapacity = 12'000;
  train::TrainingState state;
  state.cloud = random_cloud(kCount, 3, 3);
  state.cloud.view().set_position(17, {NAN, 0, 0});
  state.adam.first = random_cloud(kCount, 3, 4);
  state.adam.second = random_cloud(kCount, 3, 5);
  const gs::cuda::Stream stream = gs::cuda::Stream::create().value();
  DeviceState device;
  ASSERT_TRUE(device.upload(state, kCapacity, false, stream));
  StepScratch scratch;
  ASSERT_TRUE(scratch.reserve({.gaussians = kCapacity, .pixels = 64, .loss_blocks = 1}));
  ASSERT_EQ(launch_sort_by_place(device.buffers(), scratch.place(), stream.get()), cudaSuccess);
  const train::TrainingState sorted = device.download(stream).value();
  ASSERT_TRUE(train::sort_by_place(state));
  EXPECT_TRUE(same_bits(sorted.cloud, state.cloud));
  EXPECT_TRUE(same_bits(sorted.adam.first, state.adam.first));
  EXPECT_TRUE(same_bits(sorted.adam.second, state.adam.second));
}

}  // namespace
}  // namespace gs::splat::cuda
