// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Depth samples of sweeps in an image: pixels, depths and hidden points.
#include "gs/dataset/lidar_depth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "gs/core/file.h"
#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::dataset {
namespace {

// A camera at the origin that looks along z, or another one.
splat::train::TrainingView view_of(Lens lens = Lens::radtan) {
  splat::train::TrainingView view;
  view.camera =
      with_limits(CameraD{.width = 160, .height = 120, .fx = 100, .fy = 100, .cx = 79.5, .cy = 59.5, .lens = lens});
  return view;
}

// A data set without LiDAR has no index; the origin is optional.
TEST(LidarSweeps, AreListedInTheOrderOfTimeWithTheirOrigins) {
  const TemporaryFolder folder;
  EXPECT_TRUE(list_sweeps(folder.path())->empty());
  ASSERT_TRUE(write_plain(folder / "index.json", std::string_view(R"({"sweeps": [
      {"file": "b.bin", "timestamp": 2.5, "origin": [1, 2, 3]}, {"file": "a.bin", "timestamp": 1}]})")));
  const auto sweeps = list_sweeps(folder.path());
  ASSERT_TRUE(sweeps) << to_string(sweeps.error());
  ASSERT_EQ(sweeps->size(), 2u);
  EXPECT_EQ((*sweeps)[0].file, folder / "a.bin");
  EXPECT_EQ((*sweeps)[0].origin, Vec3d{});
  EXPECT_EQ((*sweeps)[1].timestamp_s, 2.5);
  EXPECT_EQ((*sweeps)[1].origin, (Vec3d{1, 2, 3}));
}

// A data set comes from anywhere; its index must not make us read other files.
TEST(LidarSweeps, NamesThatLeaveTheFolderAndMissingFieldsAreRefused) {
  const TemporaryFolder folder;
  for (const char* text : {R"([{"file": "../../etc/passwd", "timestamp": 1}])", R"([{"file": "/a", "timestamp": 1}])",
                           R"([{"file": "", "timestamp": 1}])", R"([{"file": "a"}])", R"([{"timestamp": 1}])",
                           R"([{"file": "a", "timestamp": "soon"}])", R"({"sweeps": 3})", "3", "[1, 2]"}) {
    ASSERT_TRUE(write_plain(folder / "index.json", std::string_view(text)));
    EXPECT_FALSE(list_sweeps(folder.path())) << text;
  }
}

// Every size that is no multiple of 12 bytes is a damaged file.
TEST(LidarSweeps, AFileHoldsRowsOfThreeFloats) {
  const TemporaryFolder folder;
  const std::vector<float> numbers = {1, 2, 3, -4.5f, 5, 6};
  const auto bytes = std::as_bytes(std::span(numbers));
  ASSERT_TRUE(write_file(folder / "s.bin", bytes));
  EXPECT_EQ(read_sweep(folder / "s.bin").value(), (std::vector<Vec3f>{{1, 2, 3}, {-4.5f, 5, 6}}));
  for (std::size_t size = 13; size < 24; ++size) {
    ASSERT_TRUE(write_file(folder / "s.bin", bytes.first(size)));
    EXPECT_EQ(read_sweep(folder / "s.bin").error().code, ErrorCode::corrupt) << size;
  }
  ASSERT_TRUE(write_file(folder / "s.bin", bytes.first(0)));
  EXPECT_TRUE(read_sweep(folder / "s.bin")->empty());
  EXPECT_FALSE(read_sweep(folder / "absent.bin"));
}

// Sweeps of other times show other positions of everything that moves.
TEST(LidarSweeps, TheNearestOneIsWithinTheLimitOrThereIsNone) {
  const std::vector<LidarSweep> sweeps = {{.timestamp_s = 1.0}, {.timestamp_s = 1.1}, {.timestamp_s = 1.3}};
  EXPECT_EQ(nearest_sweep(sweeps, 1.04, 0.1), &sweeps[0]);
  EXPECT_EQ(nearest_sweep(sweeps, 1.06, 0.1), &sweeps[1]);
  EXPECT_EQ(nearest_sweep(sweeps, 1.25, 0.1), &sweeps[2]);
  EXPECT_EQ(nearest_sweep(sweeps, 1.5, 0.1), nullptr);
  EXPECT_EQ(nearest_sweep(sweeps, 0.89, 0.1), nullptr);
  EXPECT_EQ(nearest_sweep({}, 1, 10), nullptr);
}

// pixel = f * (x, y) / z + c, with f = 100 px and c = (79.5, 59.5) px.
TEST(DepthSamples, HavePixelAndDepthOfTheirPoint) {
  splat::train::TrainingView view = view_of();
  const std::vector<Vec3f> points = {{1, 0.5f, 10}, {0, 0, -5}, {100, 0, 10}, {0, 0, 0.3f}};
  const auto samples = depth_samples(points, view, 100);
  ASSERT_EQ(samples.size(), 1u);  // behind, beside the image, and the ego vehicle are left out
  EXPECT_FLOAT_EQ(samples[0].x, 89.5f);
  EXPECT_FLOAT_EQ(samples[0].y, 64.5f);
  EXPECT_FLOAT_EQ(samples[0].depth_m, 10);
  // The camera one metre further back sees the same point one metre deeper.
  view.map_from_camera.translation = {0, 0, -1};
  EXPECT_FLOAT_EQ(depth_samples(points, view, 100).at(0).depth_m, 11);
}

// r = f * theta; the depth convention of fisheye splats is the range.
TEST(DepthSamples, OfAFisheyeAreRanges) {
  const Vec3f point{2, 0, 3};
  const auto samples = depth_samples(std::vector{point}, view_of(Lens::equidistant), 100);
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_NEAR(samples[0].depth_m, std::sqrt(13.0), 1e-5);
  EXPECT_NEAR(samples[0].x, 79.5 + 100 * std::atan2(2, 3), 1e-3);
}

// The LiDAR on the roof sees over objects that hide the ground from the camera.
TEST(DepthSamples, HiddenPointsAreLeftOutAndSlopesAreKept) {
  std::vector<Vec3f> wall, behind;
  for (int i = -40; i <= 40; ++i) {
    for (int j = -30; j <= 30; ++j) {
      wall.push_back({0.05f * static_cast<float>(i), 0.05f * static_cast<float>(j), 5});
      behind.push_back({0.1f * static_cast<float>(i), 0.1f * static_cast<float>(j), 10});
    }
  }
  std::vector<Vec3f> both = behind;
  both.insert(both.end(), wall.begin(), wall.end());
  for (const auto& sample : depth_samples(both, view_of(), both.size())) EXPECT_NEAR(sample.depth_m, 5, 1e-4);
  EXPECT_EQ(depth_samples(both, view_of(), both.size()).size(), wall.size());
  EXPECT_EQ(depth_samples(behind, view_of(), both.size()).size(), behind.size());
}

// Thinning must not prefer a side of the image or repeat a sample.
TEST(DepthSamples, AreThinnedEvenlyAndNumbersThatAreNoneAreLeftOut) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<float> side(-1, 1);
  std::vector<Vec3f> points;
  for (int i = 0; i < 5000; ++i) points.push_back({side(random), side(random), 4 + 0.1f * side(random)});
  points.push_back({std::numeric_limits<float>::quiet_NaN(), 0, 4});
  points.push_back({0, 0, std::numeric_limits<float>::infinity()});
  const auto all = depth_samples(points, view_of(), 10'000), some = depth_samples(points, view_of(), 500);
  EXPECT_EQ(all.size(), 5000u);
  ASSERT_EQ(some.size(), 500u);
  std::set<std::pair<float, float>> different, known;
  for (const auto& s : all) known.insert({s.x, s.y});
  double left = 0;
  for (const auto& s : some) {
    EXPECT_TRUE(known.contains({s.x, s.y}));
    different.insert({s.x, s.y});
    left += s.x < 79.5f;
  }
  EXPECT_EQ(different.size(), 500u);
  EXPECT_NEAR(left, 250, 60);  // five standard deviations
  EXPECT_TRUE(depth_samples(points, view_of(), 0).empty());
}

}  // namespace
}  // namespace gs::dataset
