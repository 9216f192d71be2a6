// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes, masks, flow and points of moving objects: the files of gs-synth truth against each other and against the log.
#include "gs/synth/truth/traffic_truth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "gs/assets/image/png.h"
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

using testing::TruthBox, testing::TruthObject, testing::TruthPath;

// A drive with scripted traffic and exact sensors.
DriveOptions busy_drive(const std::string& preset, double duration_s) {
  DriveOptions drive;
  drive.traffic_preset = preset;
  drive.duration_s = duration_s;
  drive.cameras = {"front"};
  drive.resolution = "192x108";
  drive.lidar_noise.range_noise_m = 0;
  return drive;
}

void write_truth_of(const DriveOptions& drive, const TruthOptions& options, const fs::path& folder) {
  NoProgress progress;
  const auto report = write_truth(folder, false, drive, options, progress);
  ASSERT_TRUE(report) << report.error().message;
}

// Few files: no views, a coarse heightmap.
TruthOptions short_truth(int every, int every_sweep) {
  return {
      .every = every, .every_sweep = every_sweep, .offsets_m = {}, .heightmap_resolution_m = 5, .held_out_samples = 1};
}

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

// One frame of the ground truth.
struct Frame {
  double time_s;
  Rigid3d map_from_camera;  // of the first row
  assets::Image depth, instance, type, moving, flow;
};
std::vector<Frame> read_frames(const fs::path& folder) {
  std::vector<Frame> frames;
  const Node index = read_json(folder / "frames.json").value();
  for (const Node& entry : index.items) {
    const auto image = [&](const char* suffix) {
      return assets::read_png(folder / (entry["file"].text + suffix)).value();
    };
    frames.push_back({entry["time_s"].real, testing::pose_of(entry["map_from_camera"]), image(".depth.png"),
                      image(".instance.png"), image(".class.png"), image(".moving.png"), image(".flow.png")});
  }
  return frames;
}

// Bounds in an image.
struct Bounds {
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  void add(Vec2d p) {
    left = std::min(left, p.x), right = std::max(right, p.x), top = std::min(top, p.y), bottom = std::max(bottom, p.y);
  }
};

// Bounds of the corners of a box; none if one is not before the camera.
std::optional<Bounds> projected(const TruthBox& box, const CameraD& camera, const Rigid3d& camera_from_map) {
  Bounds bounds;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3d sign{corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5};
    const Vec3d p =
        camera_from_map * (box.map_from_box * Vec3d{sign.x * box.size.x, sign.y * box.size.y, sign.z * box.size.z});
    if (p.z < 0.3 || !can_project(camera, p)) return std::nullopt;
    bounds.add(project(camera, p));
  }
  return bounds;
}

// Masks lie in the projected boxes; the van ahead, which nothing hides, fills its box to the left, right and top.
TEST(TrafficTruth, MasksLieInProjectedBoxes) {
  const TemporaryFolder temporary;
  DriveOptions drive = busy_drive("van_ahead", 9);
  drive.lidar = "none", drive.lens = "pinhole";
  write_truth_of(drive, short_truth(27, 0), temporary / "truth");
  const std::map<uint32_t, TruthObject> objects = testing::read_boxes(temporary / "truth");
  const CameraD camera = make_rig(drive)->cameras.at(0).camera;
  const std::map<std::string, int> codes{{"car", 1}, {"van", 2}, {"truck", 3}, {"cyclist", 4}, {"pedestrian", 5}};
  int checked = 0, vans = 0;
  for (const Frame& frame : read_frames(temporary / "truth")) {
    std::map<uint32_t, Bounds> masks;
    for (int y = 0; y < camera.height; ++y) {
      for (int x = 0; x < camera.width; ++x) {
        const uint32_t instance = frame.instance.sample(x, y, 0);
        const auto object = objects.find(instance);
        EXPECT_EQ(object != objects.end(), frame.moving.sample(x, y, 0) == 255);
        if (object == objects.end()) continue;
        EXPECT_EQ(frame.type.sample(x, y, 0), codes.at(object->second.type));
        masks[instance].add({static_cast<double>(x), static_cast<double>(y)});
      }
    }
    for (const auto& [instance, mask] : masks) {
      const TruthObject& object = objects.at(instance);
      const auto box = object.at(frame.time_s);
      if (!box) continue;
      const auto bounds = projected(*box, camera, frame.map_from_camera.inverse());
      if (!bounds) continue;
      // The first ray of a pixel goes through its centre.
      EXPECT_GE(mask.left, bounds->left - 0.1) << object.type;
      EXPECT_LE(mask.right, bounds->right + 0.1) << object.type;
      EXPECT_GE(mask.top, bounds->top - 0.1) << object.type;
      EXPECT_LE(mask.bottom, bounds->bottom + 0.1) << object.type;
      ++checked;
      if (instance != objects.begin()->first) continue;  // the van ahead comes first
      EXPECT_NEAR(mask.left, bounds->left, 2);
      EXPECT_NEAR(mask.right, bounds->right, 2);
      EXPECT_NEAR(mask.top, bounds->top, 2);
      ++vans;
    }
  }
  EXPECT_GT(checked, 10);
  EXPECT_EQ(vans, 4);
}

// A surface point, moved with its box to the time at which its pixel of the next image is exposed, projects there.
void expect_flow(const DriveOptions& drive, const TruthOptions& options) {
  const TemporaryFolder temporary;
  write_truth_of(drive, options, temporary / "truth");
  const std::map<uint32_t, TruthObject> objects = testing::read_boxes(temporary / "truth");
  const TruthPath path(temporary / "truth");
  const CameraMount mount = make_rig(drive)->cameras.at(0);
  const CameraD& camera = mount.camera;
  std::vector<double> errors[2];  // of the street, and of objects that move
  for (const Frame& frame : read_frames(temporary / "truth")) {
    for (int y = 0; y < camera.height; ++y) {
      for (int x = 0; x < camera.width; ++x) {
        if (frame.flow.sample(x, y, 2) == 0 || frame.depth.sample(x, y, 0) == 0) continue;
        const Vec2d target{x + (frame.flow.sample(x, y, 0) - 32768) / 64.0,
                           y + (frame.flow.sample(x, y, 1) - 32768) / 64.0};
        const auto row_time = [&](double row) {
          return drive.rolling_shutter_s * std::clamp(row / (camera.height - 1), 0.0, 1.0);
        };
        const double from_s = frame.time_s + row_time(y);
        const double to_s = frame.time_s + 1 / drive.camera_rate_hz + row_time(target.y);
        const Vec3d ray = *unproject(camera, {static_cast<double>(x), static_cast<double>(y)});
        Vec3d point = path.at(from_s) * mount.base_from_camera * (ray * (frame.depth.sample(x, y, 0) / 256.0 / ray.z));
        const auto object = objects.find(frame.instance.sample(x, y, 0));
        if (object != objects.end()) {
          const auto now = object->second.at(from_s), then = object->second.at(to_s);
          if (object->second.deforms || !now || !then) continue;
          point = then->map_from_box * (now->map_from_box.inverse() * point);
        }
        const Vec3d seen = (path.at(to_s) * mount.base_from_camera).inverse() * point;
        errors[object == objects.end() ? 0 : 1].push_back(norm(project(camera, seen) - target));
      }
    }
  }
  for (std::vector<double>& list : errors) {
    ASSERT_GT(list.size(), 1000u);
    std::sort(list.begin(), list.end());
    // Depth has steps of 4 mm, which near pixels at the image border magnify.
    EXPECT_LT(list[list.size() / 2], 0.03);
    EXPECT_LT(list[list.size() * 99 / 100], 0.3);
  }
}

TEST(TrafficTruth, FlowIsTheMotionOfProjectedPoints) {
  DriveOptions drive = busy_drive("van_ahead", 5);
  drive.lidar = "none";
  expect_flow(drive, short_truth(24, 0));
  drive.rolling_shutter_s = 0.04, drive.lens = "equidistant";
  expect_flow(drive, short_truth(24, 0));
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

// The background is the noise-free view without objects: it equals the held-out view but for objects and shadows.
TEST(TrafficTruth, BackgroundLacksTheObjects) {
  DriveOptions drive = busy_drive("van_ahead", 4);
  drive.lidar = "none";
  TruthOptions options = short_truth(24, 0);
  options.offsets_m = {0};
  const TemporaryFolder temporary;
  write_truth_of(drive, options, temporary / "truth");
  double same_outside = 0, outside = 0, differs_inside = 0, inside = 0;
  for (const char* name : {"000000", "000024"}) {
    const fs::path frames = temporary / "truth/frames/front";
    const auto background = assets::read_png(frames / (std::string(name) + ".background.png")).value();
    const auto moving = assets::read_png(frames / (std::string(name) + ".moving.png")).value();
    const auto view = assets::read_png(temporary / "truth/held_out/front" / (std::string(name) + "_0.0m.png")).value();
    for (int y = 0; y < view.height; ++y) {
      for (int x = 0; x < view.width; ++x) {
        int difference = 0;
        for (int c = 0; c < 3; ++c) difference += std::abs(view.sample(x, y, c) - background.sample(x, y, c));
        if (moving.sample(x, y, 0) == 255) {
          ++inside, differs_inside += difference > 6;
        } else {
          ++outside, same_outside += difference == 0;
        }
      }
    }
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(differs_inside / inside, 0.9);
  EXPECT_GT(same_outside / outside, 0.85) << "shadows of objects differ";
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
