// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// preview/camera_<id>.mp4: the drive as the Gaussians show it.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/core/progress.h"
#include "gs/splat/rasterizer.h"

namespace gs {

struct PreviewOptions {
  int max_side = 480;            // [px]
  std::size_t max_frames = 120;  // of a camera; a longer drive is shown faster
  RenderSettings look{};         // how the cloud is to be shown
};

// Into this folder, one file per camera of 01_calibration; their names, "camera_front.mp4".
Result<std::vector<std::string>> write_camera_previews(const Workspace& workspace, Rasterizer& rasterizer,
                                                       const fs::path& folder, const PreviewOptions& options,
                                                       Progress& progress);

}  // namespace gs
