// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images and sweeps of a workspace: long lists of frames, and entries that are not complete.
#include "gs/builder/recording/ingested_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"

namespace gs::builder {
namespace {

// A short drive, ingested and calibrated.
class IngestedDrive : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(testing::write_drive(folder_ / "drive.mcap", {.duration_s = 2, .lidar_columns = 90, .lidar_rings = 8}));
    NoProgress quiet;
    ASSERT_TRUE(McapIngest::run(workspace_, {.log = folder_ / "drive.mcap"}, quiet));
    ASSERT_TRUE(CalibrationBuilder::run(workspace_, {.refine_poses = std::string(kRefineNever)}, quiet));
  }
  fs::path frameset() const { return workspace_.folder(Step::mcap_ingest) / "frameset.json"; }

  testing::TemporaryFolder folder_;
  Workspace workspace_ = *Workspace::open(folder_ / "w");
};

TEST_F(IngestedDrive, ErrorsNameTheFrame) {
  std::string text = *read_text_file(frameset());
  const std::size_t first = text.find("\"camera_front\""), second = text.find("\"camera_front\"", first + 1);
  ASSERT_NE(second, std::string::npos);
  ASSERT_TRUE(write_file(frameset(), text.replace(text.find("\"file_path\"", second), 11, "\"file_name\"")));
  const auto cameras = recorded_cameras(workspace_);
  ASSERT_FALSE(cameras);
  EXPECT_THAT(cameras.error().message, ::testing::HasSubstr("frames[1] of frameset.json"));
}

// White space makes the files as long as those of a drive of many hours.
TEST_F(IngestedDrive, LongListsOfFramesAndSweepsAreRead) {
  for (const fs::path& path : {frameset(), workspace_.folder(Step::mcap_ingest) / "timeline.json"}) {
    const std::string text = *read_text_file(path);
    ASSERT_TRUE(write_file(path, text + std::string(65u << 20, ' ')));
  }
  const auto cameras = recorded_cameras(workspace_);
  ASSERT_TRUE(cameras) << to_string(cameras.error());
  EXPECT_FALSE(cameras->at(0).views.empty());
  const auto sweeps = RecordedSweeps::open(workspace_);
  EXPECT_TRUE(sweeps) << to_string(sweeps.error());
}

}  // namespace
}  // namespace gs::builder
