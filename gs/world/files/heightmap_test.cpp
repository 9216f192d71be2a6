// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Height maps: lookup, unknown samples, limits.
#include "gs/world/files/heightmap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

// z = 1 + 0.5 x - 0.25 y, which bilinear interpolation reproduces exactly.
HeightmapData plane() {
  HeightmapData map;
  map.width = 5, map.height = 4, map.resolution = 0.5;
  map.origin_x = -1, map.origin_y = 2, map.origin_z = 10;
  for (int iy = 0; iy < map.height; ++iy) {
    for (int ix = 0; ix < map.width; ++ix) {
      map.data.push_back(static_cast<float>(1 + 0.5 * (map.origin_x + ix * 0.5) - 0.25 * (map.origin_y + iy * 0.5)));
    }
  }
  set_height_range(map);
  return map;
}

TEST(Heightmap, LookupReproducesAPlane) {
  const HeightmapData map = plane();
  Random random(7, purpose("heightmap_test"), 0);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-1, 1), y = random.uniform(2, 3.5);
    ASSERT_NEAR(ground_height(map, x, y).value(), 11 + 0.5 * x - 0.25 * y, 1e-6);
  }
  EXPECT_NEAR(ground_height(map, 1, 3.5).value(), 11 + 0.5 - 0.875, 1e-6) << "the last corner belongs to the map";
}

TEST(Heightmap, LookupHasNoAnswerOutsideAndBesideUnknownSamples) {
  HeightmapData map = plane();
  for (const auto& [x, y] :
       {std::pair{-1.01, 2.5}, {1.01, 2.5}, {0.0, 1.99}, {0.0, 3.51}, {NAN, 2.5}, {0.0, INFINITY}}) {
    EXPECT_EQ(ground_height(map, x, y), std::nullopt);
  }
  map.data[0] = NAN;
  EXPECT_EQ(ground_height(map, -0.9, 2.1), std::nullopt);
  EXPECT_EQ(ground_height(map, -0.51, 2.49), std::nullopt);
  EXPECT_TRUE(ground_height(map, -0.4, 2.1));
}

TEST(Heightmap, RangeIsThatOfTheFiniteSamples) {
  HeightmapData map = plane();
  map.data[3] = NAN;
  map.data[4] = -7.5f;
  set_height_range(map);
  EXPECT_EQ(map.min_height, -7.5);
}

TEST(Heightmap, WhatIsSavedLoadsEqual) {
  const fs::path folder = testing::TempDir();
  const fs::path meta = folder / "heightmap_test.yaml", bin = folder / "heightmap_test.bin";
  HeightmapData map = plane();
  map.data[2] = NAN;
  ASSERT_TRUE(save_heightmap(map, meta, bin));
  const auto back = load_heightmap(meta, bin);
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(back->width, map.width);
  EXPECT_EQ(back->origin_z, map.origin_z);
  EXPECT_EQ(back->min_height, map.min_height);
  EXPECT_EQ(0, std::memcmp(back->data.data(), map.data.data(), map.data.size() * sizeof(float)));
  map.data.pop_back();
  EXPECT_FALSE(save_heightmap(map, meta, bin));
  fs::remove(meta), fs::remove(bin);
}

// The first problem of the samples; empty if there is none.
std::string complaint(const HeightmapData& map, std::vector<float> samples) {
  Problems problems;
  check_heightmap_samples(map, std::as_bytes(std::span(samples)), "heightmap.bin", problems);
  return problems.empty() ? "" : to_string(*problems.begin());
}

TEST(Heightmap, ChecksSizeFinitenessAndRange) {
  const HeightmapData map = plane();
  std::vector<float> samples = map.data;
  EXPECT_EQ(complaint(map, samples), "");
  samples.pop_back();
  EXPECT_THAT(complaint(map, samples), HasSubstr("76 bytes, but width 5 x height 4 x 4 is 80"));
  samples = map.data;
  samples[7] = -std::numeric_limits<float>::infinity();
  EXPECT_THAT(complaint(map, samples), HasSubstr("1 samples are infinite, the first at column 2, row 1"));
  samples = map.data;
  samples[7] = 100;
  EXPECT_THAT(complaint(map, samples), HasSubstr("error: heightmap.bin: heights run from"));
  HeightmapData wide = map;
  wide.max_height += 1;
  EXPECT_THAT(complaint(wide, map.data), HasSubstr("warning"));
  EXPECT_THAT(complaint(map, std::vector<float>(20, NAN)), HasSubstr("no sample has a finite height"));
}

TEST(Heightmap, MetaRefusesAbsurdNumbersAndWarnsOfLargeOnes) {
  const std::string good = write_heightmap_meta(plane());
  const auto complain = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    Problems problems;
    (void)parse_heightmap_meta(text, "heightmap.yaml", problems);
    return problems.empty() ? "" : to_string(*problems.begin());
  };
  EXPECT_THAT(complain("width: 5", "width: 1099511627776"), HasSubstr("error"));
  EXPECT_THAT(complain("width: 5", "width: 0"), HasSubstr("is 0"));
  EXPECT_THAT(complain("width: 5", "width: 5.0"), HasSubstr("an integer"));
  EXPECT_THAT(complain("resolution: 0.5", "resolution: .nan"), HasSubstr("finite number > 0"));
  EXPECT_THAT(complain("width: 5", "width: 5000"), HasSubstr("warning: heightmap.yaml: width (line 2): is 5000"));
  EXPECT_THAT(complain("min_height: -", "min_height: 99"), HasSubstr("below min_height"));
}

}  // namespace
}  // namespace gs::world
