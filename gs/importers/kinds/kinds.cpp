// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kinds/kinds.h"

#include <algorithm>
#include <array>

#include "gs/core/file.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/import.h"
#include "gs/importers/kitti_360/sequence.h"
#include "gs/importers/kitti_odometry/sequence.h"
#include "gs/importers/nuscenes/scene.h"
#include "gs/importers/pandaset/sequence.h"

namespace gs::importers {
namespace {

std::optional<std::string> detect_kitti_raw(const fs::path& folder) {
  const std::vector<fs::path> drives = kitti::drive_folders(folder);
  if (drives.empty()) return std::nullopt;
  return format("{} has oxts and velodyne_points", drives.front().string());
}

constexpr std::array kImporters{
    Importer{"nuscenes", "sample_data.json, in the folder or in one of its folders", nuscenes::detect,
             nuscenes::import_scene},
    Importer{"kitti-raw", "folders oxts and velodyne_points, at most two levels down", detect_kitti_raw,
             kitti::import_drive},
    Importer{"kitti-360", "calibration/perspective.txt and data_3d_raw", kitti_360::detect, kitti_360::import_sequence},
    Importer{"kitti-odometry", "calib.txt and velodyne, or sequences/NN with them", kitti_odometry::detect,
             kitti_odometry::import_sequence},
    Importer{"pandaset", "lidar/poses.json and camera, or folders with them", pandaset::detect,
             pandaset::import_sequence},
};

// A file in the folder whose name ends so; empty if there is none.
std::string file_ending(const fs::path& folder, std::string_view ending) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.ends_with(ending)) return name;
  }
  return {};
}

// Folders that users give although they need no import, or none that exists.
Result<void> refuse_other_folders(const fs::path& folder) {
  for (const char* ending : {"metadata.yaml", ".mcap", ".db3", ".bag"}) {
    const std::string file = file_ending(folder, ending);
    if (file.empty()) continue;
    return fail(ErrorCode::unsupported, "the folder holds a log, {}: {}", file, folder.string())
        .with_hint("a log needs no import: give it to gs-world-builder, or to gs-log convert");
  }
  if (!file_ending(folder / "sensors/lidar", ".feather").empty()) {
    return fail(ErrorCode::unsupported, "Argoverse 2 has no importer: {}", folder.string())
        .with_hint("convert its .feather files to a ROS 2 log with the tools of the set");
  }
  return {};
}

}  // namespace

std::span<const Importer> importers() { return kImporters; }

Result<ChosenImporter> choose_importer(const std::string& kind, const fs::path& folder) {
  std::string kinds, marks;
  for (const Importer& importer : kImporters) {
    if (importer.kind == kind) return ChosenImporter{&importer, "named by the user"};
    kinds += format(" {}", importer.kind);
    marks += format("\n  {}: {}", importer.kind, importer.marks);
  }
  if (!kind.empty()) {
    return fail(ErrorCode::invalid_argument, "'{}' is no kind of data set", kind).with_hint("use one of:" + kinds);
  }
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    return fail(ErrorCode::not_found, "no such folder: {}", folder.string()).with_hint("check the path");
  }
  for (const Importer& importer : kImporters) {
    if (auto reason = importer.detect(folder)) return ChosenImporter{&importer, *std::move(reason)};
  }
  GS_CHECK(refuse_other_folders(folder));
  return fail(ErrorCode::not_found, "no data set was recognised: {}", folder.string())
      .with_hint("the kinds and their marks:" + marks);
}

}  // namespace gs::importers
