// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Base class of the tests of the CUDA rasterizer.
#pragma once

#include <memory>
#include <utility>

#include "gs/core/cuda/testing/gpu_test.h"
#include "gs/splat/cuda/cuda_rasterizer.h"

namespace bench {

// Holds a rasterizer; skips without a GPU.
class GpuRasterizerTest : public gs::cuda::GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    auto made = gs::splat::make_cuda_rasterizer();
    ASSERT_TRUE(made) << to_string(made.error());
    gpu_ = *std::move(made);
  }
  std::unique_ptr<gs::splat::Rasterizer> gpu_;
};

}  // namespace bench
