// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Properties of level-of-detail trees.
#include "gs/splat/lod/lod_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat::lod {
namespace {

using splat::testing::random_cloud;
using Key = std::tuple<float, float, float, float>;

Key key_of(Vec3f p, float s) { return {p.x, p.y, p.z, s}; }

double mass(const LodTree& tree, std::size_t i) {
  const LodGaussian g = tree.gaussian(i);
  return std::exp(static_cast<double>(log_surface_area(g.log_scale))) * g.alpha;
}

// Every node but the root is the child of exactly one node in front of it, so every leaf has one path to the root.
void expect_tree(const LodTree& tree) {
  std::vector<int> parents(tree.size(), 0);
  std::size_t leaves = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const uint32_t count = tree.child_count(i), start = tree.child_start(i);
    leaves += count == 0 ? 1 : 0;
    if (count == 0) {
      EXPECT_EQ(start, 0u);
      continue;
    }
    ASSERT_GE(count, 2u);
    ASSERT_LE(count, kMaxChildren);
    ASSERT_GT(start, i);
    ASSERT_LE(start + count, tree.size());
    for (uint32_t c = start; c < start + count; ++c) ++parents[c];
  }
  EXPECT_EQ(leaves, tree.leaf_count());
  EXPECT_EQ(parents[0], 0);
  EXPECT_TRUE(std::all_of(parents.begin() + 1, parents.end(), [](int p) { return p == 1; }));
}

class LodTreeDegrees : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Degrees, LodTreeDegrees, ::testing::Values(0, 1, 3));

TEST_P(LodTreeDegrees, IsATreeWhoseLeavesAreTheCloud) {
  const GaussianCloud cloud = random_cloud(3000, GetParam());
  const LodTree tree = build_lod_tree(copy_of(cloud.view()).value()).value();
  expect_tree(tree);
  EXPECT_LT(tree.size(), 2 * cloud.size());
  std::multiset<Key> given, found;
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    given.insert(key_of(cloud.view().position_of(i), cloud.view().sh_of(i)[3 * cloud.coefficients() - 1]));
  }
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.child_count(i) == 0) {
      found.insert(key_of(tree.gaussian(i).position, tree.sh(i)[3 * cloud.coefficients() - 1]));
    }
  }
  EXPECT_EQ(found, given);
}

// What merge() promises holds for every node of the tree, SH included.
TEST_P(LodTreeDegrees, EveryInnerNodeIsTheMergeOfItsChildren) {
  const LodTree tree = build_lod_tree(random_cloud(1500, GetParam())).value();
  const int record = 3 * sh_coefficients(GetParam());
  std::size_t inner = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.child_count(i) == 0) continue;
    ++inner;
    double sum = 0;
    Vec3d mean{};
    std::vector<double> sh(static_cast<std::size_t>(record));
    for (uint32_t c = tree.child_start(i); c < tree.child_start(i) + tree.child_count(i); ++c) {
      sum += mass(tree, c);
      mean = mean + cast<double>(tree.gaussian(c).position) * mass(tree, c);
      for (int k = 0; k < record; ++k)
        sh[static_cast<std::size_t>(k)] += static_cast<double>(tree.sh(c)[k]) * mass(tree, c);
    }
    const LodGaussian node = tree.gaussian(i);
    EXPECT_NEAR(norm(mean * (1 / sum) - cast<double>(node.position)), 0, 1e-3);
    if (node.alpha > kMinMergedAlpha && node.alpha < kMaxMergedAlpha) {
      EXPECT_NEAR(mass(tree, i), sum, 1e-3 * sum);
    }
    for (int k = 0; k < record; ++k) EXPECT_NEAR(tree.sh(i)[k], sh[static_cast<std::size_t>(k)] / sum, 1e-4);
  }
  EXPECT_GT(inner, 300u);
}

void expect_same(const LodTree& a, const LodTree& b) {
  ASSERT_EQ(a.size(), b.size());
  const std::size_t record = 3 * sizeof(float) * static_cast<std::size_t>(sh_coefficients(a.sh_degree()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const LodGaussian ga = a.gaussian(i), gb = b.gaussian(i);
    ASSERT_EQ(std::memcmp(&ga, &gb, sizeof(ga)), 0) << i;
    ASSERT_EQ(std::memcmp(a.sh(i), b.sh(i), record), 0) << i;
    ASSERT_EQ(a.child_start(i), b.child_start(i));
    ASSERT_EQ(a.child_count(i), b.child_count(i));
  }
}

// More nodes than one chunk and several blocks of work.
TEST(LodTree, IsTheSameWhateverTheThreads) {
  const auto build = [](int threads) {
    const ScopedThreadCount scoped(threads);
    return build_lod_tree(random_cloud(120'000, 1)).value();
  };
  const LodTree one = build(1);
  EXPECT_GT(one.size(), 2 * kChunkNodes);
  expect_same(one, build(2));
  expect_same(one, build(5));
}

TEST(LodTree, FirstChunkHoldsLargerNodesThanTheOthersAndChunksAreRegions) {
  const LodTree tree = build_lod_tree(random_cloud(300'000, 0)).value();
  expect_tree(tree);
  // Largest inner node whose children lie outside of the first chunk against the mean of those inside.
  double inside = 0;
  std::size_t count = 0;
  float outside = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.child_count(i) == 0) continue;
    if (tree.child_start(i) + tree.child_count(i) <= kChunkNodes) {
      inside += feature_size(tree.gaussian(i));
      ++count;
    } else {
      outside = std::max(outside, feature_size(tree.gaussian(i)));
    }
  }
  ASSERT_GT(count, 1000u);
  EXPECT_LT(outside, 1.001 * inside / static_cast<double>(count));
  // The box of a later chunk is much smaller than that of the cloud (100 x 100 m).
  const std::size_t last = (tree.size() / kChunkNodes - 1) * kChunkNodes;
  Vec3f low = tree.gaussian(last).position, high = low;
  for (std::size_t i = last; i < last + kChunkNodes; ++i) {
    const Vec3f p = tree.gaussian(i).position;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  EXPECT_LT((high.x - low.x) * (high.y - low.y), 0.5f * 100 * 100);
}

TEST(LodTree, OfNothingIsEmptyAndOfOneGaussianItsRoot) {
  EXPECT_EQ(build_lod_tree({}).value().size(), 0u);
  const LodTree one = build_lod_tree(random_cloud(1, 2)).value();
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one.child_count(0), 0u);
  EXPECT_EQ(one.gaussian(0).position, random_cloud(1, 2).view().position_of(0));
}

TEST(LodTree, GaussiansAtOnePlaceAreSplitIntoSmallGroups) {
  GaussianCloud cloud = random_cloud(1000, 0);
  for (std::size_t i = 0; i < cloud.size(); ++i) cloud.view().set_position(i, {1, 2, 3});
  const LodTree tree = build_lod_tree(std::move(cloud)).value();
  expect_tree(tree);
  EXPECT_EQ(tree.leaf_count(), 1000u);
}

TEST(LodTree, AFarAwayGaussianAndOneOfAnySizeAreMergedLast) {
  GaussianCloud cloud = random_cloud(500, 0);
  cloud.view().set_position(7, {3e9f, -4e9f, 0});
  cloud.view().set_log_scale(8, {30, 30, -30});
  const LodTree tree = build_lod_tree(std::move(cloud)).value();
  expect_tree(tree);
}

TEST(LodTree, RefusesValuesThatAreNotFiniteByName) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const auto refused = [](auto damage) {
    GaussianCloud cloud = random_cloud(50, 1);
    damage(cloud.view());
    const auto tree = build_lod_tree(std::move(cloud));
    ASSERT_FALSE(tree.has_value());
    EXPECT_EQ(tree.error().code, ErrorCode::invalid_data);
    EXPECT_THAT(tree.error().message, ::testing::HasSubstr("Gaussian 17 "));
  };
  refused([&](MutableCloudView v) { v.position[2][17] = nan; });
  refused([&](MutableCloudView v) { v.log_scale[0][17] = -infinity; });
  refused([&](MutableCloudView v) { v.opacity_logit[17] = nan; });
  refused([&](MutableCloudView v) { v.sh_of(17)[11] = infinity; });
  refused([&](MutableCloudView v) { v.set_rotation(17, {0, 0, 0, 0}); });
}

}  // namespace
}  // namespace gs::splat::lod
