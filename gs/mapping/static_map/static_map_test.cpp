// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The static map keeps a street and drops what moves.
#include "gs/mapping/static_map/static_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/testing/street.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {
namespace {

using testing::Street;
using testing::StreetDrive;

struct Preservation {
  double standing = 0, moving = 0;  // shares of static points kept and of moving points removed (SA and DA of the KTH
                                    // DynamicMap benchmark)
};

double moving_points(const std::vector<MapPoint>& points) {
  double sum = 0;
  for (const MapPoint& p : points) sum += (p.intensity - testing::kStandsIntensity) * p.count;
  return sum;
}
double all_points(const std::vector<MapPoint>& points) {
  double sum = 0;
  for (const MapPoint& p : points) sum += p.count;
  return sum;
}

Preservation score(const StaticMap& map) {
  const double moving_kept = moving_points(map.points), moving_out = moving_points(map.moving);
  const double standing_kept = all_points(map.points) - moving_kept;
  const double standing_out = all_points(map.moving) - moving_out;
  return {standing_kept / (standing_kept + standing_out), moving_out / (moving_kept + moving_out)};
}

StaticMap map_of(const Street& street, const StaticMapOptions& options = {}, std::size_t sweeps = 60) {
  StreetDrive drive(street, sweeps);
  NoProgress progress;
  return PointcloudIntegrator::run(drive, options, progress).value();
}

TEST(StaticMap, AveragesThePointsOfAVoxel) {
  struct Two final : SweepSource {
    std::size_t count() const override { return 2; }
    Result<Sweep> read(std::size_t i) override {
      const auto f = static_cast<float>(i);
      return Sweep{.map_from_base = {{}, {100, 0, 0}}, .points = {{{5.02f + 0.04f * f, 0.05f, 0.05f}, 10 * f}}};
    }
  } sweeps;
  NoProgress progress;
  const StaticMap map = PointcloudIntegrator::run(sweeps, {.remove_moving = false}, progress).value();
  ASSERT_EQ(map.points.size(), 1u);
  EXPECT_NEAR(map.points[0].position.x, 105.04, 1e-5);
  EXPECT_EQ(map.points[0].intensity, 5.0f);
  EXPECT_EQ(map.points[0].count, 2u);
}

TEST(StaticMap, KeepsAStreetWhereNothingMoves) {
  Street street = testing::furnished_street();
  street.noise_m = 0.02;
  EXPECT_GT(score(map_of(street, {}, 30)).standing, 0.99);
}

// Poses are never exact: static points must not be removed because one scan group measures them a little further back.
TEST(StaticMap, KeepsAStreetThoughPosesAreOffByTwentyCentimetres) {
  struct Wandering final : SweepSource {
    explicit Wandering(const Street& street) : drive(street, 30) {}
    std::size_t count() const override { return drive.count(); }
    Result<Sweep> read(std::size_t i) override {
      GS_TRY(Sweep sweep, drive.read(i));
      sweep.map_from_base.translation.y += 0.1 * std::sin(0.35 * static_cast<double>(i));
      return sweep;
    }
    StreetDrive drive;
  };
  Street street = testing::furnished_street();
  street.noise_m = 0.02;
  Wandering sweeps(street);
  NoProgress progress;
  EXPECT_GT(score(PointcloudIntegrator::run(sweeps, {}, progress).value()).standing, 0.97);
}

TEST(StaticMap, TakesOutWhatMovesAndKeepsTheRest) {
  Street street = testing::furnished_street();
  street.noise_m = 0.02;
  street.boxes.push_back({{60, 1.0, 0.0}, {64.5, 2.8, 1.5}, {-9, 0, 0}});   // oncoming
  street.boxes.push_back({{-5, -3.2, 0.0}, {-0.5, -1.4, 1.6}, {6, 0, 0}});  // overtaken
  street.boxes.push_back({{8, -6.5, 0.0}, {8.5, -6.0, 1.9}, {1.4, 0, 0}});  // on foot
  const Preservation share = score(map_of(street, {}, 70));
  RecordProperty("standing_kept", std::to_string(share.standing));
  RecordProperty("moving_removed", std::to_string(share.moving));
  EXPECT_GE(share.standing, 0.97);
  EXPECT_GE(share.moving, 0.97);
}

TEST(StaticMap, KeepsWhatMovesWhenToldTo) {
  Street street;
  street.boxes.push_back({{30, 1.0, 0.0}, {34.5, 2.8, 1.5}, {-9, 0, 0}});
  const StaticMap map = map_of(street, {.remove_moving = false}, 10);
  EXPECT_TRUE(map.moving.empty());
  EXPECT_GT(moving_points(map.points), 0);
}

TEST(StaticMap, IsTheSameWhateverTheThreadCount) {
  Street street = testing::furnished_street();
  street.boxes.push_back({{30, 1.0, 0.0}, {34.5, 2.8, 1.5}, {-9, 0, 0}});
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return map_of(street, {}, 15);
  };
  const StaticMap one = run(1), three = run(3);
  ASSERT_EQ(one.points.size(), three.points.size());
  ASSERT_EQ(one.moving.size(), three.moving.size());
  for (std::size_t i = 0; i < one.points.size(); ++i) ASSERT_EQ(one.points[i].position, three.points[i].position);
}

TEST(StaticMap, LeavesOutPointsThatAreNotNumbersOrOutOfRange) {
  struct Bad final : SweepSource {
    std::size_t count() const override { return 1; }
    Result<Sweep> read(std::size_t) override {
      const float nan = std::nanf(""), huge = 1e30f;
      return Sweep{.points = {{{nan, 1, 1}, 0}, {{huge, 0, 0}, 0}, {{0.1f, 0, 0}, 0}, {{90, 0, 0}, 0}, {{9, 0, 0}, 0}}};
    }
  } sweeps;
  NoProgress progress;
  const StaticMap map = PointcloudIntegrator::run(sweeps, {}, progress).value();
  EXPECT_EQ(map.points_read, 5u);
  EXPECT_EQ(map.points_used, 1u);
}

TEST(StaticMap, PassesOnTheErrorOfASweepAndStopsWhenAsked) {
  testing::BrokenSweeps sweeps;
  NoProgress progress;
  EXPECT_EQ(PointcloudIntegrator::run(sweeps, {}, progress).error().code, ErrorCode::io_error);

  struct Stop final : Progress {
    void begin(std::string_view, uint64_t, std::string_view) override {}
    void advance(uint64_t) override {}
    void note(std::string_view) override {}
    void finish() override {}
    bool stop_requested() const override { return true; }
  } stop;
  EXPECT_EQ(PointcloudIntegrator::run(sweeps, {}, stop).error().code, ErrorCode::interrupted);
}

TEST(KeyIndex, NumbersKeysInTheOrderTheyCome) {
  KeyIndex index;
  EXPECT_EQ(index.find(5), KeyIndex::kNone);
  for (uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(index.find_or_add(i * 7919ull), i);
  for (uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(index.find(i * 7919ull), i);
  EXPECT_EQ(index.find(1), KeyIndex::kNone);
  const Voxel v{-1'000'000, 12, -3};
  EXPECT_EQ(unpack(pack(v)), v);
}

}  // namespace
}  // namespace gs::mapping
