// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Index of a drivesim data set: cameras, poses and held-out frames, without reading images.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"

namespace gs::dataset {

// One line of poses/camera_<id>.txt.
struct DatasetFrame {
  int64_t index = 0;
  double timestamp_s = 0;
  Rigid3d map_from_camera{};  // optical axes: x right, y down, z forward
};

// One camera with its frames.
struct DatasetCamera {
  std::string id;  // "camera_front"
  CameraD lens;
  std::vector<DatasetFrame> frames;  // in file order
};

// Result of read_dataset_index().
struct DatasetIndex {
  std::vector<DatasetCamera> cameras{};
  std::set<int64_t> held_out{};  // frame indices that are not trained on
  std::string commit{};          // drivesim_commit
};

// Reads dataset_config.json, intrinsics.json and poses/. Checks that poses are rotations and that camera names are
// plain names. Errors: not_found, corrupt, invalid_data.
Result<DatasetIndex> read_dataset_index(const std::filesystem::path& folder);

// True for names that are safe as the name of a file or folder: letters, digits, '_' and '-'.
bool is_folder_name(std::string_view name);

// A pose as a 3x4 matrix, row by row: a space before every number, and back. Errors: invalid_data if the matrix is not
// a rotation.
std::string rows_of_pose(const Rigid3d& pose);
Result<Rigid3d> pose_of_rows(std::span<const double, 12> rows);

// Path of an image: images/<camera>/<frame>.jpg, or .png if there is no JPEG.
std::filesystem::path image_path(const std::filesystem::path& folder, const std::string& camera, int64_t frame);

}  // namespace gs::dataset
