// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The kind of a folder is found by looking, and the answer explains itself.
#include "gs/importers/kinds/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::importers {
namespace {

using ::testing::HasSubstr;

// A folder in which only names matter.
class Kinds : public ::testing::Test {
 protected:
  void make(const std::string& name) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_plain(folder_ / name, "x"));
  }
  std::string chosen(const std::string& kind = {}) {
    const auto found = choose_importer(kind, folder_.path());
    return found ? std::string(found->importer->kind) + ": " + found->reason : to_string(found.error());
  }
  TemporaryFolder folder_;
};

TEST_F(Kinds, KittiRawIsFoundByItsFolders) {
  make("2011_09_26/2011_09_26_drive_0001_sync/oxts/data/0.txt");
  make("2011_09_26/2011_09_26_drive_0001_sync/velodyne_points/data/0.bin");
  EXPECT_THAT(chosen(), HasSubstr("kitti-raw: "));
  EXPECT_THAT(chosen(), HasSubstr("drive_0001_sync has oxts and velodyne_points"));
}

TEST_F(Kinds, Kitti360IsFoundByItsFolders) {
  make("calibration/perspective.txt");
  make("data_3d_raw/2013_05_28_drive_0000_sync/velodyne_points/data/0000000000.bin");
  EXPECT_THAT(chosen(), HasSubstr("kitti-360: "));
  EXPECT_THAT(chosen(), HasSubstr("has calibration/perspective.txt and data_3d_raw"));
}

TEST_F(Kinds, AnUnknownFolderListsTheMarksOfEveryKind) {
  make("holiday/1.jpg");
  for (const Importer& importer : importers()) {
    EXPECT_THAT(chosen(), HasSubstr(std::string(importer.kind)));
    EXPECT_THAT(chosen(), HasSubstr(std::string(importer.marks)));
  }
}

TEST_F(Kinds, AKindThatTheUserNamesIsTaken) {
  EXPECT_THAT(chosen("kitti-raw"), HasSubstr("kitti-raw: "));
  EXPECT_THAT(chosen("kitty"), HasSubstr("use one of: nuscenes kitti-raw"));
}

TEST_F(Kinds, ALogNeedsNoImport) {
  make("drive.mcap");
  EXPECT_THAT(chosen(), HasSubstr("the folder holds a log, drive.mcap"));
}

TEST_F(Kinds, Argoverse2IsNamed) {
  make("sensors/lidar/315966253659780000.feather");
  EXPECT_THAT(chosen(), HasSubstr("Argoverse 2 has no importer"));
}

TEST_F(Kinds, AFolderThatDoesNotExistIsToldAsSuch) {
  EXPECT_THAT(to_string(choose_importer("", folder_ / "missing").error()), HasSubstr("no such folder"));
}

}  // namespace
}  // namespace gs::importers
