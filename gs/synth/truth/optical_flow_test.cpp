// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Masks, flow and backgrounds of images: the files of gs-synth truth against projected boxes and points.
#include "gs/synth/truth/optical_flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/assets/image/png.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/synth/drive/rig.h"
#include "gs/synth/truth/testing/traffic_files.h"

namespace gs::synth {
namespace {

using testing::busy_drive, testing::short_truth, testing::write_truth_of;
using testing::TruthBox, testing::TruthObject, testing::TruthPath;

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
TEST(ImageTruth, MasksLieInProjectedBoxes) {
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

TEST(ImageTruth, FlowIsTheMotionOfProjectedPoints) {
  DriveOptions drive = busy_drive("van_ahead", 5);
  drive.lidar = "none";
  expect_flow(drive, short_truth(24, 0));
  drive.rolling_shutter_s = 0.04, drive.lens = "equidistant";
  expect_flow(drive, short_truth(24, 0));
}

// The background is the noise-free view without objects: it equals the held-out view but for objects and shadows.
TEST(ImageTruth, BackgroundLacksTheObjects) {
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

}  // namespace
}  // namespace gs::synth
