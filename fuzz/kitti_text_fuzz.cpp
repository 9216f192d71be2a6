// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text files of KITTI drives: a line of timestamps.txt, an OXTS packet, a list of poses, and three calibration files
// separated by zero bytes. Also calibration and poses of KITTI-360, and the labelled boxes of both.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/calibration.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/oxts.h"
#include "gs/importers/kitti/tracklets.h"
#include "gs/importers/kitti_360/boxes.h"
#include "gs/importers/kitti_360/calibration.h"
#include "gs/importers/kitti_360/sequence.h"

// KITTI-360: three calibration files, of which the last one serves as a fisheye too, and a list of poses.
static void read_kitti_360(std::string_view cam_to_pose, std::string_view cam_to_velo, std::string_view last) {
  namespace kitti_360 = gs::importers::kitti_360;
  const auto rig = kitti_360::parse_calibration(
      {.cam_to_pose = cam_to_pose, .cam_to_velo = cam_to_velo, .perspective = last, .fisheyes = {last, last}});
  if (rig) GS_EXPECT(rig->cameras.size() == 4 && rig->cameras.at(2).width > 0);
  if (const auto poses = kitti_360::parse_poses(cam_to_pose, "fuzz")) {
    for (const auto& [frame, pose] : *poses) GS_EXPECT(frame >= 0);
  }
}

// Labelled boxes: finite, with sizes that are not negative.
static void read_boxes(std::string_view text) {
  if (const auto tracklets = gs::importers::kitti::parse_tracklets(text)) {
    for (const auto& object : *tracklets) {
      GS_EXPECT(object.size_m.x >= 0 && object.size_m.y >= 0 && object.size_m.z >= 0);
      for (const gs::Rigid3d& pose : object.lidar_from_box) GS_EXPECT(std::isfinite(norm(pose.translation)));
    }
  }
  if (const auto read = gs::importers::kitti_360::parse_boxes(text)) {
    for (const auto& box : read->boxes) {
      GS_EXPECT(box.size_m.x >= box.size_m.y && box.size_m.y > 0 && box.size_m.z > 0);
      GS_EXPECT(std::isfinite(norm(box.world_from_box.translation)));
      GS_EXPECT(std::abs(norm(box.world_from_box.rotation) - 1) < 1e-6);
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  namespace kitti = gs::importers::kitti;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto time = kitti::parse_time(text)) GS_EXPECT(time->ns >= 0);
  if (const auto packet = kitti::parse_oxts(std::string(text), "fuzz")) {
    GS_EXPECT(std::isfinite(kitti::mercator(*packet, packet->latitude_deg).y));
  }
  const std::size_t first = std::min(text.find('\0'), text.size());
  const std::size_t second = std::min(text.find('\0', first + 1), text.size());
  const auto calibration =
      kitti::parse_calibration({text.substr(0, first), text.substr(first, second - first), text.substr(second)});
  read_kitti_360(text.substr(0, first), text.substr(first, second - first), text.substr(second));
  if (const auto rows = gs::importers::parse_number_lines(text, 12, "fuzz")) {
    for (const auto& row : *rows) static_cast<void>(gs::importers::rigid_from_rows(row, "fuzz").has_value());
  }
  read_boxes(text);
  if (calibration) GS_EXPECT(calibration->left.width > 0 && calibration->right.height > 0);
  return 0;
}
