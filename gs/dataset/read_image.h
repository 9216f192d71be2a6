// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reading of images and masks from files.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/geometry/camera.h"

namespace gs::dataset {

// Reads an image of the workspace or of a data set: JPEG or PNG, by content, as 8-bit RGB; grey is repeated. It is the
// only reader of recorded images, so that all steps treat damage alike. Errors: corrupt for a damaged file (the ingest
// drops such images with a warning), invalid_data if the size is not the camera's.
Result<assets::Image> read_recorded_image(const std::filesystem::path& path, const CameraD& camera);

// The pixels of read_recorded_image(): [height, width, 3].
Result<std::vector<uint8_t>> read_rgb8(const std::filesystem::path& path, const CameraD& camera);

// First channel of a PNG of the camera's size: [height, width].
Result<std::vector<uint8_t>> read_gray8(const std::filesystem::path& path, const CameraD& camera);

// Resolves a path named by a file of the data set inside `folder`. Errors: invalid_data for absolute paths and paths
// that leave the folder.
Result<std::filesystem::path> path_inside(const std::filesystem::path& folder, const std::string& name);

}  // namespace gs::dataset
