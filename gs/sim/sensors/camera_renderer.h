// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Renders the cameras of a world from its Gaussians. All cameras that fire in one step are rendered in one call.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gs/render/camera_view.h"
#include "gs/sim/notice.h"
#include "gs/sim/sensors/camera_truth.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/world/files/calibration.h"
#include "gs/world/files/render_config.h"

namespace gs::sim {

// A request for one image. `stamp` is the time of the first row.
struct Exposure {
  const world::CameraCalibration* camera;
  Timestamp stamp;
};

// Ground truth that is wanted of images.
struct TruthRequest {
  CameraTruth* maker;
  std::span<const TruthScene> scenes;  // of each exposure
  std::vector<TruthImages>* out;
};

// Owns the rasterizer and remembers the last image of every camera.
class CameraRenderer {
 public:
  // The Gaussians must already be uploaded to the rasterizer.
  CameraRenderer(std::unique_ptr<splat::Rasterizer> rasterizer, const world::RenderConfig& config);

  // Returns one RGB8 image per exposure, in the same order, each seen from render::view_of(). If rendering fails or
  // returns an image of the wrong size (INVALID_IMAGE_SIZE), the camera's last image is repeated (black if there is
  // none) and an error notice is issued.
  // `instances` and `shadows` are those of each exposure, or empty. With `truth`, the ground truth of the images that
  // were rendered is appended to it.
  std::vector<world::RenderedImage> render(const std::vector<Exposure>& exposures, const render::PoseAt& pose_at,
                                           Notices& notices,
                                           std::span<const std::vector<splat::SplatInstance>> instances = {},
                                           std::span<const std::vector<splat::GroundShadow>> shadows = {},
                                           TruthRequest* truth = nullptr);
  // Rasterizer and settings, shared with the LiDAR rays that hit splats.
  splat::Rasterizer& rasterizer() { return *rasterizer_; }
  const splat::RenderSettings& settings() const { return settings_; }

 private:
  std::unique_ptr<splat::Rasterizer> rasterizer_;
  splat::RenderSettings settings_;
  std::map<std::string, std::vector<uint8_t>> last_frames_;
};

}  // namespace gs::sim
