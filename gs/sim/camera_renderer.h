// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cameras of a world, rendered from its splats. All cameras that fire in one step are rendered together.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gs/sim/notice.h"
#include "gs/splat/rasterizer.h"
#include "gs/world/calibration.h"
#include "gs/world/render_config.h"

namespace gs::sim {

// An image to be taken: its stamp is the time of the first row.
struct Exposure {
  const CameraCalibration* camera;
  Timestamp stamp;
};

class CameraRenderer {
 public:
  // The cloud is uploaded to the rasterizer already.
  CameraRenderer(std::unique_ptr<Rasterizer> rasterizer, const RenderConfig& config);

  // map_from_base_link at a time: the stamp, and for rolling shutters also the end of the readout.
  using PoseAt = std::function<Rigid3d(Timestamp)>;
  // One image per exposure, in order. If rendering fails, or gives an image of another size (INVALID_IMAGE_SIZE), the
  // last frame of the camera is given again (black before any), and an error notice says so.
  std::vector<RenderedImage> render(const std::vector<Exposure>& exposures, const PoseAt& pose_at, Notices& notices);
  Rasterizer& rasterizer() { return *rasterizer_; }
  const RenderSettings& settings() const { return settings_; }

 private:
  std::unique_ptr<Rasterizer> rasterizer_;
  RenderSettings settings_;
  std::map<std::string, std::vector<uint8_t>> last_frames_;
};

}  // namespace gs::sim
