// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pictures of a world bundle from the cameras of its calibration, for the commands render and render-path.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "gs/assets/image/image.h"
#include "gs/splat/rasterizer.h"
#include "gs/world/bundle.h"

namespace gs {

class WorldRenderer {
 public:
  // camera_id: empty takes the first. backend: auto, cpu or cuda. On failure, `exit_code` says which exit.
  static Result<WorldRenderer> open(const std::filesystem::path& folder, const std::string& camera_id,
                                    const std::string& backend, int& exit_code);

  // Where base_link is at a time; a camera with a rolling shutter asks for more than one.
  using PoseAt = std::function<Rigid3d(Timestamp)>;
  Result<SplatImage> render(const PoseAt& map_from_base_at, Timestamp stamp, bool depth);

  const World& world() const { return world_; }
  const CameraCalibration& camera() const { return camera_; }
  std::string backend_name() const { return rasterizer_->name(); }

 private:
  WorldRenderer(World world, CameraCalibration camera, std::unique_ptr<Rasterizer> rasterizer);
  World world_;
  CameraCalibration camera_;
  std::unique_ptr<Rasterizer> rasterizer_;
  RenderSettings settings_;
};

Image color_image(const SplatImage& picture);
// 16-bit gray: 1/256 m a step, 0 where nothing is; the largest value also stands for what is farther.
Image depth_image(const SplatImage& picture);

}  // namespace gs
