// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Renders a world bundle from the cameras of its calibration, for the commands render and render-path.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "gs/assets/image/image.h"
#include "gs/splat/rasterizer.h"
#include "gs/world/bundle.h"

namespace gs {

// A loaded world with one chosen camera and a rasterizer.
class WorldRenderer {
 public:
  // camera_id: empty for the first camera. backend: auto, cpu or cuda. On failure `exit_code` is set to that of the
  // program.
  static Result<WorldRenderer> open(const std::filesystem::path& folder, const std::string& camera_id,
                                    const std::string& backend, int& exit_code);

  // map_from_base_link at a time; with a rolling shutter it is called for the first and the last row.
  using PoseAt = std::function<Rigid3d(Timestamp)>;
  Result<SplatImage> render(const PoseAt& map_from_base_at, Timestamp stamp, bool depth);

  // The world, the chosen camera and the name of the renderer.
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

// The colours as an 8-bit RGB image.
Image color_image(const SplatImage& picture);
// Depth as 16-bit grey: steps of 1/256 m, 0 without a surface; larger depths are clamped to the largest value.
Image depth_image(const SplatImage& picture);

}  // namespace gs
