// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/cpu_rasterizer.h"

#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/cpu/pipeline.h"
#include "gs/splat/image/rays.h"

namespace gs {
namespace {

std::string describe(Isa isa) {
  const char* const names[] = {"scalar", "avx2", "avx512"};
  return format("cpu ({}, {} threads)", names[static_cast<int>(isa)], thread_count());
}

class CpuRasterizer final : public Rasterizer {
 public:
  explicit CpuRasterizer(Isa isa) : isa_(isa), pipeline_(cpu::executor(isa)) {}

  std::string name() const override { return describe(isa_); }
  Result<void> upload(GaussianCloud cloud) override {
    cloud_ = std::move(cloud);
    return {};
  }
  Result<void> set_sky(Sky sky) override {
    GS_CHECK(check_sky(sky));
    sky_ = std::move(sky);
    return {};
  }
  Result<std::vector<SplatImage>> render(std::span<const RenderView> views, const RenderSettings& settings) override {
    std::vector<SplatImage> images;
    images.reserve(views.size());
    for (const RenderView& view : views) {
      GS_TRY(SplatImage image, render_one(view, settings));
      images.push_back(std::move(image));
    }
    return images;
  }

 private:
  Result<SplatImage> render_one(const RenderView& view, const RenderSettings& settings);
  void compose(const RenderView& view, const RenderSettings& settings, const Planes& planes, SplatImage& image);

  Isa isa_;
  cpu::Pipeline pipeline_;
  GaussianCloud cloud_;
  Sky sky_;
  cpu::Scratch<float> planes_;
  CameraD ray_camera_{};
  std::vector<Vec3f> rays_;  // of ray_camera_
};

Result<SplatImage> CpuRasterizer::render_one(const RenderView& view, const RenderSettings& settings) {
  GS_TRY(const ViewF kernel_view, make_view(view, settings));
  const auto pixels = static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
  GS_CHECK(planes_.reserve(4 * pixels));
  SplatImage image{.width = view.camera.width, .height = view.camera.height};
  Planes planes{.width = image.width, .height = image.height};
  for (std::size_t c = 0; c < 3; ++c) planes.color[c] = planes_.data() + c * pixels;
  planes.alpha = planes_.data() + 3 * pixels;
  if (settings.depth) {
    image.depth.resize(pixels);
    image.median_depth.resize(pixels);
    planes.depth = image.depth.data();
    planes.median_depth = image.median_depth.data();
  }
  GS_CHECK(pipeline_.render(std::as_const(cloud_).view(), kernel_view, planes));
  compose(view, settings, planes, image);
  return image;
}

void CpuRasterizer::compose(const RenderView& view, const RenderSettings& settings, const Planes& planes,
                            SplatImage& image) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  const SkyView sky{sky_.rgb8.data(), sky_.width, sky_.height};
  const bool with_sky = settings.color && sky.width > 0;
  if (with_sky && !(rays_.size() == width * height && same_camera(ray_camera_, view.camera))) {
    rays_ = pixel_rays(view.camera);
    ray_camera_ = view.camera;
  }
  const Quaterniond turn = view.rolling_shutter ? interpolate(view.rolling_shutter->map_from_camera_first,
                                                              view.rolling_shutter->map_from_camera_last, 0.5)
                                                      .rotation
                                                : view.map_from_camera.rotation;
  const Mat3d turn_matrix = to_matrix(normalized(turn));
  const Vec3f rows[3] = {cast<float>(turn_matrix.row(0)), cast<float>(turn_matrix.row(1)),
                         cast<float>(turn_matrix.row(2))};
  const Vec3f factor = correction_factor(settings.correction);
  if (settings.color) image.rgb8.resize(width * height * 3);
  if (settings.alpha) image.alpha.resize(width * height);
  parallel_for(
      height,
      [&](std::size_t y) {
        for (std::size_t i = y * width; i < (y + 1) * width; ++i) {
          const float alpha = planes.alpha[i];
          if (settings.alpha) image.alpha[i] = alpha;
          if (settings.depth && alpha > 0.0f) image.depth[i] /= alpha;
          if (!settings.color) continue;
          Vec3f behind = settings.background;
          if (with_sky && alpha < 1.0f - 1.0f / 1024.0f) {
            const Vec3f ray = rays_[i];
            behind = sample_sky(sky, {dot(rows[0], ray), dot(rows[1], ray), dot(rows[2], ray)});
          }
          const Vec3f splats{planes.color[0][i], planes.color[1][i], planes.color[2][i]};
          const Vec3f c = compose_pixel(splats, alpha, behind, factor);
          uint8_t* const out = image.rgb8.data() + 3 * i;
          out[0] = to_byte(c.x), out[1] = to_byte(c.y), out[2] = to_byte(c.z);
        }
      },
      16);
}

class CpuDifferentiableRasterizer final : public DifferentiableRasterizer {
 public:
  explicit CpuDifferentiableRasterizer(Isa isa) : isa_(isa), pipeline_(cpu::executor(isa)) {}
  std::string name() const override { return describe(isa_); }
  Result<FrameStatistics> forward(const CloudView& cloud, const ViewF& view, const Planes& image) override {
    return pipeline_.render(cloud, view, image, true);
  }
  Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                   const ConstPlanes& grad, const MutableCloudView& out) override {
    return pipeline_.backward(cloud, view, image, grad, out);
  }
  SplatGradPlanes splat_gradients() const override { return pipeline_.splat_gradients(); }

 private:
  Isa isa_;
  cpu::Pipeline pipeline_;
};

}  // namespace

std::unique_ptr<Rasterizer> make_cpu_rasterizer(Isa isa) { return std::make_unique<CpuRasterizer>(isa); }
std::unique_ptr<DifferentiableRasterizer> make_cpu_differentiable_rasterizer(Isa isa) {
  return std::make_unique<CpuDifferentiableRasterizer>(isa);
}

}  // namespace gs
