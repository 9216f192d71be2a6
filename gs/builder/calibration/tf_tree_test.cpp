// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chains of transforms over time, resampled poses, and clocks that jump.
#include "gs/builder/calibration/tf_tree.h"

#include <gtest/gtest.h>

#include "gs/builder/ingest/pose_topics.h"
#include "gs/builder/testing/drive_recipe.h"

namespace gs::builder {
namespace {

using testing::TemporaryFolder;

// map -> odom (fixed) -> base_link (moves 4 m in 2 s) -> mast -> lidar (fixed).
TfTree tree() {
  TfTree tf;
  tf.add({{0}, "/map", "odom", {{}, {100, 0, 0}}}, true);
  tf.add({{2'000'000'000}, "odom", "base_link", {{}, {4, 0, 0}}}, false);
  tf.add({{0}, "odom", "base_link", {{}, {0, 0, 0}}}, false);
  tf.add({{0}, "base_link", "mast", {Quaterniond::from_rpy(0, 0, 1.5707963267948966), {1, 0, 2}}}, true);
  tf.add({{0}, "mast", "lidar", {{}, {0.5, 0, 0}}}, true);
  tf.finish();
  return tf;
}

TEST(TfTree, FollowsChainsBothWaysAndInterpolates) {
  const TfTree tf = tree();
  const auto base_from_lidar = tf.lookup("base_link", "lidar", {0});
  ASSERT_TRUE(base_from_lidar);
  EXPECT_NEAR(norm(*base_from_lidar * Vec3d{0, 0, 0} - Vec3d{1, 0.5, 2}), 0, 1e-12);
  const auto lidar_from_map = tf.lookup("lidar", "map", {1'000'000'000});
  ASSERT_TRUE(lidar_from_map);
  EXPECT_NEAR(norm(*lidar_from_map * Vec3d{103, 0.5, 2}), 0, 1e-12);
  EXPECT_NEAR(tf.lookup("odom", "base_link", {9'000'000'000})->translation.x, 4, 1e-12);
}

TEST(TfTree, KnowsWhatMovesAndWhatIsNotConnected) {
  const TfTree tf = tree();
  EXPECT_FALSE(tf.moves("base_link", "lidar"));
  EXPECT_TRUE(tf.moves("map", "lidar"));
  EXPECT_FALSE(tf.lookup("map", "elsewhere", {0}));
  EXPECT_TRUE(tf.lookup("alone", "alone", {0}));
}

TEST(TfTree, IgnoresCircles) {
  TfTree tf = tree();
  EXPECT_FALSE(tf.add({{0}, "lidar", "map", {}}, true));
  EXPECT_FALSE(tf.add({{0}, "lidar", "lidar", {}}, true));
  EXPECT_TRUE(tf.lookup("map", "lidar", {0}));
}

TEST(TfTree, TransformsOfAFileReplaceFixedOnesOnly) {
  TfTree tf = tree();
  EXPECT_FALSE(tf.add_given({{0}, "base_footprint", "base_link", {}}));
  EXPECT_TRUE(tf.add_given({{0}, "base_link", "lidar", {{}, {7, 0, 0}}}));
  tf.finish();
  EXPECT_TRUE(tf.lookup("map", "base_link", {0}));
  EXPECT_EQ(tf.lookup("base_link", "lidar", {0})->translation.x, 7);
}

TEST(TfTree, JsonRoundTrip) {
  const TemporaryFolder folder;
  const auto transforms = tree().moving();
  ASSERT_EQ(transforms.size(), 2u);
  ASSERT_TRUE(write_file(folder / "tf.json", write_tf_json(transforms)));
  const auto back = read_tf_json(folder / "tf.json");
  ASSERT_TRUE(back) << to_string(back.error());
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ((*back)[1].stamp, transforms[1].stamp);
  EXPECT_EQ((*back)[1].parent, "odom");
  EXPECT_EQ((*back)[1].parent_from_child, transforms[1].parent_from_child);
}

// More than 64 MiB in few values, by long names of frames.
TEST(TfTree, LongJsonIsReadBack) {
  const TemporaryFolder folder;
  const std::vector<StampedTransform> transforms(
      35'000, {Timestamp{1}, std::string(1000, 'a'), std::string(1000, 'b'), Rigid3d{}});
  ASSERT_TRUE(write_file(folder / "tf.json", write_tf_json(transforms)));
  ASSERT_GT(fs::file_size(folder / "tf.json"), 64u << 20);
  const auto back = read_tf_json(folder / "tf.json");
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(back->size(), transforms.size());
}

StampedPose pose_at(double seconds, double x) { return {Timestamp::from_seconds(seconds), Rigid3d{{}, {x, 0, 0}}}; }

TEST(ResamplePoses, FillsGapsAndDropsPosesThatAreTooClose) {
  Problems problems;
  const auto poses =
      resample_poses({pose_at(0.1, 0.1), pose_at(0, 0), pose_at(0.0002, 0), pose_at(3.5, 3.5)}, problems);
  ASSERT_EQ(poses.size(), 6u);
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const double step = (poses[i].stamp - poses[i - 1].stamp).seconds();
    EXPECT_GE(step, 0.001);
    EXPECT_LE(step, 1.0);
    EXPECT_NEAR(poses[i].map_from_body.translation.x, poses[i].stamp.seconds(), 1e-6);
  }
  EXPECT_EQ(problems.total(), 1u);
}

TEST(ResamplePoses, KeepsTheLongestPartWhenTheClockJumps) {
  Problems problems;
  std::vector<StampedPose> poses;
  for (int i = 0; i < 5; ++i) poses.push_back(pose_at(i * 0.1, 0));
  for (int i = 0; i < 20; ++i) poses.push_back(pose_at(1e6 + i * 0.1, 1));
  const auto kept = resample_poses(poses, problems);
  ASSERT_EQ(kept.size(), 20u);
  EXPECT_EQ(kept[0].map_from_body.translation.x, 1);
  EXPECT_EQ(problems.total(), 1u);
}

TEST(ResamplePoses, LeavesOutTheTimesThatAClockShowsTwice) {
  Problems problems;
  std::vector<StampedPose> poses;
  for (int i = 0; i < 40; ++i) poses.push_back(pose_at(i * 0.1, 0));
  for (int i = 0; i < 50; ++i) poses.push_back(pose_at(2 + i * 0.1, 1));  // the clock jumps back by 2 s
  const auto kept = resample_poses(poses, problems);
  ASSERT_FALSE(kept.empty());
  EXPECT_GT(kept.front().stamp.seconds(), 3.85);
  for (const StampedPose& pose : kept) EXPECT_EQ(pose.map_from_body.translation.x, 1);
  EXPECT_EQ(problems.total(), 1u);
}

}  // namespace
}  // namespace gs::builder
