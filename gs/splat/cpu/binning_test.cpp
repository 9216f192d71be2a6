// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tile lists are in depth order and cover every pixel that a splat reaches.
#include "gs/splat/cpu/binning.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/cpu/executor.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat::cpu {
namespace {

struct Binned {
  std::vector<SplatRecord> records;
  std::vector<SplatBox> boxes;
  Scratch<KeyValue> order;
  Binning binning;
};

// Projects, sorts and bins a random cloud.
Binned bin_random(std::size_t count, int width, int height, int threads) {
  const ScopedThreadCount scope(threads);
  Binned out;
  const GaussianCloud cloud = gs::splat::testing::random_cloud(count, 0, 11);
  const ViewF view = make_view(gs::splat::testing::simple_view(width, height, 0.7 * width), {}).value();
  out.records.resize(count);
  const std::size_t visible = executor(Isa::scalar).project(cloud.view(), view, 0, count, out.records.data());
  EXPECT_TRUE(out.order.reserve(visible));
  for (uint32_t i = 0; i < visible; ++i) out.order[i] = {depth_key(out.records[i].depth), i};
  EXPECT_TRUE(RadixSort().sort(out.order));
  for (const SplatRecord& r : out.records) out.boxes.push_back(r.box);
  EXPECT_TRUE(out.binning.build(out.order.span(), out.records.data(), out.boxes.data(), width, height, true));
  return out;
}

// Every splat with a visible pixel in a tile must be in the tile's list.
TEST(Binning, ListsAreInDepthOrderAndCoverEveryPixelASplatReaches) {
  Binned b = bin_random(300, 150, 100, 1);
  std::set<std::pair<std::size_t, uint32_t>> pairs;
  for (std::size_t tile = 0; tile < b.binning.tile_count(); ++tile) {
    const TileList list = b.binning.list(tile);
    for (std::size_t i = 0; i < list.count; ++i) {
      pairs.insert({tile, list.records[i]});
      EXPECT_LE(b.records[list.records[i - (i > 0)]].depth, b.records[list.records[i]].depth);
    }
  }
  for (std::size_t tile = 0; tile < b.binning.tile_count(); ++tile) {
    const TileRect rect = b.binning.rect(tile);
    for (const KeyValue item : b.order.span()) {
      const SplatRecord& r = b.records[item.value];
      bool reached = false;
      for (int y = rect.y0; y < rect.y0 + rect.height; ++y) {
        for (int x = rect.x0; x < rect.x0 + rect.width; ++x) {
          const float dx = static_cast<float>(x) - r.x, dy = static_cast<float>(y) - r.y;
          reached |= alpha_of(r.xx * dx * dx + r.xy * dx * dy + r.yy * dy * dy + r.peak) > 0.0f;
        }
      }
      EXPECT_TRUE(!reached || pairs.count({tile, item.value}));
    }
  }
}

// pairs_of() is the inverse of the lists.
TEST(Binning, PairsOfASplatLeadBackToItsTiles) {
  Binned b = bin_random(300, 150, 100, 1);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < b.order.size(); ++i) {
    for (const uint32_t pair : b.binning.pairs_of(i)) {
      EXPECT_EQ(b.binning.list(0).records[pair], b.order[i].value);  // tile 0 starts at the first pair
      ++seen;
    }
  }
  EXPECT_EQ(seen, b.binning.pair_count());
}

TEST(Binning, DoesNotDependOnTheNumberOfThreads) {
  Binned one = bin_random(20000, 300, 200, 1), many = bin_random(20000, 300, 200, 4);
  ASSERT_EQ(one.binning.pair_count(), many.binning.pair_count());
  const uint32_t *a = one.binning.list(0).records, *b = many.binning.list(0).records;
  EXPECT_TRUE(std::equal(a, a + one.binning.pair_count(), b));
}

}  // namespace
}  // namespace gs::splat::cpu
