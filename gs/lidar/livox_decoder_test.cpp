// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Livox messages of a second implementation (testing/livox_generator.h), and damaged ones.
#include "gs/lidar/livox_decoder.h"

#include <gtest/gtest.h>

#include "gs/lidar/testing/livox_generator.h"

namespace gs::lidar {
namespace {

constexpr uint64_t kBase_ns = 1'700'000'000'123'456'789;

TEST(LivoxDecoder, DecodesBothEncodings) {
  for (const bool cdr : {true, false}) {
    const auto generated = testing::generate_livox({.timebase_ns = kBase_ns, .points = 20'000, .step_ns = 5000}, cdr);
    LivoxDecoder decoder;
    const auto sweeps = decoder.take({cdr ? "cdr" : "ros1", generated.bytes, Timestamp{1}});
    ASSERT_TRUE(sweeps) << sweeps.error().message;
    ASSERT_EQ(sweeps->size(), 1u);
    const DecodedSweep& sweep = sweeps->front();
    EXPECT_EQ(sweep.stamp.ns, static_cast<int64_t>(kBase_ns));
    EXPECT_EQ(sweep.frame_id, "livox_frame");
    ASSERT_EQ(sweep.points.size(), generated.points.size());
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      ASSERT_EQ(sweep.points[i].position, generated.points[i].position);
      ASSERT_EQ(sweep.points[i].intensity, static_cast<float>(generated.points[i].intensity));
      ASSERT_NEAR(sweep.points[i].time_s, generated.points[i].time_s, 1e-8);
      ASSERT_EQ(sweep.points[i].ring, -1);
    }
    EXPECT_TRUE(decoder.finish().empty());
  }
}

// 100 messages a second become ten sweeps, with times after the first point of each.
TEST(LivoxDecoder, CollectsShortMessages) {
  LivoxDecoder decoder;
  std::vector<DecodedSweep> all;
  for (uint64_t i = 0; i < 35; ++i) {
    const auto generated =
        testing::generate_livox({.timebase_ns = kBase_ns + i * 10'000'000, .points = 1000, .step_ns = 10'000}, true);
    auto sweeps = decoder.take({"cdr", generated.bytes, Timestamp{1}});
    ASSERT_TRUE(sweeps);
    for (DecodedSweep& sweep : *sweeps) all.push_back(std::move(sweep));
  }
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1].points.size(), 9000u);
  EXPECT_EQ((all[1].stamp - all[0].stamp).ns, 100'000'000);
  EXPECT_NEAR(all[1].points.back().time_s, 0.09998, 1e-5);
  EXPECT_EQ(decoder.finish().at(0).points.size(), 4500u);
}

TEST(LivoxDecoder, StartsAgainAfterAGap) {
  LivoxDecoder decoder;
  const auto at = [&](uint64_t later_ns) {
    return decoder.take(
        {"cdr", testing::generate_livox({.timebase_ns = kBase_ns + later_ns}, true).bytes, Timestamp{1}});
  };
  EXPECT_TRUE(at(0)->empty());
  EXPECT_EQ(at(2'000'000'000)->size(), 1u);
  EXPECT_EQ(at(0)->size(), 1u);  // the clock fell back
}

// Messages of one instant would otherwise fill the memory.
TEST(LivoxDecoder, CutsASweepThatNeverEnds) {
  LivoxDecoder decoder;
  const auto same = testing::generate_livox({.timebase_ns = kBase_ns, .points = 400'000, .step_ns = 0}, true);
  std::size_t finished = 0;
  for (int i = 0; i < 25; ++i) finished += decoder.take({"cdr", same.bytes, Timestamp{1}})->size();
  EXPECT_GE(finished, 1u);
  EXPECT_LT(decoder.finish().at(0).points.size(), 5'000'000u);
}

TEST(LivoxDecoder, RefusesDamagedMessagesByName) {
  const auto wrong = testing::generate_livox({.timebase_ns = kBase_ns, .announced = 7}, true);
  const auto sweeps = LivoxDecoder().take({"cdr", wrong.bytes, Timestamp{1}});
  ASSERT_FALSE(sweeps);
  EXPECT_EQ(sweeps.error().message, "the message announces 7 points and has 100");
  const auto good = testing::generate_livox({.timebase_ns = kBase_ns}, true);
  for (std::size_t size = 0; size < good.bytes.size(); size += 13) {
    EXPECT_FALSE(LivoxDecoder().take({"cdr", Bytes(good.bytes).first(size), Timestamp{1}}));
  }
}

}  // namespace
}  // namespace gs::lidar
