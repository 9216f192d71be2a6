// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/world_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "apps/gs_world_builder/commands.h"
#include "gs/splat/factory.h"
#include "gs/world/sky_image.h"

namespace gs {
namespace {

// Render settings of the bundle.
RenderSettings settings_of(const RenderConfig& config) {
  const ColorCorrection& color = config.color_correction;
  return {.near_m = config.near_plane_m,
          .far_m = config.far_plane_m,
          .low_pass_px2 = config.low_pass_px2.value_or(kLowPass),
          .antialiasing = config.antialiasing.value_or(false),
          .background = cast<float>(config.background_color),
          .correction = {cast<float>(color.white_balance), static_cast<float>(color.exposure_compensation),
                         static_cast<float>(color.gamma)}};
}

// Indexed by ShutterDirection: its enumerators must keep this order.
ShutterScan scan_of(ShutterDirection direction) {
  constexpr ShutterScan kScans[] = {ShutterScan::down, ShutterScan::up, ShutterScan::right, ShutterScan::left};
  return kScans[static_cast<std::size_t>(direction)];
}

// The camera with this id; the first camera if the id is empty.
Result<CameraCalibration> choose_camera(const Calibration& calibration, const std::string& id) {
  if (id.empty() && !calibration.cameras.empty()) return calibration.cameras.front();
  if (const CameraCalibration* found = calibration.find_camera(id)) return *found;
  std::string known;
  for (const CameraCalibration& camera : calibration.cameras) known += (known.empty() ? "" : ", ") + camera.id;
  return fail(ErrorCode::not_found, "the world has no camera '{}'", id)
      .with_hint(format("available cameras: {}", known.empty() ? "none" : known));
}

// Uploads Gaussians and sky.
Result<void> fill(Rasterizer& rasterizer, const World& world) {
  GS_TRY(GaussianCloud cloud, load_gaussians(world));
  GS_CHECK(rasterizer.upload(std::move(cloud)));
  GS_TRY(auto sky, load_sky_image(world));
  if (!sky) return {};
  return rasterizer.set_sky({sky->width, sky->height, std::move(sky->rgb8)});
}

}  // namespace

WorldRenderer::WorldRenderer(World world, CameraCalibration camera, std::unique_ptr<Rasterizer> rasterizer)
    : world_(std::move(world)),
      camera_(std::move(camera)),
      rasterizer_(std::move(rasterizer)),
      settings_(settings_of(world_.render_config)) {}

Result<WorldRenderer> WorldRenderer::open(const std::filesystem::path& folder, const std::string& camera_id,
                                          const std::string& backend, int& exit_code) {
  // The exit code of each error is set before the call that may fail.
  exit_code = kExitValidation;
  GS_TRY(World world, load_world(folder));
  exit_code = kExitUsage;
  GS_TRY(CameraCalibration camera, choose_camera(world.calibration, camera_id));
  exit_code = kExitStep;
  GS_TRY(auto rasterizer, make_rasterizer(backend_from_string(backend).value_or(Backend::automatic)));
  GS_CHECK(fill(*rasterizer, world));
  return WorldRenderer(std::move(world), std::move(camera), std::move(rasterizer));
}

Result<SplatImage> WorldRenderer::render(const PoseAt& map_from_base_at, Timestamp stamp, bool depth) {
  const Rigid3d base_from_camera = base_link_from_optical(camera_);
  RenderView view{.camera = to_camera(camera_.intrinsics),
                  .map_from_camera = map_from_base_at(stamp) * base_from_camera};
  // The motion during the readout is given by the poses of the first and the last exposed row (column).
  if (camera_.rolling_shutter) {
    const Timestamp last = stamp + Duration::from_seconds(camera_.rolling_shutter->readout_sec);
    view.rolling_shutter = RollingShutterMotion{.direction = scan_of(camera_.rolling_shutter->direction),
                                                .map_from_camera_first = view.map_from_camera,
                                                .map_from_camera_last = map_from_base_at(last) * base_from_camera};
  }
  RenderSettings settings = settings_;
  settings.depth = depth;
  GS_TRY(std::vector<SplatImage> pictures, rasterizer_->render({&view, 1}, settings));
  return std::move(pictures.front());
}

Image color_image(const SplatImage& picture) {
  return {.width = picture.width, .height = picture.height, .channels = 3, .data = picture.rgb8};
}

Image depth_image(const SplatImage& picture) {
  Image image = Image::make(picture.width, picture.height, 1, 2);
  for (std::size_t i = 0; i < picture.depth.size(); ++i) {
    // The largest value, 65535, stands for 255.996 m and more.
    const float steps = std::clamp(picture.depth[i] * 256.0f, 0.0f, 65535.0f);
    const auto value = static_cast<uint16_t>(std::lrint(steps));
    std::memcpy(image.data.data() + 2 * i, &value, 2);
  }
  return image;
}

}  // namespace gs
