// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A scene of nuScenes becomes a log in which LiDAR points land on the right pixels and the ground is flat.
#include "gs/importers/nuscenes/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/common/testing/tiny_drive.h"
#include "gs/logio/tools/create_log.h"

namespace gs::importers::nuscenes {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kStart_us = 1532402927647951;

// Asks to stop from the beginning.
class StopRequested final : public Progress {
 public:
  void begin(std::string_view, uint64_t, std::string_view) override {}
  void advance(uint64_t) override {}
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return true; }
};

// The tiny drive in the layout of nuScenes. The map of the set has another origin; frames are samples and sweeps in
// turn.
class NuscenesScene : public ::testing::Test {
 protected:
  NuscenesScene() {
    truth_.base_from_lidar = {Quaterniond::from_rpy(0, 0, -M_PI / 2), {0.94, 0, 1.84}};
    const Camera& c = truth_.camera;
    table("scene", R"({"token": "s1", "name": "scene-0061"})");
    table("sensor", R"({"token": "l", "channel": "LIDAR_TOP", "modality": "lidar"},
                       {"token": "c", "channel": "CAM_FRONT", "modality": "camera"},
                       {"token": "r", "channel": "RADAR_FRONT", "modality": "radar"})");
    table("calibrated_sensor", format(R"({{"token": "cl", "sensor_token": "l", {}, "camera_intrinsic": []}},
                    {{"token": "cc", "sensor_token": "c", {}, "camera_intrinsic": [[{}, 0, {}], [0, {}, {}], [0, 0, 1]]}},
                    {{"token": "cr", "sensor_token": "r", {}, "camera_intrinsic": []}})",
                                      pose_json(truth_.base_from_lidar), pose_json(truth_.base_from_camera), c.fx, c.cx,
                                      c.fy, c.cy, pose_json({})));
    table("category", R"({"token": "k", "name": "vehicle.car"})");
    table("instance", R"({"token": "i", "category_token": "k"})");
    write_frames();
  }

  static std::string pose_json(const Rigid3d& pose) {
    const auto& [q, p] = pose;
    return format(R"("translation": [{:.9f}, {:.9f}, {:.9f}], "rotation": [{:.12f}, {:.12f}, {:.12f}, {:.12f}])", p.x,
                  p.y, p.z, q.w, q.x, q.y, q.z);
  }
  void write(const std::string& name, std::string_view bytes) { write_test_file(folder_ / name, bytes); }
  void table(const std::string& name, const std::string& records) {
    write("v1.0-mini/" + name + ".json", "[" + records + "]\n");
  }

  void write_frames() {
    std::string samples = R"({"token": "other", "scene_token": "s2", "timestamp": 1})",
                poses = R"({"token": "unused"})";
    std::string data, boxes;
    for (int i = 0; i < truth_.frames; ++i) {
      const int64_t time_us = kStart_us + 100'000 * i;
      const bool key = i % 2 == 0;
      const std::string sample = format("p{}", i / 2 * 2);
      Rigid3d pose = truth_.map_from_base(0.1 * i);
      pose.translation += origin_;
      poses += format(R"(, {{"token": "e{}", {}}})", i, pose_json(pose));
      if (key) {
        samples += format(R"(, {{"token": "{}", "scene_token": "s1", "timestamp": {}}})", sample, time_us);
        // A car of 4.5 x 1.8 x 1.6 m, 10 m east of the origin, that looks north.
        const Rigid3d box{Quaterniond::from_rpy(0, 0, M_PI / 2), origin_ + Vec3d{10, 0, 0.8}};
        boxes += format(R"({}{{"sample_token": "{}", "instance_token": "i", "size": [1.8, 4.5, 1.6], {}}})",
                        i == 0 ? "" : ", ", sample, pose_json(box));
      }
      const auto record = [&](const char* sensor, const std::string& file, const char* size) {
        data += format(
            R"({}{{"token": "{}", "sample_token": "{}", "calibrated_sensor_token": "{}", "ego_pose_token": "e{}",
                          "timestamp": {}, "filename": "{}"{}}})",
            data.empty() ? "" : ", ", format("{}{}", sensor == std::string("cl") ? "d" : sensor, i), sample, sensor, i,
            time_us, file, size);
      };
      const std::string folder = key ? "samples/" : "sweeps/";
      record("cl", format("{}LIDAR_TOP/{}.pcd.bin", folder, i), "");
      record("cc", format("{}CAM_FRONT/{}.jpg", folder, i), R"(, "width": 160, "height": 90)");
      if (i == 3) record("cr", "samples/RADAR_FRONT/3.pcd", "");
      write_sweep(format("{}LIDAR_TOP/{}.pcd.bin", folder, i), i);
      write(format("{}CAM_FRONT/{}.jpg", folder, i), as_text(truth_.image(0.1 * i, true)));
    }
    table("sample", samples), table("ego_pose", poses), table("sample_data", data), table("sample_annotation", boxes);
  }
  // The set has corrected its sweeps for the motion of the car.
  void write_sweep(const std::string& name, int frame) {
    std::string bytes;
    float ring = 0;
    for (const Vec3d& p : truth_.sweep(frame, at_once)) {
      const std::array<float, 5> point{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 30,
                                       ring};
      bytes.append(reinterpret_cast<const char*>(point.data()), sizeof(point));
      ring = ring < 31 ? ring + 1 : 0;
    }
    write(name, bytes);
  }
  Result<ImportedDrive> import(const ImportOptions& options = {}) {
    return import_and_read(import_scene, folder_.path(), folder_.path(), options);
  }
  std::string refusal() {
    const auto imported = import();
    return imported ? "accepted" : to_string(imported.error());
  }

  TinyDrive truth_{1.2};
  Vec3d origin_{600, 1647, 0};  // of map in the map of the set
  TemporaryFolder folder_;
};

TEST_F(NuscenesScene, PointsLandOnTheRightPixelsAndTheGroundIsFlat) {
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_EQ(imported->path[0].time.ns, kStart_us * 1000);
  EXPECT_EQ(imported->sweeps[3].second[33].ring, 1);
  for (const ImportedDrive::Point& point : imported->sweeps[3].second) EXPECT_EQ(point.time_s, 0);
  EXPECT_EQ(imported->images.size(), 12u);
  EXPECT_THAT(to_string(*imported->problems.begin()), HasSubstr("1 files of radars are left out"));
}

TEST_F(NuscenesScene, BoxesHaveTheirLengthAlongX) {
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  ASSERT_EQ(imported->boxes.size(), 6u);
  const LabelledBox& box = imported->boxes.front();
  EXPECT_EQ(box.object + " " + box.category, "i vehicle.car");
  EXPECT_NEAR(norm(box.map_from_box.translation - Vec3d{10, 0, 0.8}), 0, 1e-6);
  EXPECT_NEAR(norm(box.map_from_box.rotation * Vec3d{1, 0, 0} - Vec3d{0, 1, 0}), 0, 1e-6);
  EXPECT_NEAR(norm(box.size_m - Vec3d{4.5, 1.8, 1.6}), 0, 1e-9);
}

// nuScenes-lidarseg: a table and a file with one byte a point, of the samples only.
TEST_F(NuscenesScene, ClassesOfPointsAreKept) {
  std::string labels;
  for (std::size_t i = 0; i < truth_.sweep(0, at_once).size(); ++i) labels.push_back(static_cast<char>(i % 32));
  table("lidarseg", R"({"token": "x", "sample_data_token": "d0", "filename": "lidarseg/v1.0-mini/d0_lidarseg.bin"},
                       {"token": "y", "sample_data_token": "d2", "filename": "lidarseg/v1.0-mini/missing.bin"})");
  write("lidarseg/v1.0-mini/d0_lidarseg.bin", labels);
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->sweeps[0].second[33].label, 1);
  EXPECT_EQ(imported->sweeps[1].second[33].label, -1);
  write("lidarseg/v1.0-mini/d0_lidarseg.bin", "123");
  EXPECT_THAT(refusal(), HasSubstr("3 labels for the"));
  table("lidarseg", R"({"token": "x", "sample_data_token": "d0", "filename": "../../labels.bin"})");
  EXPECT_THAT(refusal(), HasSubstr("leads out of the folder"));
}

// Shells complete the name of a folder with a separator.
TEST_F(NuscenesScene, TheFolderOfTheTablesMayBeGivenToo) {
  for (const char* tables : {"v1.0-mini", "v1.0-mini/"}) {
    const auto imported = import_and_read(import_scene, folder_ / tables, folder_.path());
    ASSERT_TRUE(imported) << to_string(imported.error());
    EXPECT_EQ(imported->sweeps.size(), 12u) << tables;
  }
}

// The tables of the whole set take a minute.
TEST_F(NuscenesScene, AStopEndsTheReadingOfTables) {
  Problems problems;
  StopRequested progress;
  const auto writer = logio::create_log(folder_ / "stopped.mcap", {.profile = "ros2"});
  ASSERT_TRUE(writer);
  const auto stopped = import_scene(folder_.path(), {}, **writer, progress, problems);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::interrupted);
  EXPECT_THAT(to_string(stopped.error()), HasSubstr("scene.json"));
  EXPECT_FALSE(fs::exists(folder_ / "stopped.mcap"));
}

TEST_F(NuscenesScene, OfSeveralScenesTheUserChooses) {
  table("scene", R"({"token": "s1", "name": "scene-0061"}, {"token": "s2", "name": "scene-0103"})");
  EXPECT_THAT(refusal(), HasSubstr("scene-0061 scene-0103"));
  EXPECT_TRUE(import({.scene = "scene-0061"}));
  EXPECT_FALSE(import({.scene = "scene-0103"}));  // it has no files
  EXPECT_THAT(*detect(folder_.path()), HasSubstr("v1.0-mini/sample_data.json is there"));
  EXPECT_FALSE(detect(folder_ / "samples"));
}

TEST_F(NuscenesScene, NamesThatLeadOutOfTheFolderAreRefused) {
  for (const char* name : {"../../etc/passwd", "/etc/passwd", "samples/../../secret", ""}) {
    table("sample_data", format(R"({{"sample_token": "p0", "calibrated_sensor_token": "cl", "ego_pose_token": "e0",
                                     "timestamp": 1532402927647951, "filename": "{}"}})",
                                name));
    EXPECT_THAT(refusal(), HasSubstr("leads out of the folder")) << name;
  }
}

TEST_F(NuscenesScene, MissingFilesAreCountedAndNamed) {
  fs::remove(folder_ / "sweeps/CAM_FRONT/3.jpg");
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->images.size(), 11u);
  EXPECT_EQ(imported->problems.count(Severity::warning), 1u);
  fs::remove_all(folder_ / "samples");
  fs::remove_all(folder_ / "sweeps");
  EXPECT_THAT(refusal(), HasSubstr("none of the 24 files"));
}

TEST_F(NuscenesScene, DamagedTablesAreNamed) {
  table("ego_pose", R"({"token": "e0", "translation": [0, 0, 0], "rotation": [1, 0, 0, 0]})");
  EXPECT_THAT(refusal(), HasSubstr("11 poses of the scene are not in ego_pose.json"));
  table("ego_pose", R"({"token": "e0", "translation": [0, 0], "rotation": [1, 0, 0, 0]})");
  EXPECT_THAT(refusal(), HasSubstr("'translation' must be a list of 3 numbers"));
  table("ego_pose", R"({"token": "e0", "translation": [0, 0, 0], "rotation": [5, 0, 0, 0]})");
  EXPECT_THAT(refusal(), HasSubstr("the norm 5"));
  table("calibrated_sensor", R"({"token": "cl", "sensor_token": "nothing"})");
  EXPECT_THAT(refusal(), HasSubstr("names no sensor"));
  fs::remove(folder_ / "v1.0-mini/sensor.json");
  EXPECT_THAT(refusal(), HasSubstr("sensor.json"));
}

}  // namespace
}  // namespace gs::importers::nuscenes
