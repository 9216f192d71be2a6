// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A model of COLMAP (colmap.github.io/format.html): cameras, images and points3D, as .bin or .txt.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/splat/train/data.h"

namespace gs {

struct ColmapImage {
  std::string name;
  uint32_t camera_id = 0;
  Rigid3d camera_from_map{};
};

struct ColmapModel {
  std::map<uint32_t, CameraD> cameras;  // pixel centres are whole numbers here, halves in COLMAP
  std::vector<ColmapImage> images;      // by name
  std::vector<ColoredPoint> points;
};

// The folder of the model: the one given, sparse/0 or sparse in it. Nothing where there is none.
std::filesystem::path find_colmap_model(const std::filesystem::path& folder);
Result<ColmapModel> read_colmap_model(const std::filesystem::path& folder);

// The parts, for tests. Nothing is allocated before sizes agree.
Result<std::map<uint32_t, CameraD>> parse_colmap_cameras(Bytes file);
Result<std::vector<ColmapImage>> parse_colmap_images(Bytes file);
Result<std::vector<ColoredPoint>> parse_colmap_points(Bytes file);
Result<std::map<uint32_t, CameraD>> parse_colmap_cameras_text(std::string_view text);
Result<std::vector<ColmapImage>> parse_colmap_images_text(std::string_view text);
Result<std::vector<ColoredPoint>> parse_colmap_points_text(std::string_view text);

// pinhole, radial and fisheye models by COLMAP's number and name.
Result<CameraD> colmap_camera(int model, uint64_t width, uint64_t height, const std::vector<double>& parameters);

}  // namespace gs
