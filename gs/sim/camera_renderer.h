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

class CameraRenderer {
 public:
  // The cloud is uploaded to the rasterizer already.
  CameraRenderer(std::unique_ptr<Rasterizer> rasterizer, const RenderConfig& config);

  // map_from_base_link at a time; asked before the stamp only for rolling shutters, whose last line is read at the
  // stamp.
  using PoseAt = std::function<Rigid3d(Timestamp)>;
  // One image per camera, in order. If rendering fails, the last frame of each camera is given again (black before
  // any), and an error notice says so.
  std::vector<RenderedImage> render(const std::vector<const CameraCalibration*>& cameras, const PoseAt& pose_at,
                                    Timestamp stamp, Notices& notices);
  Rasterizer& rasterizer() { return *rasterizer_; }
  const RenderSettings& settings() const { return settings_; }

 private:
  std::unique_ptr<Rasterizer> rasterizer_;
  RenderSettings settings_;
  std::map<std::string, std::vector<uint8_t>> last_frames_;
};

}  // namespace gs::sim
