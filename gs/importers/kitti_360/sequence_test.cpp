// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A sequence of KITTI-360 becomes a log in which LiDAR points land on the right pixels and the ground is flat.
#include "gs/importers/kitti_360/sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/common/testing/tiny_drive.h"
#include "gs/importers/kitti/rig.h"

namespace gs::importers::kitti_360 {
namespace {

using ::testing::HasSubstr;

constexpr int kFirst = 3;  // number of the first frame
const std::string kDrive = "2013_05_28_drive_0000_sync";

// Sweeps of a turn of 0.1 s are not corrected for motion.
double azimuth_time(Vec3d p) {
  return double{kitti::seconds_after_forward(static_cast<float>(p.x), static_cast<float>(p.y), 0.1)};
}

std::string rotation_text(const Quaterniond& rotation) {
  std::string text;
  const Mat3d matrix = to_matrix(rotation);
  for (const auto& row : matrix.m) {
    for (const double value : row) text += format(" {:.12g}", value);
  }
  return text;
}

// The tiny drive in the layout of KITTI-360, with two rectified cameras and a fisheye without distortion (xi 0). The
// world of the set has another origin; "pose" has y to the right and z down.
class Kitti360 : public ::testing::Test {
 protected:
  Kitti360() {
    right_.base_from_camera = truth_.base_from_camera * Rigid3d{{}, {0.6, 0, 0}};
    fisheye_.base_from_camera = truth_.base_from_camera * Rigid3d{{}, {0, -0.2, 0}};
    const Camera& c = truth_.camera;
    const Rigid3d base_from_camera0 = truth_.base_from_camera * Rigid3d{rectifications_[0], {}};
    const Rigid3d base_from_camera1 = right_.base_from_camera * Rigid3d{rectifications_[1], {}};
    const Rigid3d pose_from_base = base_from_pose_.inverse();
    write("calibration/calib_cam_to_pose.txt",
          "image_00: " + rows_of(pose_from_base * base_from_camera0) +
              "\nimage_01: " + rows_of(pose_from_base * base_from_camera1) +
              "\nimage_02: " + rows_of(pose_from_base * fisheye_.base_from_camera) + "\n");
    write("calibration/calib_cam_to_velo.txt", rows_of(truth_.base_from_lidar.inverse() * base_from_camera0));
    std::string pinholes;
    for (int i = 0; i < 2; ++i) {
      pinholes += format("S_rect_0{}: {} {}\n", i, c.width, c.height);
      pinholes += format("R_rect_0{}:", i) + rotation_text(rectifications_[static_cast<std::size_t>(i)]) + "\n";
      pinholes += format("P_rect_0{}: {} 0 {} {} 0 {} {} 0 0 0 1 0\n", i, c.fx, c.cx, -0.6 * i * c.fx, c.fy, c.cy);
    }
    write("calibration/perspective.txt", pinholes);
    write("calibration/image_02.yaml",
          format("%YAML:1.0\nimage_width: {}\nimage_height: {}\n   xi: 0\n   k1: 0\n   k2: 0\n   gamma1: {}\n"
                 "   gamma2: {}\n   u0: {}\n   v0: {}\n",
                 c.width, c.height, c.fx, c.fy, c.cx, c.cy));
    std::string times;
    for (int i = -kFirst; i < truth_.frames; ++i) {
      times += format("2013-05-28 08:46:0{}.{}00000000\n", (i + 10) / 10, (i + 10) % 10);
    }
    for (const char* sensor :
         {"data_3d_raw/{}/velodyne_points", "data_2d_raw/{}/image_00", "data_2d_raw/{}/image_02"}) {
      write(in_drive(sensor) + "/timestamps.txt", times);
    }
    write_frames();
    write_poses({});
  }

  static std::string in_drive(std::string name) { return name.replace(name.find("{}"), 2, kDrive); }
  void write(const std::string& name, std::string_view bytes) { write_test_file(folder_ / name, bytes); }
  void write_frames() {
    for (int i = 0; i < truth_.frames; ++i) {
      std::string bytes;
      for (const Vec3d p : truth_.sweep(i, azimuth_time)) {
        const std::array<float, 4> point{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
                                         0.5F};
        bytes.append(reinterpret_cast<const char*>(point.data()), sizeof(point));
      }
      const std::string stem = format("{:010d}", i + kFirst);
      const std::string images = "data_2d_raw/" + kDrive;
      write("data_3d_raw/" + kDrive + "/velodyne_points/data/" + stem + ".bin", bytes);
      write(images + "/image_00/data_rect/" + stem + ".png", as_text(truth_.image(0.1 * i, false)));
      write(images + "/image_01/data_rect/" + stem + ".png", as_text(right_.image(0.1 * i, false)));
      write(images + "/image_02/data_rgb/" + stem + ".png", as_text(fisheye_.image(0.1 * i, false)));
    }
  }
  // poses.txt without the frames of these numbers, counted from the first one.
  void write_poses(const std::set<int>& missing) {
    std::string poses;
    for (int i = 0; i < truth_.frames; ++i) {
      if (missing.contains(i)) continue;
      Rigid3d base = truth_.map_from_base(0.1 * i);
      base.translation += Vec3d{3639, 1708, 122};
      poses += format("{} ", i + kFirst) + rows_of(base * base_from_pose_) + "\n";
    }
    write("data_poses/" + kDrive + "/poses.txt", poses);
  }
  Result<ImportedDrive> import(const ImportOptions& options = {}) {
    return import_and_read(import_sequence, folder_.path(), folder_.path(), options);
  }
  std::string refusal() {
    const auto imported = import();
    return imported ? "accepted" : to_string(imported.error());
  }

  TinyDrive truth_{0.8}, right_{0.8}, fisheye_{0.8};
  Rigid3d base_from_pose_{{1, 0, 0, 0}, {-0.01, 0.3, 0.89}};
  std::array<Quaterniond, 2> rectifications_{Quaterniond::from_rpy(0.01, -0.02, 0.015),
                                             Quaterniond::from_rpy(-0.02, 0.01, 0.005)};
  TemporaryFolder folder_;
};

TEST_F(Kitti360, PointsLandOnTheRightPixelsAndTheGroundIsFlat) {
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_EQ(imported->images.size(), 36u);
  EXPECT_EQ(imported->cameras.at("camera_left").distortion_model, "plumb_bob");
  EXPECT_EQ(imported->cameras.at("camera_fisheye_left").distortion_model, "omni");
  EXPECT_EQ(imported->path[0].time.ns, 1369730761'000'000'000);
  EXPECT_TRUE(imported->problems.empty());
}

// The set has no poses while the car stands.
TEST_F(Kitti360, FramesBetweenPosesAreKeptAndThoseOutsideLeftOut) {
  write_poses({0, 4, 5, 11});
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->path.size(), 8u);
  EXPECT_EQ(imported->sweeps.size(), 10u);
  EXPECT_EQ(imported->images.size(), 30u);
  ASSERT_EQ(imported->problems.count(Severity::notice), 4u);
  EXPECT_THAT(to_string(*imported->problems.begin()), HasSubstr("velodyne_points: 2 files are left out"));
}

TEST_F(Kitti360, FramesInALongGapAreLeftOut) {
  write_poses({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->sweeps.size(), 2u);
}

TEST_F(Kitti360, WithoutTimestampsFramesAreATenthOfASecondApart) {
  for (const char* sensor : {"data_3d_raw/{}/velodyne_points", "data_2d_raw/{}/image_00", "data_2d_raw/{}/image_02"}) {
    fs::remove(folder_ / (in_drive(sensor) + "/timestamps.txt"));
  }
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_EQ(imported->path[0].time.ns, 1369699200'300'000'000);  // midnight and three frames
  EXPECT_EQ(imported->problems.count(Severity::notice), 1u);
}

TEST_F(Kitti360, CamerasWithoutImagesAndOtherPartsAreNamed) {
  fs::remove_all(folder_ / in_drive("data_2d_raw/{}/image_01"));
  write("data_3d_semantics/train/2013_05_28_drive_0000_sync/static/000002_000385.ply", "ply");
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->images.size(), 24u);
  ASSERT_EQ(imported->problems.count(Severity::notice), 2u);
  EXPECT_THAT(to_string(imported->problems.all()[0]), HasSubstr("image_01"));
  EXPECT_THAT(to_string(imported->problems.all()[1]), HasSubstr("data_3d_semantics: is not imported"));
}

// A parked car in a window of three frames, of which the last one has no sweep.
TEST_F(Kitti360, BoxesAreInTheMapAtTheTimesOfTheirFrames) {
  fs::remove(folder_ / ("data_3d_raw/" + kDrive + "/velodyne_points/data/0000000006.bin"));
  const Vec3d in_world = truth_.map_from_base(0).translation + Vec3d{3639, 1708, 122} + Vec3d{12, 3, 0.8};
  write("data_3d_bboxes/train/" + kDrive + ".xml",
        format("<opencv_storage><object1><label>car</label><transform><data>4.5 0 0 {} 0 1.8 0 {} 0 0 1.6 {}</data>"
               "</transform><vertices><data>.5 .5 .5 -.5 -.5 -.5</data></vertices><semanticId>26</semanticId>"
               "<instanceId>12</instanceId><timestamp>-1</timestamp><start_frame>4</start_frame>"
               "<end_frame>6</end_frame></object1></opencv_storage>",
               in_world.x, in_world.y, in_world.z));
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  ASSERT_EQ(imported->boxes.size(), 2u);
  const LabelledBox& box = imported->boxes.front();
  EXPECT_EQ(box.object + " " + box.category, "26_12 car");
  EXPECT_NEAR(norm(box.map_from_box.translation - Vec3d{12, 3, 0.8}), 0, 1e-3);
  EXPECT_NEAR(norm(box.size_m - Vec3d{4.5, 1.8, 1.6}), 0, 1e-9);
}

TEST_F(Kitti360, DamagedBoxesAreNamed) {
  write("data_3d_bboxes/train_full/" + kDrive + ".xml", "<opencv_storage>");
  EXPECT_THAT(refusal(), HasSubstr("train_full/2013_05_28_drive_0000_sync.xml"));
}

TEST_F(Kitti360, OfSeveralSequencesTheUserChooses) {
  EXPECT_THAT(*detect(folder_.path()), HasSubstr("has calibration/perspective.txt and data_3d_raw"));
  EXPECT_FALSE(detect(folder_ / "calibration"));
  fs::create_directories(folder_ / "data_3d_raw/2013_05_28_drive_0002_sync/velodyne_points");
  EXPECT_THAT(refusal(), HasSubstr("2013_05_28_drive_0000_sync 2013_05_28_drive_0002_sync"));
  EXPECT_TRUE(import({.scene = kDrive}));
  EXPECT_FALSE(import({.scene = "../" + kDrive}));
}

TEST_F(Kitti360, MissingAndDamagedFilesAreNamed) {
  const std::string sweep = "data_3d_raw/" + kDrive + "/velodyne_points/data/0000000004.bin";
  write(sweep, "123");
  EXPECT_THAT(refusal(), HasSubstr("0000000004.bin"));
  write("data_3d_raw/" + kDrive + "/velodyne_points/timestamps.txt", "soon\n");
  EXPECT_THAT(refusal(), HasSubstr("timestamps.txt"));
  fs::remove(folder_ / ("data_poses/" + kDrive + "/poses.txt"));
  write("data_3d_raw/" + kDrive + "/velodyne_points/timestamps.txt", "");
  EXPECT_THAT(refusal(), HasSubstr("the sequence has no poses"));
  fs::remove(folder_ / "calibration/calib_cam_to_pose.txt");
  EXPECT_THAT(refusal(), HasSubstr("calib_cam_to_pose.txt"));
}

std::string poses_refusal(const std::string& text) {
  const auto poses = parse_poses(text, "poses.txt");
  return poses ? format("{} poses", poses->size()) : to_string(poses.error());
}

TEST(Kitti360Poses, AreOnePoseAFrame) {
  const std::string pose = " 1 0 0 5 0 1 0 6 0 0 1 7\n";
  EXPECT_EQ(poses_refusal("3" + pose + "12" + pose), "2 poses");
  EXPECT_EQ(parse_poses("3" + pose, "poses.txt")->at(3).translation.y, 6);
  EXPECT_THAT(poses_refusal("3" + pose + "3" + pose), HasSubstr("frame 3 has two poses"));
  for (const char* bad : {"-1", "1.5", "1e12"}) {
    EXPECT_THAT(poses_refusal(bad + pose), HasSubstr("not the number of a frame")) << bad;
  }
  EXPECT_THAT(poses_refusal("3 1 0 0 5 0 2 0 6 0 0 1 7"), HasSubstr("frame 3"));
  EXPECT_THAT(poses_refusal("3 1 0 0"), HasSubstr("line 1"));
}

}  // namespace
}  // namespace gs::importers::kitti_360
