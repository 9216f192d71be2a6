// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cloud of Gaussians: aligned planes, copies, selections, degrees of harmonics.
#include "gs/splat/model/cloud.h"

#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat {
namespace {

using testing::random_cloud;
using testing::same_bits;

// SIMD packs may read beyond the last Gaussian of a plane.
TEST(GaussianCloud, PlanesAreAlignedAndPaddedWithZeros) {
  const GaussianCloud cloud = random_cloud(21, 3);
  const CloudView view = cloud.view();
  for (const float* plane : {view.position[0], view.log_scale[2], view.rotation[3], view.opacity_logit, view.sh}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(plane) % 64, 0u);
  }
  for (std::size_t i = 21; i < 32; ++i) EXPECT_EQ(view.position[1][i], 0.0f);
  EXPECT_EQ(cloud.plane_stride(), 32u);
  EXPECT_EQ(cloud.memory_bytes(), (11 * 32 + 21 * 48) * sizeof(float));
}

TEST(GaussianCloud, RefusesDegreesAndSizesThatCannotBe) {
  EXPECT_EQ(GaussianCloud::create(1, 4).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(GaussianCloud::create(1, -1).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(GaussianCloud::create(SIZE_MAX / 16, 3).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(GaussianCloud::create(std::size_t{1} << 52, 3).error().code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(GaussianCloud::create(0, 0).value().empty());
}

TEST(GaussianCloud, ShRecordIsChannelMajorWithTheConstantFirst) {
  GaussianCloud cloud = GaussianCloud::create(2, 1).value();
  const MutableCloudView view = cloud.view();
  EXPECT_EQ(view.sh_of(1) - view.sh_of(0), 12);
  EXPECT_EQ(view.coefficients(), 4);
}

TEST(GaussianCloud, CopyHasTheSameBits) {
  const GaussianCloud cloud = random_cloud(1000, 2);
  EXPECT_TRUE(same_bits(copy_of(cloud.view()).value(), cloud));
}

TEST(GaussianCloud, GatherPicksByIndexAndRefusesOthers) {
  const GaussianCloud cloud = random_cloud(10, 1);
  const std::vector<uint32_t> indices = {7, 0, 7};
  const GaussianCloud picked = gather(cloud.view(), indices).value();
  ASSERT_EQ(picked.size(), 3u);
  EXPECT_EQ(picked.view().position_of(0), cloud.view().position_of(7));
  EXPECT_EQ(picked.view().rotation_of(2), cloud.view().rotation_of(7));
  EXPECT_EQ(picked.view().sh_of(1)[11], cloud.view().sh_of(0)[11]);
  const std::vector<uint32_t> beyond = {10};
  EXPECT_EQ(gather(cloud.view(), beyond).error().code, ErrorCode::invalid_argument);
}

TEST(GaussianCloud, DegreeGrowsWithZerosAndShrinksByDropping) {
  const GaussianCloud cloud = random_cloud(5, 1);
  const GaussianCloud grown = with_sh_degree(cloud.view(), 3).value();
  for (int c = 0; c < 3; ++c) {
    EXPECT_EQ(grown.view().sh_of(4)[16 * c + 3], cloud.view().sh_of(4)[4 * c + 3]);
    EXPECT_EQ(grown.view().sh_of(4)[16 * c + 4], 0.0f);
  }
  EXPECT_TRUE(same_bits(with_sh_degree(grown.view(), 1).value(), cloud));
}

}  // namespace
}  // namespace gs::splat
