// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/object_clusters.h"

#include <gtest/gtest.h>

namespace gs::mapping {
namespace {

// Number of clusters of six points of a person at a distance.
std::size_t clusters_at(float distance_m) {
  Sweep sweep;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto row = static_cast<float>(i / 2), column = static_cast<float>(i % 2);
    sweep.points.push_back({{distance_m, 0.2f * column, 0.4f + 0.5f * row}, 1});
  }
  return find_clusters(sweep, std::vector<PointMotion>(6, PointMotion::moved), {}).size();
}

TEST(FindClusters, AsksForFewerPointsFarAway) {
  EXPECT_EQ(clusters_at(10), 0u);
  EXPECT_EQ(clusters_at(30), 1u);
}

TEST(FindClusters, TakesFiveEighthsOfTheFewestPointsBeyond25Metres) {
  const ClusterOptions options{.min_points = 16};
  EXPECT_EQ(options.fewest_at(24.9), 16u);
  EXPECT_EQ(options.fewest_at(25), 10u);
  EXPECT_EQ((ClusterOptions{.min_points = 3}).fewest_at(50), 2u);
}

}  // namespace
}  // namespace gs::mapping
