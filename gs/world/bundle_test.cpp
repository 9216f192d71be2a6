// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bundles are saved and loaded whole, and never outside their folder.
#include "gs/world/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/file.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/source_folder.h"
#include "gs/world/testing/actor_world.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

// worlds/minimal_test in memory and an empty folder for copies.
class Bundle : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / (std::string("bundle_") + test->name());
    fs::remove_all(root_);
    fs::create_directories(root_);
    auto loaded = load_world(source_folder() / "worlds" / "minimal_test");
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    world_ = std::move(*loaded);
    auto cloud = load_gaussians(world_);
    ASSERT_TRUE(cloud) << to_string(cloud.error());
    cloud_ = std::move(*cloud);
  }
  void TearDown() override { fs::remove_all(root_); }
  bool root_is_empty() const { return fs::is_empty(root_); }

  fs::path root_;
  World world_;
  splat::GaussianCloud cloud_;
};

TEST_F(Bundle, WhatIsSavedIsEqualByteForByte) {
  ASSERT_TRUE(save_world(world_, cloud_.view(), root_ / "copy"));
  for (const auto& entry : fs::recursive_directory_iterator(world_.folder)) {
    if (!entry.is_regular_file()) continue;
    const fs::path relative = fs::relative(entry.path(), world_.folder);
    EXPECT_EQ(*read_text_file(entry.path()) == *read_text_file(root_ / "copy" / relative), true) << relative;
  }
}

TEST_F(Bundle, DerivedPartsFollowTheCalibration) {
  CameraCalibration rear = world_.calibration.cameras[0];
  rear.id = "rear", rear.intrinsics.frame_id = "camera_rear", rear.rate_hz = 30;
  world_.calibration.cameras.push_back(rear);
  ASSERT_TRUE(save_world(world_, cloud_.view(), root_ / "copy"));
  const auto back = load_world(root_ / "copy");
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(back->metadata.cameras, (std::vector<std::string>{"front", "rear"}));
  EXPECT_EQ(back->timebase.camera_rate, 30.0);
  EXPECT_NE(back->tf_static.find("base_link", "camera_rear"), nullptr);
}

TEST_F(Bundle, AnInvalidWorldLeavesNothingBehind) {
  world_.drivable.polygons.clear();
  const auto saved = save_world(world_, cloud_.view(), root_ / "copy");
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::validation_failed);
  EXPECT_TRUE(root_is_empty());
}

TEST_F(Bundle, PathsThatLeaveTheBundleAreNotWritten) {
  world_.index.metadata = "../metadata.json";
  EXPECT_FALSE(save_world(world_, cloud_.view(), root_ / "copy"));
  EXPECT_TRUE(root_is_empty());
}

TEST_F(Bundle, TakesExtraFilesOver) {
  ASSERT_TRUE(write_file(root_ / "report.json", std::string_view("{}\n")));
  world_.index.report = "build_report.json";
  ASSERT_TRUE(
      save_world(world_, cloud_.view(), root_ / "copy", {.extras = {{"build_report.json", root_ / "report.json"}}}));
  EXPECT_EQ(*read_text_file(root_ / "copy" / "build_report.json"), "{}\n");
  EXPECT_TRUE(validate_world(root_ / "copy").valid());
  EXPECT_FALSE(save_world(world_, cloud_.view(), root_ / "other", {.extras = {{"build_report.json", root_ / "no"}}}));
}

TEST_F(Bundle, WorldDataSummarisesTheFiles) {
  world_.timebase.start_time = 2.5;
  world_.timebase.initial_pose = InitialPose{{Quaterniond::from_rpy(0, 0, kPi / 2), {1, 2, 3}}, {0, 4, 0}};
  const WorldData data = world_data(world_);
  EXPECT_EQ(data.scene_id, "minimal_test");
  EXPECT_EQ(data.gaussian_ply_path, "gaussians/background.splat.ply");
  EXPECT_EQ(data.static_mesh_glb_path, "");
  EXPECT_EQ(data.initial_pose.stamp, Timestamp{2'500'000'000});
  EXPECT_EQ(data.initial_pose.z, 3);
  EXPECT_NEAR(data.initial_velocity, 4, 1e-12) << "the component along base_link x";
}

TEST_F(Bundle, LoadingRefusesWhatTheValidatorCallsAnError) {
  ASSERT_TRUE(save_world(world_, cloud_.view(), root_ / "copy"));
  const fs::path tf = root_ / "copy" / "sensors" / "tf_static.json";
  std::string text = *read_text_file(tf);
  // A translation that differs from calibration.yaml.
  text.replace(text.find("1.5"), 3, "1.6");
  ASSERT_TRUE(write_file(tf, text));
  const auto loaded = load_world(root_ / "copy");
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("translation differs from calibration.yaml"));
}

TEST_F(Bundle, ALimitOnTheNumberOfGaussiansHolds) {
  const auto cloud = load_gaussians(world_, 99);
  ASSERT_FALSE(cloud);
  EXPECT_EQ(cloud.error().code, ErrorCode::limit_exceeded);
}

std::vector<ExtraFile> files_of_assets(const ActorWorld& actors) {
  std::vector<ExtraFile> files;
  for (const char* file : {"actors/car_a1/splat.ply", "actors/car_a1/mesh.glb", "actors/walker/splat.ply"}) {
    files.push_back({file, actors.bundle() / file});
  }
  return files;
}

TEST_F(Bundle, ActorsAreSavedWithTheSameBytes) {
  const ActorWorld actors;
  const World world = load_world(actors.bundle()).value();
  const auto saved = save_world(world, cloud_.view(), root_ / "copy", {.extras = files_of_assets(actors)});
  ASSERT_TRUE(saved) << to_string(saved.error());
  EXPECT_EQ(folder_contents(root_ / "copy"), folder_contents(actors.bundle()));
}

TEST_F(Bundle, ActorsWithoutTheFilesOfTheirAssetsAreNotSaved) {
  const ActorWorld actors;
  const World world = load_world(actors.bundle()).value();
  const auto saved = save_world(world, cloud_.view(), root_ / "copy");
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.error().message, HasSubstr("actors/car_a1/splat.ply: FILE_MISSING"));
  EXPECT_TRUE(root_is_empty());
}

// The version follows the contents, not what was read.
TEST_F(Bundle, TheVersionIsThatOfTheContents) {
  const ActorWorld actors;
  World world = load_world(actors.bundle()).value();
  EXPECT_EQ(world.index.version, "1.2.0");
  world.actor_assets.reset(), world.actor_trajectories.reset();
  world.index.actor_assets.reset(), world.index.actor_trajectories.reset();
  ASSERT_TRUE(save_world(world, cloud_.view(), root_ / "without"));
  EXPECT_EQ(load_world(root_ / "without")->index.version, "1.1.0");
  ASSERT_TRUE(write_file(root_ / "lanes.json", std::string_view("{}\n")));
  ASSERT_TRUE(
      save_world(world, cloud_.view(), root_ / "lanes", {.extras = {{"hdmap/lanes.json", root_ / "lanes.json"}}}));
  EXPECT_EQ(load_world(root_ / "lanes")->index.version, "1.2.0");
}

}  // namespace
}  // namespace gs::world
