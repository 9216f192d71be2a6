// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/camera_renderer.h"

#include "gs/core/format.h"
#include "gs/sim/sim_error.h"

namespace gs::sim {
namespace {

// Render settings of a bundle's gaussians/render_config.json.
RenderSettings settings_of(const RenderConfig& config) {
  RenderSettings settings;
  settings.near_m = config.near_plane_m;
  settings.far_m = config.far_plane_m;
  settings.low_pass_px2 = config.low_pass_px2.value_or(kLowPass);
  settings.antialiasing = config.antialiasing.value_or(false);
  settings.background = cast<float>(config.background_color);
  settings.correction = {.white_balance = cast<float>(config.color_correction.white_balance),
                         .exposure_compensation = static_cast<float>(config.color_correction.exposure_compensation),
                         .gamma = static_cast<float>(config.color_correction.gamma)};
  return settings;
}

// Readout direction in the rasterizer's terms.
ShutterScan scan_of(ShutterDirection direction) {
  switch (direction) {
    case ShutterDirection::down:
      return ShutterScan::down;
    case ShutterDirection::up:
      return ShutterScan::up;
    case ShutterDirection::right:
      return ShutterScan::right;
    case ShutterDirection::left:
      return ShutterScan::left;
  }
  return ShutterScan::global;
}

// View of an exposure. With a rolling shutter it holds the camera poses of the first and the last row; the rasterizer
// interpolates between them.
RenderView view_of(const Exposure& exposure, const CameraRenderer::PoseAt& pose_at) {
  const CameraCalibration& camera = *exposure.camera;
  const Rigid3d base_from_camera = base_link_from_optical(camera);
  RenderView view{.camera = to_camera(camera.intrinsics),
                  .map_from_camera = pose_at(exposure.stamp) * base_from_camera};
  if (camera.rolling_shutter) {
    const Timestamp last = exposure.stamp + Duration::from_seconds(camera.rolling_shutter->readout_sec);
    view.rolling_shutter = RollingShutterMotion{.direction = scan_of(camera.rolling_shutter->direction),
                                                .map_from_camera_first = view.map_from_camera,
                                                .map_from_camera_last = pose_at(last) * base_from_camera};
  }
  return view;
}

std::size_t rgb8_bytes(const CameraIntrinsics& size) {
  return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3;
}

}  // namespace

CameraRenderer::CameraRenderer(std::unique_ptr<Rasterizer> rasterizer, const RenderConfig& config)
    : rasterizer_(std::move(rasterizer)), settings_(settings_of(config)) {}

std::vector<RenderedImage> CameraRenderer::render(const std::vector<Exposure>& exposures, const PoseAt& pose_at,
                                                  Notices& notices) {
  if (exposures.empty()) return {};
  std::vector<RenderView> views;
  for (const Exposure& exposure : exposures) views.push_back(view_of(exposure, pose_at));
  auto rendered = rasterizer_->render(views, settings_);
  if (rendered && rendered->size() != exposures.size())
    rendered =
        fail(ErrorCode::internal, "the renderer returned {} images for {} cameras", rendered->size(), exposures.size());
  if (!rendered) {
    notices.push_back({NoticeLevel::error,
                       "[CameraRenderer] RENDER_FAILED: " + rendered.error().message + "; the last image is repeated"});
  }
  std::vector<RenderedImage> images;
  for (std::size_t i = 0; i < exposures.size(); ++i) {
    const CameraCalibration& camera = *exposures[i].camera;
    const CameraIntrinsics& size = camera.intrinsics;
    std::vector<uint8_t>& last = last_frames_[camera.id];
    last.resize(rgb8_bytes(size));
    images.push_back({.camera_id = camera.id, .width = size.width, .height = size.height, .stamp = exposures[i].stamp});
    if (rendered && (*rendered)[i].rgb8.size() == last.size()) {
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
