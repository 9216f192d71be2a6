// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text files of KITTI drives: a line of timestamps.txt, an OXTS packet, a list of poses, and three calibration files
// separated by zero bytes. Also calibration and poses of KITTI-360, and tables of PandaSet and nuScenes.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/importers/common/number_files.h"
#include "gs/importers/kitti/calibration.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/oxts.h"
#include "gs/importers/kitti_360/calibration.h"
#include "gs/importers/kitti_360/sequence.h"
#include "gs/importers/nuscenes/records.h"
#include "gs/importers/pandaset/data_frame.h"

// Tables: a pickle of PandaSet, whose columns all have its number of rows, and a JSON table of nuScenes.
static void read_tables(const uint8_t* data, std::size_t size) {
  namespace nuscenes = gs::importers::nuscenes;
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  if (const auto table =
          gs::importers::pandaset::parse_data_frame({file.begin(), file.end()}, {.max_bytes = 1u << 20})) {
    for (const auto& [name, column] : table->numbers) GS_EXPECT(column.size() == table->rows);
    for (const auto& [name, column] : table->texts) GS_EXPECT(column.size() == table->rows);
  }
  const auto read = nuscenes::for_each_record(gs::as_text(file), [](const gs::Node& record) -> gs::Result<void> {
    GS_EXPECT(record.is_map());
    if (const auto time = nuscenes::time_field(record, "timestamp")) GS_EXPECT(time->ns >= 0);
    return {};
  });
  static_cast<void>(read.has_value());
}

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
  if (calibration) GS_EXPECT(calibration->left.width > 0 && calibration->right.height > 0);
  read_tables(data, size);
  return 0;
}
