// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Interface of the renderer: images of a fixed cloud, and of moving instances of assets, for cameras. Made by
// make_rasterizer() (factory.h); CPU and CUDA render the same images up to rounding (README.md).
//
//   GS_TRY(auto rasterizer, make_rasterizer(Backend::automatic));
//   GS_CHECK(rasterizer->upload(std::move(cloud)));
//   GS_TRY(const auto images, rasterizer->render({{camera, map_from_camera}}, {}));
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/api/instance.h"
#include "gs/splat/kernel/ground_shadow.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/planes/compose.h"
#include "gs/splat/planes/splat_image.h"

namespace gs::splat {

inline constexpr int kMaxImageSide = 16384;                  // [px]
inline constexpr std::size_t kMaxNumberedInstances = 65535;  // of a view with the output `instance`

// Camera motion during the readout of an image: constant velocity between the two poses.
struct RollingShutterMotion {
  ShutterScan direction = ShutterScan::down;  // order in which the lines are read
  Rigid3d map_from_camera_first{};            // pose when the first line is read
  Rigid3d map_from_camera_last{};             // pose when the last line is read
};

// Camera and pose of one image.
struct RenderView {
  CameraD camera{};  // must come from with_limits()
  Rigid3d map_from_camera{};
  std::optional<RollingShutterMotion> rolling_shutter{};  // if set, replaces map_from_camera
  std::span<const SplatInstance> instances{};             // shown with the cloud; must live until render() returns
  std::span<const GroundShadow> shadows{};                // on the ground layer; as instances
};

// Settings of one render() call.
struct RenderSettings {
  double near_m = 0.1, far_m = 1000.0;
  double low_pass_px2 = kLowPass;  // variance of the screen-space filter; must equal that of training
  bool antialiasing = false;       // opacity compensation for the filter; must equal that of training
  Vec3f background{};              // colour 0..1 behind the splats where there is no sky
  SplatColorCorrection correction{};
  // Outputs to fill; depth: expected and median; instance: at the median depth.
  bool color = true, alpha = false, depth = false, instance = false;
};

// SkyImage of a world: equirectangular image in the map frame (orientation: SkyView in image/compose.h).
struct SkyImage {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb8;  // [height, width, 3]
};

// Renders a cloud. Not thread-safe; uses all cores or the GPU itself.
class Rasterizer {
 public:
  virtual ~Rasterizer() = default;
  virtual std::string name() const = 0;  // for example "cpu (avx2, 8 threads)", "cuda (NVIDIA H200)"
  // Replaces the cloud and the assets of instances, which are clouds in frames of their own. Gaussians with non-finite
  // values are never rendered. `is_ground` is not 0 for the Gaussians of the cloud on which RenderView::shadows fall:
  // one value each, or none. Errors: invalid_argument for another number; out of (device) memory; the scene is then
  // empty.
  virtual Result<void> upload(GaussianCloud cloud, std::vector<GaussianCloud> assets,
                              std::vector<uint8_t> is_ground) = 0;
  Result<void> upload(GaussianCloud cloud) { return upload(std::move(cloud), {}, {}); }
  Result<void> upload(GaussianCloud cloud, std::vector<GaussianCloud> assets) {
    return upload(std::move(cloud), std::move(assets), {});
  }
  // Replaces the sky; an empty SkyImage removes it. Errors: invalid_argument if sizes do not match.
  virtual Result<void> set_sky(SkyImage sky) = 0;
  // Renders one image per view, in order. Pass all views of a time step in one call. Before upload() the cloud is
  // empty. Splats of equal depth are blended in the order cloud, first instance, second instance, ... Errors:
  // invalid_argument (see make_view, check_instances, check_shadows), limit_exceeded, out of (device) memory.
  virtual Result<std::vector<SplatImage>> render(std::span<const RenderView> views, const RenderSettings& settings) = 0;
};

// Converts a view for the kernels. Errors: invalid_argument for image sides outside 1..kMaxImageSide, focal lengths
// that are not positive, non-finite values, near/far planes or a filter out of range.
Result<ViewF> make_view(const RenderView& view, const RenderSettings& settings);
// Checks that the assets of all instances of a view exist. Errors: invalid_argument; limit_exceeded for more than
// kMaxNumberedInstances with the output `instance`.
Result<void> check_instances(const RenderView& view, std::size_t asset_count, const RenderSettings& settings);
// Checks that all shadows of a view are polygons with finite corners, and their strengths and softnesses. Errors:
// invalid_argument.
Result<void> check_shadows(const RenderView& view);
// Checks the marks of a ground layer. Errors: invalid_argument.
Result<void> check_ground(std::size_t gaussians, std::size_t marks);
// Checks that rgb8 has width * height * 3 bytes. Errors: invalid_argument.
Result<void> check_sky(const SkyImage& sky);

}  // namespace gs::splat
