// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/world_renderer.h"

#include <utility>

#include "gs/core/format.h"
#include "gs/render/render_scene.h"
#include "gs/render/render_settings.h"
#include "gs/splat/factory.h"

namespace gs::render {

Result<world::CameraCalibration> choose_camera(const world::Calibration& calibration, std::string_view id) {
  if (id.empty() && !calibration.cameras.empty()) return calibration.cameras.front();
  if (const world::CameraCalibration* found = calibration.find_camera(id)) return *found;
  std::string known;
  for (const world::CameraCalibration& camera : calibration.cameras) known += (known.empty() ? "" : ", ") + camera.id;
  return fail(ErrorCode::not_found, "the world has no camera '{}'", id)
      .with_hint(format("available cameras: {}", known.empty() ? "none" : known));
}

WorldRenderer::WorldRenderer(std::unique_ptr<splat::Rasterizer> rasterizer, const splat::RenderSettings& settings)
    : rasterizer_(std::move(rasterizer)), settings_(settings) {}

Result<WorldRenderer> WorldRenderer::create(const world::World& world, Backend backend) {
  GS_TRY(auto rasterizer, splat::make_rasterizer(backend));
  return create(world, std::move(rasterizer));
}

Result<WorldRenderer> WorldRenderer::create(const world::World& world, std::unique_ptr<splat::Rasterizer> rasterizer) {
  GS_CHECK(upload_scene(*rasterizer, world));
  return WorldRenderer(std::move(rasterizer), settings_of(world.render_config));
}

Result<splat::SplatImage> WorldRenderer::render(const world::CameraCalibration& camera, Timestamp stamp,
                                                const PoseAt& pose_at, bool depth) {
  splat::RenderSettings settings = settings_;
  settings.depth = depth;
  return render_image(*rasterizer_, view_of(camera, stamp, pose_at), settings);
}

}  // namespace gs::render
