// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Photographs and masks from files, as views need them.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/core/result.h"
#include "gs/geometry/camera.h"

namespace gs {

// Reads an image of the workspace or of a data set: JPEG or PNG, by content, as RGB of 8 bit. Gray is repeated. This is
// the only reader of recorded images, so that all steps agree about damage: a damaged file is corrupt (the ingest drops
// such images from the log with a warning), another size than the camera's is invalid_data.
Result<Image> read_recorded_image(const std::filesystem::path& path, const CameraD& camera);

// The pixels of read_recorded_image.
Result<std::vector<uint8_t>> read_rgb8(const std::filesystem::path& path, const CameraD& camera);

// The first channel of a PNG of the camera's size.
Result<std::vector<uint8_t>> read_gray8(const std::filesystem::path& path, const CameraD& camera);

// A path that a file of the data set names, inside its folder. Absolute paths and ways out of it are refused.
Result<std::filesystem::path> path_inside(const std::filesystem::path& folder, const std::string& name);

}  // namespace gs
