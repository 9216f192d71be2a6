// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drivable areas: the buffer of the path, and the ground connected with it up to kerbs and obstacles.
#include "gs/mapping/drivable/drivable_area.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/mapping/drivable/grid_morphology.h"

namespace gs::mapping {
namespace {

Trajectory path_through(const std::vector<Vec2d>& points) {
  std::vector<StampedPose> poses;
  for (std::size_t i = 0; i < points.size(); ++i) {
    poses.push_back({Timestamp::from_seconds(0.1 * static_cast<double>(i)), {{}, {points[i].x, points[i].y, 0}}});
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

// Ground of 40 m x 20 m around the origin with the given height function.
template <class Height>
GroundSurface surface_of(Height&& height) {
  GroundSurface g{.width = 401, .height = 201, .resolution_m = 0.1, .origin_x = -20, .origin_y = -10};
  for (int y = 0; y < g.height; ++y) {
    for (int x = 0; x < g.width; ++x) g.heights.push_back(static_cast<float>(height(-20 + 0.1 * x, -10 + 0.1 * y)));
  }
  return g;
}

// Intersection over union with the truth, sampled every 5 cm.
template <class Truth>
double iou(const std::vector<Polygon>& area, Truth&& truth) {
  double both = 0, either = 0;
  for (double y = -9.975; y < 10; y += 0.1) {
    for (double x = -19.975; x < 20; x += 0.1) {
      const bool a = contains(area, {x, y}), b = truth(x, y);
      both += a && b;
      either += a || b;
    }
  }
  return both / either;
}

void expect_well_formed(const std::vector<Polygon>& area) {
  ASSERT_FALSE(area.empty());
  for (const Polygon& p : area) {
    EXPECT_EQ(p.outer.front(), p.outer.back());
    EXPECT_GT(signed_area(p.outer), 0);
    for (const Ring& hole : p.holes) {
      EXPECT_EQ(hole.front(), hole.back());
      EXPECT_LT(signed_area(hole), 0);
    }
  }
}

const std::vector<Vec2d> kStraight = {{-18, 0}, {0, 0}, {18, 0}};

TEST(TrajectoryBuffer, HasTheAreaOfASausageAndHoldsEveryPose) {
  const auto area =
      DrivableAreaBuilder::trajectory_buffer(path_through(kStraight), {.simplify_tolerance_m = 0.05}).value();
  expect_well_formed(area);
  EXPECT_NEAR(area_m2(area), 36 * 20 + kPi * 100, 6);
  for (const Vec2d& p : kStraight) EXPECT_TRUE(contains(area, p));
}

TEST(TrajectoryBuffer, OfALoopHasAHole) {
  std::vector<Vec2d> loop;
  for (int i = 0; i <= 100; ++i) loop.push_back({50 * std::cos(0.063 * i), 50 * std::sin(0.063 * i)});
  const auto area = DrivableAreaBuilder::trajectory_buffer(path_through(loop), {}).value();
  expect_well_formed(area);
  ASSERT_EQ(area.size(), 1u);
  EXPECT_EQ(area[0].holes.size(), 1u);
  EXPECT_FALSE(contains(area, {0, 0}));
  for (const Vec2d& p : loop) EXPECT_TRUE(contains(area, p));
}

TEST(TrajectoryBuffer, WorksStandingStillAndWithACoarseTolerance) {
  const auto still =
      DrivableAreaBuilder::trajectory_buffer(path_through({{3, 4}, {3, 4}}), {.simplify_tolerance_m = 0.05}).value();
  EXPECT_NEAR(area_m2(still), kPi * 100, 6);
  const auto coarse =
      DrivableAreaBuilder::trajectory_buffer(path_through(kStraight), {.buffer_width_m = 1, .simplify_tolerance_m = 5})
          .value();
  for (const Vec2d& p : kStraight) EXPECT_TRUE(contains(coarse, p));
  EXPECT_EQ(DrivableAreaBuilder::trajectory_buffer({}, {}).error().code, ErrorCode::invalid_argument);
}

TEST(GroundConnected, EndsAtKerbs) {
  const GroundSurface ground =
      surface_of([](double x, double y) { return 0.03 * x + (std::abs(y) > 4.03 ? 0.12 : 0); });
  const auto area = DrivableAreaBuilder::ground_connected(ground, {}, path_through(kStraight), {}).value();
  expect_well_formed(area);
  EXPECT_GT(iou(area, [](double, double y) { return std::abs(y) < 4.03; }), 0.97);
}

TEST(GroundConnected, FollowsASideRoadButNotAGapInTheKerb) {
  const auto on_road = [](double x, double y) { return std::abs(y) < 4.03 || (y > 0 && x > 5 && x < 11); };
  const auto gap = [](double x, double y) { return y < 0 && x > -5 && x < -4.6; };
  const GroundSurface ground = surface_of([&](double x, double y) { return on_road(x, y) || gap(x, y) ? 0 : 0.12; });
  const auto area = DrivableAreaBuilder::ground_connected(ground, {}, path_through(kStraight), {}).value();
  EXPECT_TRUE(contains(area, {8, 8}));
  EXPECT_FALSE(contains(area, {-4.8, -8}));
  EXPECT_GT(iou(area, on_road), 0.95);
}

// A kerb partly hidden by a parked car: the ground was interpolated across it, like a ramp that a car could drive up.
GroundSurface hidden_kerb(bool marked) {
  const auto hidden = [](double x, double y) { return std::abs(x) < 3 && y > 3.45 && y < 5.05; };
  GroundSurface ground = surface_of([&](double x, double y) {
    if (hidden(x, y)) return 0.12 * (y - 3.45) / 1.6;
    return std::abs(y) > 4.03 ? 0.12 : 0;
  });
  if (!marked) return ground;
  for (int y = 0; y < ground.height; ++y) {
    for (int x = 0; x < ground.width; ++x) ground.guessed.push_back(hidden(-20 + 0.1 * x, -10 + 0.1 * y) ? 1 : 0);
  }
  return ground;
}

TEST(GroundConnected, DoesNotLeadOverAKerbThatNobodySaw) {
  const Vec2d pavement{0, 7};
  const auto fooled =
      DrivableAreaBuilder::ground_connected(hidden_kerb(false), {}, path_through(kStraight), {}).value();
  EXPECT_TRUE(contains(fooled, pavement));
  const auto area = DrivableAreaBuilder::ground_connected(hidden_kerb(true), {}, path_through(kStraight), {}).value();
  expect_well_formed(area);
  EXPECT_FALSE(contains(area, pavement));
  EXPECT_FALSE(contains(area, {0, 4.5}));
  EXPECT_TRUE(contains(area, {0, 3.2}));
  EXPECT_GT(iou(area, [](double, double y) { return std::abs(y) < 4.03; }), 0.95);
}

TEST(GroundConnected, LeadsOverGapsBetweenTheBeams) {
  GroundSurface ground = surface_of([](double x, double) { return 0.03 * x; });
  for (int y = 0; y < ground.height; ++y) {
    for (int x = 0; x < ground.width; ++x) ground.guessed.push_back(x % 10 < 4 ? 1 : 0);  // 0.4 m of every metre
  }
  const auto area = DrivableAreaBuilder::ground_connected(ground, {}, path_through(kStraight), {}).value();
  EXPECT_GT(iou(area, [](double, double) { return true; }), 0.95);
}

TEST(GroundConnected, LeavesOutObstaclesAndUnknownGround) {
  const GroundSurface ground = surface_of([](double x, double) { return x > 15 ? std::nan("") : 0.0; });
  std::vector<MapPoint> map;
  for (double x = 2; x <= 6; x += 0.05) {
    for (double y = 3; y <= 5; y += 0.05) map.push_back({{x, y, 1.0}, 0, 1});
  }
  const auto area = DrivableAreaBuilder::ground_connected(ground, map, path_through({{-18, 0}, {10, 0}}), {}).value();
  expect_well_formed(area);
  EXPECT_FALSE(contains(area, {4, 4}));
  EXPECT_FALSE(contains(area, {17, 0}));
  EXPECT_TRUE(contains(area, {4, 7}));
  EXPECT_EQ(area[0].holes.size(), 1u);
}

TEST(GroundConnected, AlwaysHoldsTheDrivenPath) {
  const GroundSurface nothing = surface_of([](double, double) { return std::numeric_limits<double>::quiet_NaN(); });
  const auto area = DrivableAreaBuilder::ground_connected(nothing, {}, path_through(kStraight), {}).value();
  for (const Vec2d& p : kStraight) EXPECT_TRUE(contains(area, p));
}

TEST(GroundConnected, StaysWithinTheBufferOfThePath) {
  const GroundSurface field = surface_of([](double x, double) { return 0.02 * x; });
  const Trajectory path = path_through({{-8, 0}, {8, 0}});
  const auto area = DrivableAreaBuilder::ground_connected(field, {}, path, {.buffer_width_m = 4}).value();
  expect_well_formed(area);
  const auto within = [](double x, double y) { return std::hypot(std::max(std::abs(x) - 8, 0.0), y) < 4; };
  EXPECT_GT(iou(area, within), 0.97);
  EXPECT_FALSE(contains(area, {0, 4.3}));
  EXPECT_FALSE(contains(area, {12.3, 0}));
}

// The wall ends 15 m ahead of the path: the ground behind it is connected with the path only outside of the buffer.
TEST(GroundConnected, DoesNotLeadAroundAWallOutsideOfTheBuffer) {
  const GroundSurface ground = surface_of([](double, double) { return 0.0; });
  std::vector<MapPoint> wall;
  for (double x = -20; x <= 15; x += 0.05) wall.push_back({{x, 3, 1.2}, 0, 1});
  const Trajectory path = path_through({{-18, 0}, {0, 0}});
  const auto area = DrivableAreaBuilder::ground_connected(ground, wall, path, {}).value();
  EXPECT_TRUE(contains(area, {-5, 2.5}));
  EXPECT_FALSE(contains(area, {-5, 4}));
  EXPECT_FALSE(contains(area, {-5, 8}));
}

TEST(OccupiedArea, IsTheShareOfTheGroundOnWhichSomethingStands) {
  const GroundSurface ground = surface_of([](double x, double) { return x > 10 ? std::nan("") : 0.0; });
  std::vector<MapPoint> map;
  for (int x = 0; x < 40; ++x) {
    for (int y = 0; y < 10; ++y) {
      map.push_back({{0.1 * x, 2 + 0.1 * y, 1.0}, 0, 1});   // 4 m x 1 m of a parked car
      map.push_back({{0.1 * x, -2 - 0.1 * y, 0.2}, 0, 1});  // a kerb
      map.push_back({{0.1 * x, -4 - 0.1 * y, 3.0}, 0, 1});  // leaves
    }
  }
  map.push_back({{15, 0, 1.0}, 0, 1});                                        // above unknown ground
  map.push_back({{std::numeric_limits<double>::quiet_NaN(), 0, 1.0}, 0, 1});  // no position
  const std::vector<Polygon> whole = {{.outer = {{-5, -5}, {15, -5}, {15, 5}, {-5, 5}, {-5, -5}}, .holes = {}}};
  const OccupiedArea occupied = measure_occupied(whole, ground, map);
  EXPECT_NEAR(static_cast<double>(occupied.cells), 151 * 100, 120);
  EXPECT_EQ(occupied.occupied, 400u);
  EXPECT_NEAR(occupied.share(), 400.0 / 15100, 3e-4);
  EXPECT_EQ(measure_occupied({}, ground, map).share(), 0);
}

TEST(OccupiedArea, IsMuchSmallerOnConnectedGroundThanInTheBuffer) {
  const GroundSurface ground = surface_of([](double, double) { return 0.0; });
  std::vector<MapPoint> map;
  for (double x = -20; x < 20; x += 0.1) {
    for (double y = 4; y < 5; y += 0.1) map.push_back({{x, y, 1.0}, 0, 1});  // a hedge
  }
  const Trajectory path = path_through(kStraight);
  const auto buffered = DrivableAreaBuilder::trajectory_buffer(path, {}).value();
  const auto connected = DrivableAreaBuilder::ground_connected(ground, map, path, {}).value();
  EXPECT_GT(measure_occupied(buffered, ground, map).share(), 0.04);
  EXPECT_LT(measure_occupied(connected, ground, map).share(), 0.01);
}

TEST(CellSet, OutlinesARingOfCellsWithItsHole) {
  CellSet set(5, 5);
  for (int i = 0; i < 25; ++i) set.cells[static_cast<std::size_t>(i)] = i != 12;
  const std::vector<Polygon> polygons = outline(set);
  ASSERT_EQ(polygons.size(), 1u);
  EXPECT_EQ(polygons[0].outer.size(), 5u);
  ASSERT_EQ(polygons[0].holes.size(), 1u);
  EXPECT_DOUBLE_EQ(signed_area(polygons[0].holes[0]), -1);
  EXPECT_DOUBLE_EQ(area_m2(polygons), 24);
}

TEST(CellSet, OutlinesCoverExactlyTheirCells) {
  for (uint64_t trial = 0; trial < 50; ++trial) {
    CellSet set(12, 9);
    uint64_t state = trial * 7919 + 1;
    for (uint8_t& cell : set.cells) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      cell = state >> 62 != 0;
    }
    join_corners(set);
    const std::vector<Polygon> polygons = outline(set);
    for (int y = 0; y < set.height; ++y) {
      for (int x = 0; x < set.width; ++x) ASSERT_EQ(contains(polygons, {x + 0.5, y + 0.5}), set.has(x, y)) << trial;
    }
  }
}

TEST(CellSet, ShrinkUndoesExpandInTheOpen) {
  CellSet set(20, 20);
  for (int y = 8; y < 12; ++y) {
    for (int x = 7; x < 12; ++x) set.cells[set.index(x, y)] = 1;
  }
  EXPECT_EQ(shrink(expand(set, 3), 3).cells, set.cells);
}

}  // namespace
}  // namespace gs::mapping
