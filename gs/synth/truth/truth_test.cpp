// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Height map, drivable area, depth and poses that serve as truth.
#include "gs/synth/truth/truth.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "gs/assets/glb/glb.h"
#include "gs/assets/image/png.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/reader.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/rig.h"
#include "gs/synth/truth/ground_truth.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"

namespace gs::synth {
namespace {

TEST(GroundTruth, HeightmapSamplesAreTheClosedForm) {
  const Road road{StreetOptions{.length_m = 150}};
  const world::HeightmapData map = ground_truth(road, 1.0);
  int known = 0;
  for (double s = 5; s < 145; s += 3.3) {
    const Vec2d p = road.plan(s, 2.0);
    const auto height = world::ground_height(map, p.x, p.y);
    if (!height) continue;
    EXPECT_NEAR(*height, road.ground_height(p), 0.03);  // bilinear over a metre
    ++known;
  }
  EXPECT_GT(known, 40);
}

TEST(GroundTruth, DrivableAreaIsValidAndEndsAtParkedCars) {
  // The same street with and without parked cars.
  const Street street = make_street({}, false), bare = make_street({.density = 0}, false);
  Problems problems;
  const world::DrivableArea back =
      world::parse_drivable(world::write_drivable(drivable_truth(street)), "drivable.geojson", problems);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(back.polygons.size(), 1u);
  EXPECT_GT(world::area_m2(back), 4000);
  const std::size_t cars = back.polygons[0].holes.size();
  EXPECT_GT(cars, 20u);
  EXPECT_TRUE(drivable_truth(bare).polygons[0].holes.empty());
  const double per_car = (world::area_m2(drivable_truth(bare)) - world::area_m2(back)) / static_cast<double>(cars);
  EXPECT_GT(per_car, 5);  // a car covers 3.75 m by 1.7 m at least
  EXPECT_LT(per_car, 11);
}

TEST(Truth, WritesAllFilesOrNone) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary / "truth";
  DriveOptions drive;
  drive.street.length_m = 150;
  drive.duration_s = 1.0;
  drive.traffic = true;
  drive.cameras = {"front"};
  drive.resolution = "96x64";
  NoProgress progress;
  const TruthOptions options{.every = 6, .heightmap_resolution_m = 1.0, .held_out_samples = 1};
  const auto report = write_truth(folder, false, drive, options, progress);
  ASSERT_TRUE(report) << report.error().message;
  // 12 frames of one second, every sixth; four offsets each.
  EXPECT_EQ(report->frames, 2);
  EXPECT_EQ(report->held_out, 8);
  EXPECT_FALSE(write_truth(folder, false, drive, options, progress)) << "an existing folder stays";
  for (const char* name : {"truth.json", "poses.csv", "objects.json", "frames.json", "held_out.json"}) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  EXPECT_TRUE(world::load_heightmap(folder / "ground/heightmap.yaml", folder / "ground/heightmap.bin"));
  EXPECT_TRUE(world::load_drivable(folder / "ground/drivable.geojson"));
  const auto mesh = assets::read_glb(folder / "mesh.glb");
  ASSERT_TRUE(mesh);
  EXPECT_GT(mesh->triangle_count(), 10000u);
  const auto depth = assets::read_png(folder / "frames/front/000006.depth.png");
  ASSERT_TRUE(depth);
  EXPECT_EQ(depth->bytes_per_sample, 2);
  // The middle of the lowest row sees the road some metres ahead.
  EXPECT_GT(depth->sample(48, 63, 0), 256);
  EXPECT_LT(depth->sample(48, 63, 0), 256 * 8);
  const auto zero = assets::read_png(folder / "held_out/front/000000_0.0m.png"),
             three = assets::read_png(folder / "held_out/front/000000_3.0m.png");
  ASSERT_TRUE(zero && three);
  EXPECT_NE(*zero, *three);
  const std::string held_out = read_text_file(folder / "held_out.json").value();
  // The index lists a mask exactly if a file was written.
  const bool seen = held_out.find(".moving.png") != std::string::npos;
  EXPECT_EQ(seen, std::any_of(fs::directory_iterator(folder / "held_out/front"), fs::directory_iterator(),
                              [](auto& e) { return e.path().string().ends_with(".moving.png"); }));
  fs::remove_all(folder);
}

// A short drive on a straight, level and empty street.
DriveOptions level_drive() {
  DriveOptions drive;
  drive.street.length_m = 150;
  drive.street.curvature_per_m = drive.street.relief_m = drive.street.density = 0;
  drive.duration_s = 0.3;
  drive.cameras = {"front"};
  drive.lens = "pinhole";
  drive.resolution = "96x64";
  drive.lidar = "none";
  return drive;
}

// Every /tf message of the recorded log, by the nanosecond of its stamp.
std::map<int64_t, Rigid3d> recorded_poses(const DriveOptions& drive) {
  std::vector<std::byte> bytes;
  NoProgress progress;
  Problems problems;
  EXPECT_TRUE(write_drive(std::make_unique<logio::MemorySink>(bytes), drive, progress));
  const auto reader = logio::McapReader::open(bytes, "drive", problems).value();
  const auto stream = reader->read({}, problems).value();
  std::map<int64_t, Rigid3d> poses;
  for (auto batch = stream->next_batch(); batch && !batch->empty(); batch = stream->next_batch()) {
    for (const logio::MessageView& message : *batch) {
      if (message.channel->topic != "/tf") continue;
      const auto transforms = rosmsg::decode_cdr<rosmsg::tf2_msgs::TFMessage>(message.data).value();
      for (const auto& one : transforms.transforms) {
        poses[one.header.stamp.timestamp().ns - kDriveStart.ns] = rosmsg::to_rigid(one.transform).value();
      }
    }
  }
  return poses;
}

// The poses of the ground truth are those that the vehicle records, because its odometry has no drift.
TEST(Truth, PosesAreThoseOfTheRecordedDrive) {
  DriveOptions drive = level_drive();
  drive.street.curvature_per_m = 0.01, drive.street.relief_m = 2;
  drive.cameras = {"none"};
  const TemporaryFolder temporary;
  NoProgress progress;
  ASSERT_TRUE(write_truth(temporary / "truth", false, drive, {.heightmap_resolution_m = 5}, progress));
  const auto recorded = recorded_poses(drive);
  std::istringstream rows(read_text_file(temporary / "truth/poses.csv").value());
  std::string line;
  std::getline(rows, line);
  EXPECT_EQ(line, "time_s,x,y,z,qx,qy,qz,qw");
  int compared = 0;
  while (std::getline(rows, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    double t = 0;
    Rigid3d pose;
    Quaterniond& q = pose.rotation;
    words >> t >> pose.translation.x >> pose.translation.y >> pose.translation.z >> q.x >> q.y >> q.z >> q.w;
    const auto found = recorded.find(std::llround(t * 1e9));
    ASSERT_NE(found, recorded.end()) << t;
    EXPECT_LT(norm(found->second.translation - pose.translation), 1e-9);
    EXPECT_LT(norm(rotation_vector(found->second.rotation.conjugate() * q)), 1e-9);
    ++compared;
  }
  EXPECT_EQ(compared, 31);  // 0.3 s at 100 Hz, both ends included
}

// Depth images against the closed form: the right half of the road is the plane z = 0.022 y.
TEST(Truth, DepthOfALevelRoadIsTheClosedForm) {
  const DriveOptions drive = level_drive();
  const TemporaryFolder temporary;
  const fs::path folder = temporary / "truth";
  NoProgress progress;
  const TruthOptions options{.every = 3, .offsets_m = {0}, .heightmap_resolution_m = 5, .held_out_samples = 1};
  ASSERT_TRUE(write_truth(folder, false, drive, options, progress));
  const CameraD camera = make_rig(drive)->cameras.at(0).camera;
  const auto index = read_json(folder / "frames.json").value();
  ASSERT_EQ(index.items.size(), 2u);  // frames 0 and 3 of 4
  int checked = 0;
  for (const Node& entry : index.items) {
    const auto& t = entry["map_from_camera"]["translation"].items;
    const auto& q = entry["map_from_camera"]["rotation_xyzw"].items;
    const Rigid3d pose{Quaterniond{q[0].real, q[1].real, q[2].real, q[3].real}, {t[0].real, t[1].real, t[2].real}};
    EXPECT_NEAR(entry["time_s"].real, entry["index"].real / drive.camera_rate_hz, 1e-9);
    const auto depth = assets::read_png(folder / (entry["file"].text + ".depth.png"));
    const auto instance = assets::read_png(folder / (entry["file"].text + ".instance.png"));
    ASSERT_TRUE(depth && instance);
    for (int y = 0; y < camera.height; ++y) {
      for (int x = 0; x < camera.width; ++x) {
        if (instance->sample(x, y, 0) != 0 || depth->sample(x, y, 0) == 0) continue;
        const Vec3d ray = pose.rotation * Vec3d{(x - camera.cx) / camera.fx, (y - camera.cy) / camera.fy, 1};
        const double expected =
            (pose.translation.z - Road::kCamber * pose.translation.y) / (Road::kCamber * ray.y - ray.z);
        const Vec3d hit = pose.translation + ray * expected;
        if (expected < 0 || expected > 30 || hit.y > -0.01 || hit.y < -5.4) continue;
        EXPECT_NEAR(depth->sample(x, y, 0) / 256.0, expected, 0.5 / 256 + 3e-4 * expected) << x << " " << y;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 1000);
}

// A view at the offset of 2 m stands 2 m to the left of the recorded one, with the same rotation.
TEST(Truth, HeldOutViewsStandBesideThePath) {
  const TemporaryFolder temporary;
  NoProgress progress;
  const TruthOptions options{.every = 4, .offsets_m = {0, 2}, .heightmap_resolution_m = 5, .held_out_samples = 1};
  ASSERT_TRUE(write_truth(temporary / "truth", false, level_drive(), options, progress));
  const auto views = read_json(temporary / "truth/held_out.json").value();
  ASSERT_EQ(views.items.size(), 2u);
  const auto pose = [&](std::size_t i, const char* part, std::size_t k) {
    return views.items[i]["map_from_camera"][part].items.at(k).real;
  };
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(pose(0, "rotation_xyzw", k), pose(1, "rotation_xyzw", k), 1e-12);
  double squared = 0;
  for (std::size_t k = 0; k < 3; ++k) squared += square(pose(1, "translation", k) - pose(0, "translation", k));
  EXPECT_NEAR(std::sqrt(squared), 2, 1e-9);
  EXPECT_GT(pose(1, "translation", 1), pose(0, "translation", 1) + 1.9) << "left is +y on a road along x";
}

TEST(TruthOptions, EachOneChangesTheFiles) {
  DriveOptions drive;
  drive.street.length_m = 150;
  drive.street.density = 0.1;
  drive.duration_s = 0.4;
  drive.cameras = {"front"};
  drive.resolution = "48x32";
  const TruthOptions base{.every = 2, .offsets_m = {0}, .heightmap_resolution_m = 5, .held_out_samples = 1};
  const std::vector<ShortChange> probes{
      {"every=3"}, {"every_sweep=3"}, {"offsets_m=0,2"}, {"heightmap_resolution_m=4"}, {"held_out_samples=4"}};
  expect_every_option_is_read<TruthOptions>(base, option_changes(probes), [&](const TruthOptions& options) {
    const TemporaryFolder folder;
    NoProgress quiet;
    const auto report = write_truth(folder / "truth", false, drive, options, quiet);
    EXPECT_TRUE(report) << report.error().message;
    fs::remove(folder / "truth" / "files.json");  // contains the time of every file
    return folder_contents(folder.path());
  });
}

// The drivable area of a loop is a ring: the kerb outside, counter-clockwise, and the kerb inside as a clockwise hole.
TEST(GroundTruth, DrivableAreaOfALoopIsARing) {
  for (const double sign : {1.0, -1.0}) {
    const Street street = make_street({.curvature_per_m = sign * 0.011, .density = 0, .shape = "loop"}, false);
    const world::DrivablePolygon polygon = drivable_truth(street).polygons.at(0);
    const auto area = [](const std::vector<Vec2d>& ring) {
      double sum = 0;
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) sum += 0.5 * cross(ring[i], ring[i + 1]);
      return sum;
    };
    ASSERT_EQ(polygon.holes.size(), 1u);
    EXPECT_EQ(polygon.outer.front(), polygon.outer.back());
    EXPECT_LT(area(polygon.holes[0]), 0);
    EXPECT_NEAR(area(polygon.outer) + area(polygon.holes[0]), 400 * 2 * Road::kHalfWidth, 0.5);
  }
}

// Cars parked in the bends touch the kerb with the middle of a side.
TEST(GroundTruth, DrivableAreaOfALoopWithParkedCarsIsValid) {
  for (const double sign : {1.0, -1.0}) {
    for (const int64_t seed : {1, 2}) {
      const Street street = make_street({.seed = seed, .curvature_per_m = sign * 0.011, .shape = "loop"}, false);
      Problems problems;
      const world::DrivableArea back =
          world::parse_drivable(world::write_drivable(drivable_truth(street)), "drivable.geojson", problems);
      EXPECT_TRUE(problems.empty()) << sign << " " << seed;
      ASSERT_EQ(back.polygons.size(), 1u);
      EXPECT_GT(back.polygons[0].holes.size(), 20u);
    }
  }
}

}  // namespace
}  // namespace gs::synth
