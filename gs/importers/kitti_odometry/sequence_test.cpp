// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A KITTI odometry sequence becomes a log in which LiDAR points land on the right pixels and the ground is flat.
#include "gs/importers/kitti_odometry/sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/common/testing/tiny_drive.h"

namespace gs::importers::kitti_odometry {
namespace {

using ::testing::HasSubstr;

// The tiny drive in the layout of the benchmark. The colour camera stands 0.5 m to the right of camera 0.
class KittiOdometry : public ::testing::Test {
 protected:
  KittiOdometry() {
    const Rigid3d camera0_from_lidar = camera0_in_base().inverse() * truth_.base_from_lidar;
    const Camera& c = truth_.camera;
    const auto p = [&](double baseline_m) {
      return format("{} 0 {} {} 0 {} {} 0 0 0 1 0\n", c.fx, c.cx, -c.fx * baseline_m, c.fy, c.cy);
    };
    write("calib.txt", "P0: " + p(0) + "P1: " + p(0.5) + "P2: " + p(0.5) + "P3: " + p(1) +
                           "Tr: " + rows_of(camera0_from_lidar) + "\n");
    std::string times, poses;
    for (int i = 0; i < truth_.frames; ++i) {
      times += format("{:.6e}\n", 0.1 * i);
      const Rigid3d first_from_camera = camera0_in_base().inverse() * truth_.map_from_base(0.1 * i) * camera0_in_base();
      poses += rows_of(first_from_camera) + "\n";
      write_sweep(i);
      const auto image = truth_.image(0.1 * i, false);
      write(format("image_2/{:06d}.png", i), as_text(image));
    }
    write("times.txt", times);
    write_test_file(folder_ / "poses/07.txt", poses);
  }

  // truth_.base_from_camera is that of image_2.
  Rigid3d camera0_in_base() const { return truth_.base_from_camera * Rigid3d{{}, {-0.5, 0, 0}}; }
  void write(const std::string& name, std::string_view bytes) { write_test_file(sequence_ / name, bytes); }
  void write_sweep(int frame) {
    std::string bytes, labels;
    uint32_t number = 0;
    for (const Vec3d p : truth_.sweep(frame, at_once)) {
      const std::array<float, 4> point{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0.5F};
      bytes.append(reinterpret_cast<const char*>(point.data()), sizeof(point));
      const uint32_t label = 7 << 16 | (number++ % 250);  // instance 7
      labels.append(reinterpret_cast<const char*>(&label), 4);
    }
    write(format("velodyne/{:06d}.bin", frame), bytes);
    write(format("labels/{:06d}.label", frame), labels);
  }
  Result<ImportedDrive> import(const ImportOptions& options = {}) {
    return import_and_read(import_sequence, folder_.path(), folder_.path(), options);
  }
  std::string refusal() {
    const auto imported = import();
    return imported ? "accepted" : to_string(imported.error());
  }

  TinyDrive truth_{0};  // map has the axes of the first pose
  TemporaryFolder folder_;
  fs::path sequence_ = folder_ / "sequences/07";
};

TEST_F(KittiOdometry, PointsLandOnTheRightPixelsAndTheGroundIsFlat) {
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_TRUE(imported->problems.empty());
  EXPECT_EQ(imported->sweeps[3].second[9].label, 9);
  EXPECT_EQ(imported->sweeps[3].second[9].time_s, 0);
}

TEST_F(KittiOdometry, TheFolderOfASequenceAndTheOneAboveAreRecognised) {
  EXPECT_TRUE(detect(folder_.path()));
  EXPECT_TRUE(detect(sequence_));
  EXPECT_THAT(*detect(folder_ / "sequences"), HasSubstr("07 has calib.txt and velodyne"));
  EXPECT_FALSE(detect(folder_ / "poses"));
  write_test_file(folder_ / "sequences/08/calib.txt", "");
  fs::create_directories(folder_ / "sequences/08/velodyne");
  EXPECT_THAT(refusal(), HasSubstr("07 08"));
  EXPECT_TRUE(import({.scene = "07"}));
}

TEST_F(KittiOdometry, WithoutTimesFramesAreATenthOfASecondApart) {
  fs::remove(sequence_ / "times.txt");
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_EQ(imported->problems.count(Severity::notice), 1u);
}

TEST_F(KittiOdometry, MissingAndDamagedFilesAreNamed) {
  write("calib.txt", "P2: 1 2 3\nTr: 0 -1 0 0 0 0 -1 0 1 0 0 0\n");
  EXPECT_THAT(refusal(), HasSubstr("'P2' must have 12 numbers"));
  write("calib.txt", "P2: 1 2 3\nTr: 1 0 0 0 0 1 0 0 0 0 nan 0\n");
  EXPECT_THAT(refusal(), HasSubstr("'Tr' is not finite"));
  fs::remove(folder_ / "poses/07.txt");
  EXPECT_THAT(refusal(), HasSubstr("calib.txt"));
  write("calib.txt", "Tr: 0 -1 0 0 0 0 -1 0 1 0 0 0\n");
  EXPECT_THAT(refusal(), HasSubstr("poses/07.txt"));
}

// Stamps of ROS end in January 2038.
TEST_F(KittiOdometry, TimesThatNoStampHoldsAreRefused) {
  std::string times;
  for (int i = 0; i < truth_.frames; ++i) times += format("{}\n", 0.1 * i + (i < 11 ? 0 : 2e9));
  write("times.txt", times);
  EXPECT_THAT(refusal(), HasSubstr("allowed are 0 to 2147483647"));
}

TEST_F(KittiOdometry, WrongAxesAreRefused) {
  // A Tr that takes the axes of the LiDAR for those of the camera.
  write("calib.txt", "Tr: 1 0 0 0 0 1 0 0 0 0 1 0\n");
  EXPECT_THAT(refusal(), HasSubstr("poses/07.txt"));
}

TEST_F(KittiOdometry, DamagedSweepsAndLabelsAreRefused) {
  write("labels/000004.label", "12345678");
  EXPECT_THAT(refusal(), HasSubstr("000004.label"));
  write("labels/000004.label", "");
  write("velodyne/000004.bin", "123");
  EXPECT_THAT(refusal(), HasSubstr("000004.bin"));
}

TEST_F(KittiOdometry, FramesWithoutAPoseAreLeftOutAndCounted) {
  write("velodyne/000099.bin", std::string(16, '\0'));
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->sweeps.size(), 12u);
  EXPECT_THAT(to_string(*imported->problems.begin()), HasSubstr("1 files are left out"));
}

}  // namespace
}  // namespace gs::importers::kitti_odometry
