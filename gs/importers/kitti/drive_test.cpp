// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of a KITTI drive: where they are found, their times and their order.
#include "gs/importers/kitti/drive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::importers::kitti {
namespace {

constexpr std::string_view kTimes = "2011-09-26 13:02:25.100000000\n2011-09-26 13:02:25.200000000\n";

// A drive of two frames whose files are empty: find_drive() reads names and times only.
class KittiDrive : public ::testing::Test {
 protected:
  KittiDrive() {
    for (const auto& [sensor, extension] : kSensors) {
      write(std::string(sensor) + "/timestamps.txt", kTimes);
      for (int i = 0; i < 2; ++i) write(format("{}/data/{:010d}.{}", sensor, i, extension), "");
    }
  }
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((drive_ / name).parent_path());
    ASSERT_TRUE(write_plain(drive_ / name, text));
  }
  Result<Drive> find() { return find_drive(folder_.path(), problems_); }

  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kSensors{
      {{"image_02", "png"}, {"image_03", "png"}, {"velodyne_points", "bin"}, {"oxts", "txt"}}};
  TemporaryFolder folder_;
  fs::path drive_ = folder_ / "2011_09_26/2011_09_26_drive_0001_sync";
  Problems problems_;
};

// Users name the folder that they unpacked, which may be any of the three.
TEST_F(KittiDrive, IsFoundFromItsFolderItsDayAndAbove) {
  // Shells complete the name of a folder with a separator.
  for (const fs::path& from : {folder_.path(), drive_.parent_path(), drive_, drive_ / ""}) {
    const auto drive = find_drive(from, problems_);
    ASSERT_TRUE(drive) << to_string(drive.error());
    EXPECT_EQ(fs::weakly_canonical(drive->calibration), fs::weakly_canonical(drive_.parent_path()));
    EXPECT_EQ(drive->left.size(), 2u);
    EXPECT_EQ(drive->right.size(), 2u);
    EXPECT_EQ(drive->lidar.size(), 2u);
    EXPECT_EQ(drive->oxts[1].number, 1);
    EXPECT_EQ((drive->oxts[1].time - drive->oxts[0].time).ns, 100'000'000);
  }
  EXPECT_TRUE(problems_.empty());
}

// Some copies of the data keep the calibration in the drive instead of the day.
TEST_F(KittiDrive, TakesTheCalibrationBesideItsData) {
  write("calib_cam_to_cam.txt", "");
  EXPECT_EQ(fs::weakly_canonical(find()->calibration), fs::weakly_canonical(drive_));
}

// A day usually has several drives; the user must choose one.
TEST_F(KittiDrive, TwoDrivesAreAnErrorThatNamesBoth) {
  fs::create_directories(folder_ / "other/oxts");
  fs::create_directories(folder_ / "other/velodyne_points");
  const auto drive = find();
  ASSERT_FALSE(drive);
  EXPECT_EQ(drive.error().code, ErrorCode::not_found);
  EXPECT_THAT(to_string(drive.error()), ::testing::HasSubstr("drive_0001_sync"));
  EXPECT_THAT(to_string(drive.error()), ::testing::HasSubstr("other"));
}

// Excerpts keep the file numbers and the whole timestamp files of the drive they come from.
TEST_F(KittiDrive, ExcerptsTakeTheLinesOfTheirNumbers) {
  for (const auto& [sensor, extension] : kSensors) {
    fs::remove(drive_ / sensor / "data" / format("{:010d}.{}", 0, extension));
  }
  const auto drive = find();
  ASSERT_TRUE(drive);
  ASSERT_EQ(drive->left.size(), 1u);
  EXPECT_EQ(drive->left[0].number, 1);
  EXPECT_EQ(drive->left[0].time.ns % 1'000'000'000, 200'000'000);
}

// The order of a folder listing is arbitrary, and "10" sorts before "9" as text.
TEST_F(KittiDrive, FramesComeInTheOrderOfTheirNumbers) {
  std::string times;
  for (int i = 0; i < 12; ++i) times += format("2011-09-26 13:02:{:02d}.5\n", i);
  for (const auto& [sensor, extension] : kSensors) {
    write(std::string(sensor) + "/timestamps.txt", times);
    for (const int i : {11, 9, 10}) write(format("{}/data/{}.{}", sensor, i, extension), "");
  }
  const auto drive = find();
  ASSERT_TRUE(drive);
  std::vector<int> numbers;
  for (const Frame& frame : drive->lidar) numbers.push_back(frame.number);
  EXPECT_EQ(numbers, (std::vector<int>{0, 1, 9, 10, 11}));
}

// An empty line stands for a sweep without a time.
TEST_F(KittiDrive, AMissingTimeOfASweepIsThatOfTheLeftImage) {
  write("velodyne_points/timestamps.txt", "\n2011-09-26 13:02:25.900000000\n");
  const auto drive = find();
  ASSERT_TRUE(drive) << to_string(drive.error());
  EXPECT_EQ(drive->lidar[0].time.ns, drive->left[0].time.ns);
  EXPECT_NE(drive->lidar[1].time.ns, drive->left[1].time.ns);
  EXPECT_FALSE(problems_.empty());
}

// Correcting sweeps for motion needs the duration of each revolution.
TEST_F(KittiDrive, ARevolutionTakesTheTimeBetweenItsStartAndItsEnd) {
  write("velodyne_points/timestamps_start.txt", "2011-09-26 13:02:25.050\n2011-09-26 13:02:25.150\n");
  write("velodyne_points/timestamps_end.txt", "2011-09-26 13:02:25.154\n2011-09-26 13:02:29.150\n");
  const auto drive = find();
  ASSERT_TRUE(drive);
  EXPECT_NEAR(drive->lidar[0].turn_s, 0.104, 1e-9);
  EXPECT_EQ(drive->lidar[1].turn_s, Frame{}.turn_s);  // 4 s are no revolution
}

// Names that are no frame numbers, and a number that no int holds.
TEST_F(KittiDrive, OtherFilesAreIgnored) {
  for (const char* name : {"notes.txt", "-1.txt", "0000000001.bak", "12x.txt", "99999999999999999999.txt"}) {
    write(std::string("oxts/data/") + name, "");
  }
  const auto drive = find();
  ASSERT_TRUE(drive) << to_string(drive.error());
  EXPECT_EQ(drive->oxts.size(), 2u);
}

// Images have no other sensor to take a time from.
TEST_F(KittiDrive, TimesThatAreMissingOrNoneAreErrors) {
  write("image_02/timestamps.txt", "2011-09-26 13:02:25.1\n");
  EXPECT_EQ(find().error().code, ErrorCode::invalid_data);
  write("image_02/timestamps.txt", "2011-09-26 13:02:25.1\nsoon\n");
  const auto drive = find();
  ASSERT_FALSE(drive);
  EXPECT_THAT(to_string(drive.error()), ::testing::HasSubstr("line 2"));
}

// Copies of the data often lack the files of timestamps.
TEST_F(KittiDrive, WithoutTimestampsFramesAreATenthOfASecondApart) {
  for (const auto& [sensor, extension] : kSensors) fs::remove(drive_ / sensor / "timestamps.txt");
  const auto drive = find();
  ASSERT_TRUE(drive) << to_string(drive.error());
  for (const auto& frames : {drive->left, drive->right, drive->lidar, drive->oxts}) {
    EXPECT_EQ(frames[0].time, *parse_time("2011-09-26 00:00:00"));
    EXPECT_EQ((frames[1].time - frames[0].time).ns, 100'000'000);
  }
  EXPECT_EQ(problems_.count(Severity::notice), 4u);
  EXPECT_THAT(to_string(*problems_.begin()), ::testing::HasSubstr("image_02/timestamps.txt"));
}

// The sensors of a synchronised drive share their frames, so one file of times serves all.
TEST_F(KittiDrive, ASensorWithoutTimestampsTakesThoseOfTheLeftImages) {
  fs::remove(drive_ / "velodyne_points/timestamps.txt");
  const auto drive = find();
  ASSERT_TRUE(drive);
  EXPECT_EQ(drive->lidar[1].time, drive->left[1].time);
  EXPECT_EQ(problems_.count(Severity::notice), 1u);
}

// "extract" drives have text sweeps, and OXTS packets at 100 Hz.
TEST_F(KittiDrive, ExtractedDrivesHaveTheirOwnRates) {
  for (const auto& [sensor, extension] : kSensors) fs::remove(drive_ / sensor / "timestamps.txt");
  fs::remove_all(drive_ / "velodyne_points/data");
  write("velodyne_points/data/0000000001.txt", "1 2 3 0.5\n");
  const auto drive = find();
  ASSERT_TRUE(drive) << to_string(drive.error());
  EXPECT_TRUE(drive->extracted);
  EXPECT_EQ((drive->lidar[0].time - drive->oxts[0].time).ns, 100'000'000);
  EXPECT_EQ((drive->oxts[1].time - drive->oxts[0].time).ns, 10'000'000);
}

// LiDAR alone makes a world too.
TEST_F(KittiDrive, MissingImagesAreAWarning) {
  fs::remove_all(drive_ / "image_03");
  const auto drive = find();
  ASSERT_TRUE(drive) << to_string(drive.error());
  EXPECT_TRUE(drive->right.empty());
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
}

TEST_F(KittiDrive, OfSeveralDrivesTheUserChooses) {
  fs::create_directories(folder_ / "other/oxts");
  fs::create_directories(folder_ / "other/velodyne_points");
  EXPECT_TRUE(find_drive(folder_.path(), problems_, "2011_09_26_drive_0001_sync"));
  EXPECT_TRUE(find_drive(drive_ / "", problems_, "2011_09_26_drive_0001_sync"));
  EXPECT_FALSE(find_drive(folder_.path(), problems_, "third"));
}

// Without OXTS packets there are no poses.
TEST_F(KittiDrive, WithoutPacketsThereIsNoDrive) {
  fs::remove_all(drive_ / "oxts/data");
  fs::create_directories(drive_ / "oxts/data");
  EXPECT_EQ(find().error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace gs::importers::kitti
