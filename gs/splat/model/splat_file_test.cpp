// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in .splat files lose only what eight bits lose.
#include "gs/splat/model/splat_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat {
namespace {

using namespace testing;

TEST(SplatFile, RecordHasTheBytesOfTheFormat) {
  GaussianCloud cloud = GaussianCloud::create(1, 0).value();
  const MutableCloudView view = cloud.view();
  view.set_position(0, {1, 2, 3});
  view.set_log_scale(0, {0, std::log(2.0f), std::log(0.5f)});
  view.set_rotation(0, {0, 0.5f, -1, 0.25f});  // not unit: shows where each component goes
  view.opacity_logit[0] = 0;
  view.sh_of(0)[0] = 0, view.sh_of(0)[1] = 10, view.sh_of(0)[2] = -10;
  const auto bytes = to_splat(cloud.view());
  ASSERT_EQ(bytes.size(), 32u);
  EXPECT_EQ(load_le<float>(bytes.data() + 8), 3.0f);
  EXPECT_FLOAT_EQ(load_le<float>(bytes.data() + 16), 2.0f);
  const auto byte = [&](std::size_t i) { return std::to_integer<int>(bytes[24 + i]); };
  EXPECT_EQ(byte(0), 128);  // 0.5
  EXPECT_EQ(byte(1), 255);
  EXPECT_EQ(byte(2), 0);
  EXPECT_EQ(byte(3), 128);
  EXPECT_EQ(byte(4), 160);  // w first
  EXPECT_EQ(byte(5), 128);
  EXPECT_EQ(byte(6), 192);
  EXPECT_EQ(byte(7), 0);
}

TEST(SplatFile, RoundTripLosesOnlyWhatEightBitsLose) {
  const GaussianCloud cloud = random_cloud(500, 0);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_splat(folder / "a.splat", cloud.view()));
  const GaussianCloud back = load_splat(folder / "a.splat").value();
  ASSERT_EQ(back.size(), cloud.size());
  // Sorted by importance: find each by its position, which is exact.
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    std::size_t j = 0;
    while (j < back.size() && !(back.view().position_of(j) == cloud.view().position_of(i))) ++j;
    ASSERT_LT(j, back.size());
    EXPECT_NEAR(back.view().log_scale[1][j], cloud.view().log_scale[1][i], 1e-5);
    const Quaternionf a = back.view().rotation_of(j), b = cloud.view().rotation_of(i);
    EXPECT_GT(std::abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w), 0.9998f);
    EXPECT_NEAR(back.view().sh_of(j)[2], cloud.view().sh_of(i)[2], 0.5 / 255 / 0.282 + 1e-5);
    const auto alpha = [](float logit) { return 1 / (1 + std::exp(-logit)); };
    EXPECT_NEAR(alpha(back.view().opacity_logit[j]), alpha(cloud.view().opacity_logit[i]), 0.51 / 255);
  }
}

TEST(SplatFile, SameBytesWhateverTheThreads) {
  const GaussianCloud cloud = random_cloud(5000, 1);
  const ScopedThreadCount one(1);
  const auto expected = to_splat(cloud.view());
  const ScopedThreadCount many(3);
  EXPECT_EQ(to_splat(cloud.view()), expected);
}

TEST(SplatFile, DamageIsAnErrorOrACloudOfFiniteValues) {
  const auto bytes = to_splat(random_cloud(3, 0).view());
  for_each_damage(bytes, [](Bytes damaged) {
    const auto cloud = parse_splat(damaged);
    if (!cloud) return;
    for (std::size_t i = 0; i < cloud->size(); ++i) EXPECT_TRUE(std::isfinite(cloud->view().log_scale[0][i]));
  });
  EXPECT_EQ(parse_splat(Bytes(bytes).first(33)).error().code, ErrorCode::truncated);
  EXPECT_EQ(parse_splat({}).value().size(), 0u);
}

}  // namespace
}  // namespace gs::splat
