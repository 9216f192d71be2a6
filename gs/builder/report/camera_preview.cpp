// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/camera_preview.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/video/video.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/render/render_scene.h"

namespace gs::builder {
namespace {

// Scaled camera model; video encoders need even sizes.
CameraD preview_lens(const CameraD& lens, int max_side) {
  const double scale = std::min(1.0, static_cast<double>(max_side) / std::max(lens.width, lens.height));
  const auto even = [&](int side) { return std::max(2, static_cast<int>(std::lround(side * scale / 2)) * 2); };
  return scaled(lens, even(lens.width), even(lens.height));
}

// Renders the recorded poses of one camera. The video keeps the rate of the camera, so a thinned drive plays faster.
Result<void> write_video(const RecordedCamera& camera, splat::Rasterizer& rasterizer, const fs::path& path,
                         const PreviewOptions& options, Progress& progress) {
  // Skip frames so that a long drive stays within max_frames.
  const std::size_t stride = (camera.views.size() + options.max_frames - 1) / options.max_frames;
  const CameraD lens = preview_lens(camera.lens, options.max_side);
  const double rate = std::clamp(camera.calibration.rate_hz, 1.0, 60.0);
  GS_TRY(assets::VideoWriter video,
         assets::VideoWriter::create(path, {.width = lens.width, .height = lens.height, .fps = rate}));
  const std::size_t frames = (camera.views.size() + stride - 1) / stride;
  progress.begin("preview of " + camera.key(), frames, "frames");
  for (std::size_t i = 0; i < frames; ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while making previews");
    const splat::RenderView view{.camera = lens, .map_from_camera = camera.views[i * stride].map_from_camera};
    GS_TRY(splat::SplatImage rendered, render::render_image(rasterizer, view, options.look));
    assets::Image image{.width = lens.width, .height = lens.height, .channels = 3, .data = std::move(rendered.rgb8)};
    GS_CHECK(video.write(image));
    progress.advance(i + 1);
  }
  progress.finish();
  return video.finish();
}

}  // namespace

Result<std::vector<std::string>> write_camera_previews(const Workspace& workspace, splat::Rasterizer& rasterizer,
                                                       const fs::path& folder, const PreviewOptions& options,
                                                       Progress& progress) {
  GS_TRY(const std::vector<RecordedCamera> cameras, recorded_cameras(workspace));
  std::vector<std::string> names;
  for (const RecordedCamera& camera : cameras) {
    if (camera.views.empty()) continue;
    const std::string name = camera.key() + ".mp4";
    GS_CHECK(write_video(camera, rasterizer, folder / name, options, progress));
    names.push_back(name);
  }
  return names;
}

}  // namespace gs::builder
