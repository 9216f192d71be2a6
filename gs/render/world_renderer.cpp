// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/world_renderer.h"

#include <utility>

#include "gs/core/format.h"
#include "gs/render/render_scene.h"
#include "gs/render/render_settings.h"
#include "gs/splat/factory.h"

namespace gs::render {

Result<CameraCalibration> choose_camera(const Calibration& calibration, std::string_view id) {
  if (id.empty() && !calibration.cameras.empty()) return calibration.cameras.front();
  if (const CameraCalibration* found = calibration.find_camera(id)) return *found;
  std::string known;
  for (const CameraCalibration& camera : calibration.cameras) known += (known.empty() ? "" : ", ") + camera.id;
  return fail(ErrorCode::not_found, "the world has no camera '{}'", id)
      .with_hint(format("available cameras: {}", known.empty() ? "none" : known));
}

WorldRenderer::WorldRenderer(std::unique_ptr<Rasterizer> rasterizer, const RenderSettings& settings)
    : rasterizer_(std::move(rasterizer)), settings_(settings) {}

Result<WorldRenderer> WorldRenderer::create(const World& world, Backend backend) {
  GS_TRY(auto rasterizer, make_rasterizer(backend));
  return create(world, std::move(rasterizer));
}

Result<WorldRenderer> WorldRenderer::create(const World& world, std::unique_ptr<Rasterizer> rasterizer) {
  GS_CHECK(upload_scene(*rasterizer, world));
  return WorldRenderer(std::move(rasterizer), settings_of(world.render_config));
}

Result<SplatImage> WorldRenderer::render(const CameraCalibration& camera, Timestamp stamp, const PoseAt& pose_at,
                                         bool depth) {
  RenderSettings settings = settings_;
  settings.depth = depth;
  return render_image(*rasterizer_, view_of(camera, stamp, pose_at), settings);
}

}  // namespace gs::render
