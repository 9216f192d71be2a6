// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// preview/camera_<id>.mp4: the drive rendered from the Gaussians.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/core/progress.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::builder {

// Options of write_camera_previews().
struct PreviewOptions {
  int max_side = 480;            // [px] long side of the video
  std::size_t max_frames = 120;  // per camera; longer drives skip frames
  splat::RenderSettings look{};  // render settings of the bundle
};

// Writes one video per camera of 01_calibration into `folder` and returns their file names ("camera_front.mp4"). The
// cloud must be uploaded to the rasterizer. Errors: interrupted, and those of rendering and encoding.
Result<std::vector<std::string>> write_camera_previews(const Workspace& workspace, splat::Rasterizer& rasterizer,
                                                       const fs::path& folder, const PreviewOptions& options,
                                                       Progress& progress);

}  // namespace gs::builder
