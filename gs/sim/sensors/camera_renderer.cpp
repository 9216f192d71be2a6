// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sensors/camera_renderer.h"

#include "gs/core/format.h"
#include "gs/render/render_settings.h"
#include "gs/sim/sim_error.h"

namespace gs::sim {
namespace {

// Size of an RGB8 image of this camera.
std::size_t rgb8_bytes(const world::CameraIntrinsics& size) {
  return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3;
}

}  // namespace

CameraRenderer::CameraRenderer(std::unique_ptr<splat::Rasterizer> rasterizer, const world::RenderConfig& config)
    : rasterizer_(std::move(rasterizer)), settings_(render::settings_of(config)) {}

std::vector<world::RenderedImage> CameraRenderer::render(const std::vector<Exposure>& exposures,
                                                         const render::PoseAt& pose_at, Notices& notices,
                                                         std::span<const std::vector<splat::SplatInstance>> instances,
                                                         std::span<const std::vector<splat::GroundShadow>> shadows,
                                                         TruthRequest* truth) {
  if (exposures.empty()) return {};
  std::vector<splat::RenderView> views;
  for (std::size_t i = 0; i < exposures.size(); ++i) {
    views.push_back(render::view_of(*exposures[i].camera, exposures[i].stamp, pose_at));
    if (i < instances.size()) views.back().instances = instances[i];
    if (i < shadows.size()) views.back().shadows = shadows[i];
  }
  splat::RenderSettings settings = settings_;
  if (truth != nullptr) truth->maker->add_outputs(settings);
  auto rendered = rasterizer_->render(views, settings);
  if (rendered && rendered->size() != exposures.size())
    rendered =
        fail(ErrorCode::internal, "the renderer returned {} images for {} cameras", rendered->size(), exposures.size());
  if (!rendered) {
    notices.push_back({NoticeLevel::error,
                       "[CameraRenderer] RENDER_FAILED: " + rendered.error().message + "; the last image is repeated"});
  }
  std::vector<world::RenderedImage> images;
  for (std::size_t i = 0; i < exposures.size(); ++i) {
    const world::CameraCalibration& camera = *exposures[i].camera;
    const world::CameraIntrinsics& size = camera.intrinsics;
    std::vector<uint8_t>& last = last_frames_[camera.id];
    // Black until the camera's first good image.
    last.resize(rgb8_bytes(size));
    images.push_back({.camera_id = camera.id, .width = size.width, .height = size.height, .stamp = exposures[i].stamp});
    if (rendered && (*rendered)[i].rgb8.size() == last.size()) {
      if (truth != nullptr) {
        truth->out->push_back(
            truth->maker->make(camera.id, exposures[i].stamp, views[i], (*rendered)[i], truth->scenes[i]));
      }
      images.back().data = std::move((*rendered)[i].rgb8);
      last = images.back().data;  // copy into already allocated memory
      continue;
    }
    if (rendered) {
      const SimError error{
          "CameraRenderer", SimErrorType::invalid_image_size,
          format("camera {}: {} bytes, expected width {} x height {} x 3 = {}; the last image is repeated", camera.id,
                 (*rendered)[i].rgb8.size(), size.width, size.height, last.size())};
      notices.push_back({NoticeLevel::error, to_string(error)});
    }
    images.back().data = last;
  }
  return images;
}

}  // namespace gs::sim
