// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Masks of moving objects cover an oncoming car and little else.
#include "gs/builder/masks/moving_masks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/builder/masks/point_clusters.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"

namespace gs::builder {
namespace {

using testing::Box;
using testing::DriveRecipe;
using testing::oncoming_car;

// A drive between two walls with an oncoming car.
class MovingMasksOfADrive : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_drive(folder_ / "drive.mcap", kRecipe));
    ASSERT_TRUE(McapIngest::run(workspace_, {.log = folder_ / "drive.mcap"}, quiet_));
    // Poses are not refined: between two plain walls only the oncoming car would constrain the position along the road.
    ASSERT_TRUE(CalibrationBuilder::run(workspace_, {.refine_poses = std::string(kRefineNever)}, quiet_));
    auto map = static_map_points(workspace_, quiet_);
    auto sweeps = RecordedSweeps::open(workspace_);
    ASSERT_TRUE(map && sweeps);
    auto objects = find_moving_objects(*map, *sweeps, {}, quiet_);
    ASSERT_TRUE(objects) << to_string(objects.error());
    objects_ = *std::move(objects);
    auto cameras = recorded_cameras(workspace_);
    ASSERT_TRUE(cameras);
    camera_ = cameras->at(0);
  }
  // Seconds since the start of the drive.
  double time_of(Timestamp stamp) const { return (stamp - Timestamp{1'700'000'000'000'000'000}).seconds(); }
  // True if a pixel shows the car.
  bool shows_car(const RecordedView& view, int x, int y) const {
    const auto ray = unproject(camera_.lens, {static_cast<double>(x), static_cast<double>(y)});
    const Box car = oncoming_car(kRecipe, time_of(view.stamp));
    return ray && car.hit(view.map_from_camera.translation, view.map_from_camera.rotation * *ray);
  }
  bool is_in_sight(const RecordedView& view) const {
    for (int y = 0; y < camera_.lens.height; ++y) {
      for (int x = 0; x < camera_.lens.width; ++x) {
        if (shows_car(view, x, y)) return true;
      }
    }
    return false;
  }

  static constexpr DriveRecipe kRecipe{.duration_s = 3.5, .width = 160, .height = 120, .oncoming_mps = 9};
  testing::TemporaryFolder folder_;
  Workspace workspace_ = *Workspace::open(folder_ / "w");
  NoProgress quiet_;
  std::vector<MovingObject> objects_;
  RecordedCamera camera_;
};

TEST_F(MovingMasksOfADrive, CoverTheCarAndLittleElse) {
  const MovingMasks masks(std::move(objects_), {});
  double moving = 0, masked = 0, both = 0;
  for (const RecordedView& view : camera_.views) {
    const assets::Image mask = masks.mask_of(view, camera_.lens);
    for (int y = 0; y < camera_.lens.height; ++y) {
      for (int x = 0; x < camera_.lens.width; ++x) {
        const bool car = shows_car(view, x, y), covered = !mask.empty() && mask.row(y)[x] == 0;
        moving += car, masked += covered, both += car && covered;
      }
    }
  }
  ASSERT_GT(moving, 5000);
  EXPECT_GE(both, 0.97 * moving);
  EXPECT_LE(masked, 2 * moving) << "of " << moving;
}

// Both detections are equally near; one of them must be taken.
TEST_F(MovingMasksOfADrive, CoverTheCarMidwayBetweenTwoDetections) {
  std::size_t tried = 0, masked = 0;
  const MovingMasks masks(objects_, {});
  for (const MovingObject& s : objects_) {
    if (s.points.size() < 100 || !s.after || (s.stamp.ns + s.after->ns) % 2 != 0) continue;
    const auto near = std::ranges::min_element(
        camera_.views, {}, [&](const RecordedView& view) { return std::abs((view.stamp - s.stamp).seconds()); });
    RecordedView view = *near;
    view.stamp = {(s.stamp.ns + s.after->ns) / 2};
    if (!is_in_sight(view)) continue;
    ++tried;
    masked += !masks.mask_of(view, camera_.lens).empty();
  }
  EXPECT_GE(tried, 5u);
  EXPECT_EQ(masked, tried);
}

TEST_F(MovingMasksOfADrive, SightingsKnowHowFastTheCarIs) {
  std::size_t known = 0, right = 0;
  for (const MovingObject& s : objects_) {
    if (s.points.size() < 100 || !s.velocity) continue;  // far away only a few beams hit the car
    ++known;
    right += norm(*s.velocity - Vec3d{-kRecipe.oncoming_mps, 0, 0}) < 1.5;
    const Box car = oncoming_car(kRecipe, time_of(s.stamp));
    EXPECT_GT(s.place.high.x, car.low.x - 0.5);
    EXPECT_LT(s.place.low.x, car.high.x + 0.5);
  }
  EXPECT_GE(known, 15u);
  EXPECT_GE(static_cast<double>(right), 0.9 * static_cast<double>(known));
}

TEST(MovingMasks, AFewLoosePointsAreNoObject) {
  std::vector<Vec3f> points;
  for (int i = 0; i < 50; ++i) points.push_back({5.f * static_cast<float>(i), 0, 1});
  EXPECT_TRUE(points_of_objects(points, {}).empty());
  for (int i = 0; i < 100; ++i) points.push_back({500, 0, 0.02f * static_cast<float>(i)});
  EXPECT_EQ(points_of_objects(points, {}).size(), 100u);
}

TEST(PointClusters, JoinWhatTouchesAndLeaveOutWhatIsNowhere) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Vec3f> points{{9, 9, 9}, {0, 0, 0}, {kNan, 0, 0}, {9.4f, 9, 9}, {0.9f, 0.9f, 0}, {3, 0, 0}};
  const std::vector<std::vector<uint32_t>> expected{{0, 3}, {1, 4}, {5}};
  EXPECT_EQ(clusters_of(points, 0.5), expected);
  EXPECT_TRUE(clusters_of({}, 0.5).empty());
}

}  // namespace
}  // namespace gs::builder
