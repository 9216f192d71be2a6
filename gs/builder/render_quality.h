// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How well the Gaussians show the drive: held-out pictures and LiDAR ranges against renderings.
#pragma once

#include <map>
#include <string>

#include "gs/builder/workspace.h"
#include "gs/config/node.h"
#include "gs/core/progress.h"
#include "gs/splat/rasterizer.h"

namespace gs {

struct QualityOptions {
  int max_side = 640;          // [px] pictures are compared at this size at most
  std::size_t max_views = 16;  // of a camera, spread over the drive
  double max_depth_m = 50;
  RenderSettings look{};  // how the cloud is to be shown
};

struct RenderedCamera {
  std::size_t views = 0;
  double psnr_db = 0, ssim = 0;  // means over views
  double coverage = 0;           // share of pixels that Gaussians cover by half or more
};

struct RenderQuality {
  std::map<std::string, RenderedCamera> cameras;  // by "camera_front"
  bool held_out = true;                           // false: no frame was held out, so these were trained on
  std::size_t depths = 0;                         // LiDAR points compared
  double depth_median_abs_m = 0;                  // of |rendered - measured|
  double depth_within_10_percent = 0;             // share
};

// The cloud is in the rasterizer already. Reads 00, 01 and 02.
Result<RenderQuality> measure_quality(const Workspace& workspace, Rasterizer& rasterizer, const QualityOptions& options,
                                      Progress& progress);

// The part of quality.json, each figure with how it was measured.
Node to_node(const RenderQuality& quality, const QualityOptions& options);

}  // namespace gs
