// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a drivesim data set says about its pictures, before any of them is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"

namespace gs {

// One line of poses/camera_<id>.txt.
struct DatasetFrame {
  int64_t index = 0;
  double timestamp_s = 0;
  Rigid3d map_from_camera{};  // opencv axes
};

struct DatasetCamera {
  std::string id;  // "camera_front"
  CameraD lens;
  std::vector<DatasetFrame> frames;  // as listed
};

struct DatasetIndex {
  std::vector<DatasetCamera> cameras{};
  std::set<int64_t> held_out{};  // frame numbers that are never trained on
  std::string commit{};          // drivesim_commit
};

// Poses are checked to be rotations and places; names of cameras to be names.
Result<DatasetIndex> read_dataset_index(const std::filesystem::path& folder);

// images/<camera>/<frame>.jpg, or .png where there is no JPEG.
std::filesystem::path picture_of(const std::filesystem::path& folder, const std::string& camera, int64_t frame);

}  // namespace gs
