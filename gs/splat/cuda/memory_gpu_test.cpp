// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Behaviour of the renderer when GPU memory is exhausted: every allocation of a few frames fails once.
#include <gtest/gtest.h>

#include "gs/core/cuda/testing/gpu_test.h"
#include "gs/splat/cuda/cuda_rasterizer.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat {
namespace {

using gs::cuda::FailingAllocation;
using testing::random_cloud;
using testing::simple_view;

class SplatMemoryGpu : public gs::cuda::GpuTest {};

SkyImage some_sky() {
  SkyImage sky{.width = 64, .height = 32, .rgb8 = {}};
  for (int i = 0; i < 64 * 32 * 3; ++i) sky.rgb8.push_back(static_cast<uint8_t>(i * 7 % 251));
  return sky;
}

// Small views first, then views and splats for which every buffer must grow.
Result<std::vector<SplatImage>> use(Rasterizer& gpu) {
  const RenderSettings everything{.alpha = true, .depth = true};
  const std::vector<RenderView> small{simple_view(160, 120, 100)};
  const std::vector<RenderView> large{simple_view(1600, 900, 900), simple_view(640, 480, 300)};
  GS_CHECK(gpu.upload(random_cloud(500, 0, 3, -2.0)));
  GS_CHECK(gpu.render(small, {}));
  GS_CHECK(gpu.set_sky(some_sky()));
  GS_CHECK(gpu.render(small, everything));
  GS_CHECK(gpu.upload(random_cloud(4000, 2, 4, 0.5)));
  GS_CHECK(gpu.render(large, {}));
  return gpu.render(large, everything);
}

bool same(const std::vector<SplatImage>& a, const std::vector<SplatImage>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SplatImage& x, const SplatImage& y) {
    return x.rgb8 == y.rgb8 && x.alpha == y.alpha && x.depth == y.depth && x.median_depth == y.median_depth;
  });
}

TEST_F(SplatMemoryGpu, EveryAllocationMayFailAndTheRendererGoesOn) {
  auto fresh = make_cuda_rasterizer();
  ASSERT_TRUE(fresh) << to_string(fresh.error());
  const auto expected = use(**fresh);
  ASSERT_TRUE(expected) << to_string(expected.error());
  const std::vector<RenderView> view{simple_view(160, 120, 100)};
  bool failed = true;
  int n = 0;
  for (; failed && n < 300; ++n) {
    auto gpu = make_cuda_rasterizer();
    ASSERT_TRUE(gpu) << to_string(gpu.error());
    {
      const FailingAllocation failing(n);
      const auto used = use(**gpu);
      failed = FailingAllocation::has_failed();
      ASSERT_EQ(!used, failed) << n;
      if (!used) {
        EXPECT_EQ(used.error().code, ErrorCode::device_out_of_memory) << n;
      }
    }
    const auto after = (*gpu)->render(view, {});  // the simulator continues after a failed frame
    ASSERT_TRUE(after) << n << ": " << to_string(after.error());
    const auto again = use(**gpu);
    ASSERT_TRUE(again) << n << ": " << to_string(again.error());
    EXPECT_TRUE(same(*again, *expected)) << n;
  }
  EXPECT_GT(n, 20);
  EXPECT_FALSE(failed);
}

// After a failed upload there is no cloud, and after a failed set_sky no sky: nothing reads memory that was freed.
TEST_F(SplatMemoryGpu, AFailedUploadLeavesAnEmptyScene) {
  auto gpu = make_cuda_rasterizer();
  ASSERT_TRUE(gpu) << to_string(gpu.error());
  const std::vector<RenderView> view{simple_view(160, 120, 100)};
  ASSERT_TRUE((*gpu)->upload(random_cloud(5000, 0, 3, -2.0)));
  ASSERT_TRUE((*gpu)->set_sky(some_sky()));
  ASSERT_TRUE((*gpu)->render(view, {}));
  {
    const FailingAllocation failing(1);
    ASSERT_FALSE((*gpu)->upload(random_cloud(200'000, 2, 3, -2.0)));
  }
  {
    SkyImage larger{.width = 256, .height = 128, .rgb8 = std::vector<uint8_t>(256 * 128 * 3, 90)};
    const FailingAllocation failing(0);
    ASSERT_FALSE((*gpu)->set_sky(larger));
  }
  const auto image = (*gpu)->render(view, {.background = {1, 0, 0}, .alpha = true});
  ASSERT_TRUE(image) << to_string(image.error());
  EXPECT_EQ(image->front().rgb8[0], 255);
  EXPECT_EQ(image->front().rgb8[1], 0);
  for (const float alpha : image->front().alpha) ASSERT_EQ(alpha, 0.0f);
}

}  // namespace
}  // namespace gs::splat
