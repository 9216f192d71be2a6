// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reader of COLMAP models (colmap.github.io/format.html): cameras, images and points3D, as .bin or .txt.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/splat/train/training_data.h"

namespace gs::dataset {

// One registered image.
struct ColmapImage {
  std::string name;
  uint32_t camera_id = 0;
  Rigid3d camera_from_map{};
};

// A model with cameras, poses and sparse points.
struct ColmapModel {
  std::map<uint32_t, CameraD> cameras;  // converted: pixel centres are integers here, halves in COLMAP
  std::vector<ColmapImage> images;      // sorted by name
  std::vector<splat::train::ColoredPoint> points;
};

// Folder of the model: `folder` itself, sparse/0 or sparse inside it; empty if there is none. read_colmap_model() takes
// that folder. Errors: not_found, corrupt, truncated, unsupported camera models.
std::filesystem::path find_colmap_model(const std::filesystem::path& folder);
Result<ColmapModel> read_colmap_model(const std::filesystem::path& folder);

// Parsers of the single files, for tests. Sizes are checked before memory is allocated.
Result<std::map<uint32_t, CameraD>> parse_colmap_cameras(Bytes file);
Result<std::vector<ColmapImage>> parse_colmap_images(Bytes file);
Result<std::vector<splat::train::ColoredPoint>> parse_colmap_points(Bytes file);
Result<std::map<uint32_t, CameraD>> parse_colmap_cameras_text(std::string_view text);
Result<std::vector<ColmapImage>> parse_colmap_images_text(std::string_view text);
Result<std::vector<splat::train::ColoredPoint>> parse_colmap_points_text(std::string_view text);

// Camera from COLMAP's model number and parameters: pinhole, radial, OpenCV and fisheye models. Errors: unsupported,
// invalid_data.
Result<CameraD> colmap_camera(int model, uint64_t width, uint64_t height, const std::vector<double>& parameters);

}  // namespace gs::dataset
