// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A PandaSet sequence becomes a log in which LiDAR points land on the right pixels and the ground is flat.
#include "gs/importers/pandaset/sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/assets/deflate/deflate.h"
#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/common/testing/tiny_drive.h"
#include "gs/importers/pandaset/testing/table_pickle.h"

namespace gs::importers::pandaset {
namespace {

using ::testing::HasSubstr;

constexpr double kStart_s = 1557539924.5;

// The tiny drive in the layout of PandaSet. world is map with another origin.
class PandaSet : public ::testing::Test {
 protected:
  PandaSet() {
    truth_.base_from_lidar = base_from_pose_ * Rigid3d{{}, {0, 0.73, 1.81}};
    std::string lidar_poses, camera_poses, times, gps;
    for (int i = 0; i < truth_.frames; ++i) {
      const char* comma = i == 0 ? "" : ", ";
      const double camera_s = i + 1 < truth_.frames ? 0.1 * i + 0.01 : 0.1 * i;  // the camera has its own times
      lidar_poses += comma + pose_json(truth_.map_from_base(0.1 * i) * base_from_pose_);
      camera_poses += comma + pose_json(truth_.map_from_base(camera_s) * truth_.base_from_camera);
      times += format("{}{:.6f}", comma, kStart_s + 0.1 * i);
      camera_times_ += format("{}{:.6f}", comma, kStart_s + camera_s);
      gps += format("{}{{\"lat\": 37.77, \"long\": -122.4, \"height\": 3.1, \"xvel\": 0, \"yvel\": 8}}", comma);
      write_frame(i);
      const auto image = truth_.image(camera_s, true);
      write(format("camera/front_camera/{:02d}.jpg", i), as_text(image));
    }
    write("lidar/poses.json", "[" + lidar_poses + "]");
    write("lidar/timestamps.json", "[" + times + "]");
    write("camera/front_camera/poses.json", "[" + camera_poses + "]");
    write("camera/front_camera/timestamps.json", "[" + camera_times_ + "]");
    const Camera& c = truth_.camera;
    write("camera/front_camera/intrinsics.json",
          format("{{\"fx\": {}, \"fy\": {}, \"cx\": {}, \"cy\": {}}}", c.fx, c.fy, c.cx, c.cy));
    write("meta/gps.json", "[" + gps + "]");
  }

  std::string pose_json(const Rigid3d& map_from_sensor) const {
    const Quaterniond& q = map_from_sensor.rotation;
    const Vec3d p = map_from_sensor.translation + origin_;
    return format(
        "{{\"position\": {{\"x\": {:.9f}, \"y\": {:.9f}, \"z\": {:.9f}}}, "
        "\"heading\": {{\"w\": {:.12f}, \"x\": {:.12f}, \"y\": {:.12f}, \"z\": {:.12f}}}}}",
        p.x, p.y, p.z, q.w, q.x, q.y, q.z);
  }
  void write(const std::string& name, std::string_view bytes) { write_test_file(sequence_ / name, bytes); }
  void write_table(const std::string& name, const std::string& pickle) {
    const auto packed = assets::gzip(as_bytes(pickle));
    ASSERT_TRUE(packed);
    write(name, as_text(*packed));
  }
  // Points in world; the last one is of the forward LiDAR.
  void write_frame(int frame) {
    std::vector<double> x, y, z, i, t, d, classes;
    for (const Vec3d p : truth_.sweep(frame, at_once)) {
      const Vec3d world = truth_.map_from_base(0.1 * frame) * truth_.base_from_lidar * p + origin_;
      x.push_back(world.x), y.push_back(world.y), z.push_back(world.z);
      i.push_back(40), t.push_back(kStart_s + 0.1 * frame - 0.03), d.push_back(0), classes.push_back(7);
    }
    for (auto* column : {&x, &y, &z, &i, &t, &d, &classes}) column->push_back(1);
    const std::string name = format("{:02d}.pkl.gz", frame);
    write_table("lidar/" + name, testing::table_pickle({{"x", x}, {"y", y}, {"z", z}, {"i", i}, {"t", t}, {"d", d}}));
    write_table("annotations/semseg/" + name, testing::table_pickle({{"class", classes}}));
    // A car of 4.5 x 1.8 x 1.6 m that looks along x of world: yaw 0 is along y.
    write_table("annotations/cuboids/" + name, testing::table_pickle({{"position.x", {origin_.x + 10}},
                                                                      {"position.y", {origin_.y + 2}},
                                                                      {"position.z", {origin_.z + 0.8}},
                                                                      {"dimensions.x", {1.8}},
                                                                      {"dimensions.y", {4.5}},
                                                                      {"dimensions.z", {1.6}},
                                                                      {"yaw", {-M_PI / 2}}},
                                                                     {{"label", {"Car"}}, {"uuid", {"car-1"}}}));
  }
  Result<ImportedDrive> import() { return import_and_read(import_sequence, folder_.path(), folder_.path()); }
  std::string refusal() {
    const auto imported = import();
    return imported ? "accepted" : to_string(imported.error());
  }

  TinyDrive truth_{0.8};
  Rigid3d base_from_pose_{Quaterniond::from_rpy(0, 0, -M_PI / 2), {0, 0, 0.21}};
  Vec3d origin_{3, -4, -1.9};  // of map in world
  std::string camera_times_;
  TemporaryFolder folder_;
  fs::path sequence_ = folder_ / "019";
};

TEST_F(PandaSet, PointsLandOnTheRightPixelsAndTheGroundIsFlat) {
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_EQ(imported->path[0].time.ns, 1557539924'500'000'000);
  EXPECT_EQ(imported->images.at(0).format, "jpeg");
  EXPECT_EQ(imported->sweeps[3].second[9].label, 7);
  EXPECT_EQ(imported->fixes, 12u);
  // The point of the forward LiDAR is left out, and that is told.
  EXPECT_EQ(imported->sweeps[0].second.size(), truth_.sweep(0, at_once).size());
  EXPECT_THAT(to_string(*imported->problems.begin()), HasSubstr("PandarGT"));
}

TEST_F(PandaSet, BoxesHaveTheirLengthAlongX) {
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  ASSERT_EQ(imported->boxes.size(), 12u);
  const LabelledBox& box = imported->boxes.front();
  EXPECT_EQ(box.object + " " + box.category, "car-1 Car");
  EXPECT_NEAR(norm(box.map_from_box.translation - Vec3d{10, 2, 0.8}), 0, 1e-3);
  EXPECT_NEAR(norm(box.map_from_box.rotation * Vec3d{1, 0, 0} - Vec3d{1, 0, 0}), 0, 1e-9);
  EXPECT_NEAR(norm(box.size_m - Vec3d{4.5, 1.8, 1.6}), 0, 1e-9);
}

TEST_F(PandaSet, FilesWithoutTimesAreLeftOutAndCounted) {
  write_frame(truth_.frames);
  write("camera/front_camera/12.jpg", as_text(truth_.image(0, true)));
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->sweeps.size(), 12u);
  EXPECT_EQ(imported->images.size(), 12u);
  EXPECT_EQ(imported->boxes.size(), 12u);
  EXPECT_EQ(imported->problems.count(Severity::warning), 3u);
  EXPECT_THAT(to_string(*imported->problems.begin()), HasSubstr("lidar: 1 files are left out"));
}

TEST_F(PandaSet, BoxesThatAreNotFiniteAreLeftOut) {
  const testing::Numbers bad{{"position.x", {1, NAN}}, {"position.y", {2, 2}},   {"position.z", {3, 3}},
                             {"dimensions.x", {1, 1}}, {"dimensions.y", {1, 1}}, {"dimensions.z", {1, 1}},
                             {"yaw", {0, 0}}};
  write_table("annotations/cuboids/04.pkl.gz",
              testing::table_pickle(bad, {{"label", {"Car", "Bus"}}, {"uuid", {"car-1", "bus-1"}}}));
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->boxes.size(), 12u);
  EXPECT_EQ(imported->problems.count(Severity::warning), 1u);
}

TEST_F(PandaSet, TheFolderOfASequenceAndTheOneAboveAreRecognised) {
  EXPECT_THAT(*detect(folder_.path()), HasSubstr("019 has lidar/poses.json and camera"));
  EXPECT_TRUE(detect(sequence_));
  EXPECT_FALSE(detect(sequence_ / "lidar"));
}

TEST_F(PandaSet, DamagedFilesAreNamed) {
  write_table("lidar/04.pkl.gz", "cos\nsystem\n(S'true'\ntR.");
  EXPECT_THAT(refusal(), HasSubstr("04.pkl.gz"));
  write_table("lidar/04.pkl.gz", testing::table_pickle({{"x", {1}}}));
  EXPECT_THAT(refusal(), HasSubstr("'y'"));
  write_frame(4);
  write_table("annotations/semseg/04.pkl.gz", testing::table_pickle({{"class", {1, 2}}}));
  EXPECT_THAT(refusal(), HasSubstr("2 classes for the"));
  write_frame(4);
  write("camera/front_camera/timestamps.json", "[1, 2");
  EXPECT_THAT(refusal(), HasSubstr("timestamps.json"));
  write("camera/front_camera/timestamps.json", "[1, 2]");
  EXPECT_THAT(refusal(), HasSubstr("no pose of the camera lies in the time of the path"));
  write("lidar/timestamps.json", "[-1e300]");
  EXPECT_THAT(refusal(), HasSubstr("no date"));
  write("lidar/poses.json", "[{\"position\": {\"x\": 0, \"y\": 0, \"z\": 0}}]");
  EXPECT_THAT(refusal(), HasSubstr("pose 0"));
  write("lidar/poses.json", "{}");
  EXPECT_THAT(refusal(), HasSubstr("poses.json"));
}

}  // namespace
}  // namespace gs::importers::pandaset
