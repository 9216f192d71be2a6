// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of a world bundle from its own cameras.
//
//   GS_TRY(const World world, load_world("worlds/minimal_test"));
//   GS_TRY(const CameraCalibration camera, render::choose_camera(world.calibration, "front"));
//   GS_TRY(auto renderer, render::WorldRenderer::create(world, Backend::automatic));
//   GS_TRY(const SplatImage image, renderer.render(camera, {}, [](Timestamp) { return Rigid3d{}; }));
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gs/core/backend.h"
#include "gs/core/result.h"
#include "gs/render/camera_view.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/world/bundle.h"

namespace gs::render {

// Returns the camera with this id, or the first camera if the id is empty. Errors: not_found, with the ids that exist
// in its hint.
Result<world::CameraCalibration> choose_camera(const world::Calibration& calibration, std::string_view id);

// A rasterizer that holds the scene of one world, and the render settings of that world. Not thread-safe.
class WorldRenderer {
 public:
  // Makes a rasterizer and uploads the scene. The world is not kept. Errors: no_device, those of upload_scene().
  static Result<WorldRenderer> create(const world::World& world, Backend backend);
  // The same with a rasterizer of the caller.
  static Result<WorldRenderer> create(const world::World& world, std::unique_ptr<splat::Rasterizer> rasterizer);

  // Renders `camera` with view_of(camera, stamp, pose_at): colours, and both depth planes if `depth` is set. Errors:
  // those of render_image().
  Result<splat::SplatImage> render(const world::CameraCalibration& camera, Timestamp stamp, const PoseAt& pose_at,
                                   bool depth = false);

  // Name of the device that renders, for example "cpu (avx2, 8 threads)".
  std::string backend_name() const { return rasterizer_->name(); }

 private:
  WorldRenderer(std::unique_ptr<splat::Rasterizer> rasterizer, const splat::RenderSettings& settings);

  std::unique_ptr<splat::Rasterizer> rasterizer_;
  splat::RenderSettings settings_;
};

}  // namespace gs::render
