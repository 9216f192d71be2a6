// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Quality of the Gaussians: renderings compared with held-out images and LiDAR ranges.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/builder/report/view_pictures.h"
#include "gs/builder/workspace.h"
#include "gs/core/json/node.h"
#include "gs/core/progress.h"
#include "gs/core/time.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::builder {

// Options of measure_quality().
struct QualityOptions {
  int max_side = 640;            // [px] largest long side of compared images
  std::size_t max_views = 16;    // per camera, spread over the drive
  double max_depth_m = 50;       // LiDAR points farther away are not compared
  bool pictures = true;          // keep small images of each view for the report
  splat::RenderSettings look{};  // render settings of the bundle
};

// One compared image.
struct RenderedView {
  std::string camera;  // "camera_front"
  Timestamp stamp;
  double psnr_db = 0, ssim = 0;
  std::size_t depths = 0;         // LiDAR points compared
  double depth_median_abs_m = 0;  // 0 without points
  ViewPictures pictures{};        // empty unless asked for
};

// Mean quality of one camera.
struct RenderedCamera {
  std::size_t views = 0;
  double psnr_db = 0, ssim = 0;  // means over views
  double coverage = 0;           // share of pixels with alpha 0.5 or more
};

// Result of measure_quality().
struct RenderQuality {
  std::map<std::string, RenderedCamera> cameras;  // key: "camera_front"
  std::vector<RenderedView> views{};              // by camera, then in time order
  bool held_out = true;                           // false: measured on frames used for training
  std::size_t depths = 0;                         // LiDAR points compared
  double depth_median_abs_m = 0;                  // median of |rendered - measured|
  double depth_within_10_percent = 0;             // share of points
};

// Renders and compares. The cloud must be uploaded to the rasterizer. Reads 00, 01 and 02. Errors: interrupted, and
// those of reading and rendering.
Result<RenderQuality> measure_quality(const Workspace& workspace, splat::Rasterizer& rasterizer,
                                      const QualityOptions& options, Progress& progress);

// The "rendering" part of quality.json; each value is stored with a text that describes its measurement.
Node to_node(const RenderQuality& quality, const QualityOptions& options);

}  // namespace gs::builder
