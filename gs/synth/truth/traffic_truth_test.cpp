// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes and points of moving objects: the files of gs-synth truth against each other and against the log.
#include "gs/synth/truth/traffic_truth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "gs/core/parallel.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/synth/drive/rig.h"
#include "gs/synth/drive/testing/recorded_log.h"
#include "gs/synth/truth/testing/traffic_files.h"
#include "gs/synth/truth/truth.h"

namespace gs::synth {
namespace {

using testing::busy_drive, testing::short_truth, testing::write_truth_of;
using testing::TruthBox, testing::TruthObject, testing::TruthPath;

// A point of a recorded sweep.
struct Measured {
  Vec3f in_lidar;
  float time_s;
};
std::vector<Measured> points_of(const rosmsg::sensor_msgs::PointCloud2& cloud) {
  std::vector<Measured> out(cloud.width);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::memcpy(&out[i].in_lidar, cloud.data.data() + 24 * i, 12);
    std::memcpy(&out[i].time_s, cloud.data.data() + 24 * i + 20, 4);
  }
  return out;
}

// One recorded sweep beside its truth.
struct Sweep {
  double time_s = 0;
  std::vector<Measured> points;
  std::vector<uint16_t> instances;
  std::map<uint32_t, Vec3f> flow;  // by point
};
std::vector<Sweep> read_sweeps(const DriveOptions& drive, const fs::path& folder) {
  const auto log = testing::messages_of(testing::record(drive));
  const auto clouds = testing::decoded<rosmsg::sensor_msgs::PointCloud2>(log, "/lidar/top/points");
  std::vector<Sweep> sweeps;
  const Node index = read_json(folder / "points.json").value();
  for (const Node& entry : index.items) {
    const auto& cloud = clouds.at(static_cast<std::size_t>(entry["index"].integer));
    EXPECT_EQ(cloud.header.stamp.timestamp().ns, entry["stamp_ns"].integer);
    Sweep sweep{.time_s = entry["time_s"].real, .points = points_of(cloud)};
    sweep.instances = testing::read_numbers<uint16_t>(folder / (entry["file"].text + ".instance.bin"));
    for (const PointFlow& one : testing::read_numbers<PointFlow>(folder / (entry["file"].text + ".flow.bin"))) {
      sweep.flow[one.point] = one.flow;
    }
    EXPECT_EQ(sweep.points.size(), static_cast<std::size_t>(entry["points"].integer));
    EXPECT_EQ(sweep.flow.size(), static_cast<std::size_t>(entry["moving"].integer));
    EXPECT_EQ(sweep.instances.size(), sweep.points.size());
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

// What the sweeps see of an object: extreme coordinates of its points in its box, against the faces of the box, and
// for every face (-x, +x, -y, +y, +z) the number of points near it seen from outside of it.
struct Seen {
  double outside_m = 0;                         // largest distance of a point to the box
  double gap_m[5] = {1e9, 1e9, 1e9, 1e9, 1e9};  // from a face to its nearest point
  int near_face[5] = {};
  int points = 0;
};

void look_at(Seen& seen, const TruthBox& box, Vec3d point, Vec3d sensor) {
  const Vec3d p = box.map_from_box.inverse() * point, s = box.map_from_box.inverse() * sensor;
  const Vec3d half = box.size * 0.5;
  ++seen.points;
  seen.outside_m =
      std::max({seen.outside_m, std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z});
  const double gap[5] = {p.x + half.x, half.x - p.x, p.y + half.y, half.y - p.y, half.z - p.z};
  const double before[5] = {-s.x - half.x, s.x - half.x, -s.y - half.y, s.y - half.y, s.z - half.z};
  for (int face = 0; face < 5; ++face) {
    if (before[face] < 1) continue;
    seen.gap_m[face] = std::min(seen.gap_m[face], gap[face]);
    seen.near_face[face] += gap[face] < 0.3;
  }
}

// Every point of an object lies in its box plus 1 cm, and every face that was seen is touched within 5 cm.
TEST(TrafficTruth, PointsLieInTheirBoxesAndTouchTheFaces) {
  const TemporaryFolder temporary;
  std::set<std::string> classes;
  int faces = 0;
  double outside_m = 0, gap_m = 0;
  for (const char* preset : {"mixed", "van_ahead"}) {
    DriveOptions drive = busy_drive(preset, preset[0] == 'm' ? 12 : 4);
    drive.cameras = {"none"}, drive.lidar_columns = 720;
    const fs::path folder = temporary / preset;
    write_truth_of(drive, short_truth(1, 6), folder);
    const std::map<uint32_t, TruthObject> objects = testing::read_boxes(folder);
    const TruthPath path(folder);
    const Rigid3d base_from_lidar = make_rig(drive)->base_from_lidar;
    std::map<uint32_t, Seen> seen;
    for (const Sweep& sweep : read_sweeps(drive, folder)) {
      for (std::size_t i = 0; i < sweep.points.size(); ++i) {
        const auto object = objects.find(sweep.instances[i]);
        if (object == objects.end()) continue;
        const double t = sweep.time_s + double{sweep.points[i].time_s};
        const Rigid3d map_from_lidar = path.at(t) * base_from_lidar;
        const auto box = object->second.at(t);
        if (!box) continue;  // it enters or leaves the street
        look_at(seen[object->first], *box, map_from_lidar * cast<double>(sweep.points[i].in_lidar),
                map_from_lidar.translation);
      }
    }
    for (const auto& [instance, what] : seen) {
      const TruthObject& object = objects.at(instance);
      EXPECT_LT(what.outside_m, 0.01) << object.type << " " << instance;
      outside_m = std::max(outside_m, what.outside_m);
      classes.insert(object.type);
      for (int face = 0; face < 5 && !object.deforms; ++face) {
        if (what.near_face[face] < 60) continue;
        EXPECT_LT(what.gap_m[face], 0.05) << object.type << " " << instance << ", face " << face;
        gap_m = std::max(gap_m, what.gap_m[face]), ++faces;
      }
    }
  }
  EXPECT_EQ(classes, (std::set<std::string>{"car", "cyclist", "pedestrian", "truck", "van"}));
  EXPECT_GT(faces, 25);
  RecordProperty("farthest_outside_m", std::to_string(outside_m));
  RecordProperty("largest_gap_m", std::to_string(gap_m));
  RecordProperty("faces", faces);
}

// The flow of points is the motion of their boxes; other points do not move.
TEST(TrafficTruth, PointFlowIsTheMotionOfTheBoxes) {
  const TemporaryFolder temporary;
  DriveOptions drive = busy_drive("mixed", 11);
  drive.cameras = {"none"}, drive.lidar_columns = 512;
  write_truth_of(drive, short_truth(1, 9), temporary / "truth");
  const std::map<uint32_t, TruthObject> objects = testing::read_boxes(temporary / "truth");
  const TruthPath path(temporary / "truth");
  const Rigid3d base_from_lidar = make_rig(drive)->base_from_lidar;
  int moving = 0, standing = 0;
  for (const Sweep& sweep : read_sweeps(drive, temporary / "truth")) {
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      const auto object = objects.find(sweep.instances[i]);
      const auto flow = sweep.flow.find(static_cast<uint32_t>(i));
      if (object == objects.end()) {
        ASSERT_EQ(flow, sweep.flow.end()) << "a point of the street moves";
        continue;
      }
      const double t = sweep.time_s + double{sweep.points[i].time_s};
      const auto now = object->second.at(t), then = object->second.at(t + kPointFlow_s);
      if (object->second.deforms || !now || !then) continue;
      const Vec3d hit = path.at(t) * base_from_lidar * cast<double>(sweep.points[i].in_lidar);
      const Vec3d expected = then->map_from_box * (now->map_from_box.inverse() * hit) - hit;
      const Vec3d stated = flow == sweep.flow.end() ? Vec3d{} : cast<double>(flow->second);
      EXPECT_LT(norm(stated - expected), 0.01) << object->second.type;
      ++(flow == sweep.flow.end() ? standing : moving);
    }
  }
  EXPECT_GT(moving, 500);
  EXPECT_GT(standing, 500) << "the queue and the parked cars stand";
}

// A fifth of the points moves, over the whole drive, for LiDARs of 16, 64 and 128 beams.
TEST(TrafficTruth, AFifthOfThePointsMovesBehindTheVan) {
  for (const char* lidar : {"vlp16", "os1_64", "vls128"}) {
    const TemporaryFolder temporary;
    DriveOptions drive = busy_drive("van_ahead", 20);
    drive.cameras = {"none"};
    drive.lidar = lidar;
    drive.lidar_columns = 360;
    write_truth_of(drive, short_truth(1, 13), temporary / "truth");
    double all = 0, moving = 0;
    const Node index = read_json(temporary / "truth/points.json").value();
    for (const Node& sweep : index.items) {
      all += sweep["points"].real, moving += sweep["moving"].real;
    }
    EXPECT_GE(moving / all, 0.2) << lidar;
    RecordProperty(std::string("moving_share_of_") + lidar, std::to_string(moving / all));
  }
}

// A pedestrian or vehicle within 40 m vanishes behind another one and comes back.
TEST(TrafficTruth, ObjectsAreHiddenForAWhile) {
  const TemporaryFolder temporary;
  DriveOptions drive = busy_drive("mixed", 15);
  drive.cameras = {"none"};
  drive.lidar = "hdl32", drive.lidar_columns = 720;
  write_truth_of(drive, short_truth(1, 1), temporary / "truth");
  const std::map<uint32_t, TruthObject> objects = testing::read_boxes(temporary / "truth");
  const TruthPath path(temporary / "truth");
  std::map<uint32_t, int> gap, longest;  // sweeps without points since the last one with ten
  const Node index = read_json(temporary / "truth/points.json").value();
  for (const Node& sweep : index.items) {
    std::map<uint32_t, int> count;
    for (const uint16_t i :
         testing::read_numbers<uint16_t>(temporary / "truth" / (sweep["file"].text + ".instance.bin"))) {
      ++count[i];
    }
    for (const auto& [instance, object] : objects) {
      const auto box = object.at(sweep["time_s"].real);
      const bool near = box && norm(box->map_from_box.translation - path.at(sweep["time_s"].real).translation) < 40;
      if (!near || (count[instance] > 0 && count[instance] < 10)) {
        gap.erase(instance);
      } else if (count[instance] == 0) {
        if (gap.contains(instance)) ++gap[instance];
      } else {
        longest[instance] = std::max(longest[instance], gap[instance]);
        gap[instance] = 0;
      }
    }
  }
  int hidden = 0;
  for (const auto& [instance, sweeps] : longest) hidden += sweeps >= 3;
  EXPECT_GT(hidden, 0);
}

// Speeds of boxes are the derivatives of their positions: cars of the queue drive, stand and drive again.
TEST(TrafficTruth, VelocitiesAreThoseOfTheBoxes) {
  DriveOptions drive = busy_drive("stop_and_go", 16);
  drive.lidar = "none", drive.cameras = {"none"};
  const TemporaryFolder temporary;
  write_truth_of(drive, short_truth(1, 0), temporary / "truth");
  int stopped = 0;
  for (const auto& [instance, object] : testing::read_boxes(temporary / "truth")) {
    if (object.deforms) continue;
    double slowest = 1e9, fastest = 0;
    for (double t = 0.5; t < 15; t += 0.5) {
      const auto before = object.at(t - 0.05), now = object.at(t), after = object.at(t + 0.05);
      if (!before || !now || !after) continue;
      const Vec3d step = after->map_from_box.translation - before->map_from_box.translation;
      EXPECT_LT(norm(step / 0.1 - now->velocity), 0.1) << object.type << " " << t;
      const double speed = norm(now->velocity);
      slowest = std::min(slowest, speed), fastest = std::max(fastest, speed);
    }
    stopped += slowest < 1e-6 && fastest > 7;
  }
  EXPECT_EQ(stopped, 3);
}

TEST(TrafficTruth, IsTheSameWhateverTheNumberOfThreads) {
  DriveOptions drive = busy_drive("mixed", 1.2);
  drive.lidar_columns = 256, drive.rolling_shutter_s = 0.02;
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    const TemporaryFolder temporary;
    write_truth_of(drive, short_truth(7, 4), temporary / "truth");
    fs::remove(temporary / "truth/files.json");  // contains the time of every file
    return folder_contents(temporary.path());
  };
  EXPECT_EQ(run(1), run(3));
}

}  // namespace
}  // namespace gs::synth
