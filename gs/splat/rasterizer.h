// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Renders a frozen cloud for cameras. Made by make_rasterizer() (factory.h); the CPU and CUDA give the same pictures.
//
//   GS_TRY(auto rasterizer, make_rasterizer(Backend::automatic));
//   GS_CHECK(rasterizer->upload(std::move(cloud)));
//   GS_TRY(const auto images, rasterizer->render({{camera, map_from_camera}}, {}));
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/image/compose.h"
#include "gs/splat/image/splat_image.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/model/cloud.h"

namespace gs {

inline constexpr int kMaxImageSide = 16384;  // [px]

// The camera moves at constant speed between these poses while the lines are read.
struct RollingShutterMotion {
  ShutterScan direction = ShutterScan::down;
  Rigid3d map_from_camera_first{};  // when the first line is read
  Rigid3d map_from_camera_last{};
};

struct RenderView {
  CameraD camera{};  // with_limits() applied
  Rigid3d map_from_camera{};
  std::optional<RollingShutterMotion> rolling_shutter{};  // replaces map_from_camera
};

struct RenderSettings {
  double near_m = 0.1, far_m = 1000.0;
  double low_pass_px2 = kLowPass;  // the cloud was trained with this filter
  bool antialiasing = false;       // and with opacity compensation for it
  Vec3f background{};              // where nothing covers and there is no sky, 0..1
  SplatColorCorrection correction{};
  bool color = true, alpha = false, depth = false;  // what to fill in; depth: expected and median
};

// The sky of a world: an equirectangular picture in the map frame (image/compose.h).
struct Sky {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb8;  // [height, width, 3]
};

class Rasterizer {
 public:
  virtual ~Rasterizer() = default;
  virtual std::string name() const = 0;  // "cpu (avx2, 8 threads)", "cuda (NVIDIA H200)"
  // Replaces the cloud. Gaussians with non-finite values are never visible.
  virtual Result<void> upload(GaussianCloud cloud) = 0;
  // An empty sky takes it away.
  virtual Result<void> set_sky(Sky sky) = 0;
  // One image per view, in order; all views of a tick belong in one call. Nothing uploaded renders as an empty cloud.
  virtual Result<std::vector<SplatImage>> render(std::span<const RenderView> views, const RenderSettings& settings) = 0;
};

// The view for kernels; refuses sizes outside 1..kMaxImageSide, focal lengths that are not positive, and values that
// are not finite.
Result<ViewF> make_view(const RenderView& view, const RenderSettings& settings);
Result<void> check_sky(const Sky& sky);

}  // namespace gs
