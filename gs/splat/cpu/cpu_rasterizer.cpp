// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/cpu_rasterizer.h"

#include <utility>

#include "gs/core/containers/recent.h"
#include "gs/core/parallel.h"
#include "gs/splat/cpu/ground_light.h"
#include "gs/splat/cpu/pipeline.h"
#include "gs/splat/kernel/frustum.h"
#include "gs/splat/model/bounding_sphere.h"
#include "gs/splat/planes/behind.h"
#include "gs/splat/planes/rays.h"

namespace gs::splat {
namespace {

std::string describe(Isa isa) {
  const char* const names[] = {"scalar", "avx2", "avx512"};
  return format("cpu ({}, {} threads)", names[static_cast<int>(isa)], thread_count());
}

constexpr std::size_t kRayTables = 16;  // cameras with cached rays, most recently used; 2.8 MB each at 640 x 360

// Viewing directions of one camera.
struct RayTable {
  CameraD camera;
  std::vector<Vec3f> rays;
};

// A cloud that instances show.
struct Asset {
  GaussianCloud cloud;
  BoundingSphere sphere;
};

// Rasterizer interface of Pipeline.
class CpuRasterizer final : public Rasterizer {
 public:
  explicit CpuRasterizer(Isa isa) : isa_(isa), pipeline_(cpu::executor(isa)) {}

  std::string name() const override { return describe(isa_); }
  Result<void> upload(GaussianCloud cloud, std::vector<GaussianCloud> assets, std::vector<uint8_t> is_ground) override {
    const Result<void> checked = check_ground(cloud.size(), is_ground.size());
    cloud_ = checked ? std::move(cloud) : GaussianCloud();
    assets_.clear();
    ground_ = {};
    if (!checked) return checked;
    ground_ = cpu::GroundLight(std::as_const(cloud_).view(), is_ground);
    for (GaussianCloud& asset : assets) {
      const CloudView view = std::as_const(asset).view();
      const BoundingSphere sphere = bounding_sphere(view, usable_gaussians(view));
      assets_.push_back({std::move(asset), sphere});
    }
    return {};
  }
  Result<void> set_sky(SkyImage sky) override {
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
  Result<void> collect_parts(const RenderView& in, const ViewF& view, const RenderSettings& settings);
  void compose(const RenderView& in, const ViewF& view, const RenderSettings& settings, const Planes& planes,
               SplatImage& image);
  const Vec3f* rays_of(const CameraD& camera);

  Isa isa_;
  cpu::Pipeline pipeline_;
  GaussianCloud cloud_;
  std::vector<Asset> assets_;
  cpu::GroundLight ground_;
  std::vector<ScenePart> parts_;  // of the image being rendered
  SkyImage sky_;
  cpu::Scratch<float> planes_;
  Recent<RayTable> ray_tables_;
};

// The cloud and the instances that the camera may see.
Result<void> CpuRasterizer::collect_parts(const RenderView& in, const ViewF& view, const RenderSettings& settings) {
  GS_CHECK(check_instances(in, assets_.size(), settings));
  GS_CHECK(check_shadows(in));
  parts_.clear();
  const CloudView cloud = std::as_const(cloud_).view();
  parts_.push_back({.cloud = cloud, .view = view, .light = ground_.under(cloud, in.shadows)});
  uint32_t number = 0;
  for (const SplatInstance& instance : in.instances) {
    ++number;
    const Asset& asset = assets_[instance.asset];
    GS_TRY(const ViewF from_asset, make_view(in, instance, settings));
    const Vec3f center = rotate(from_asset.camera_from_map, asset.sphere.center - from_asset.position);
    if (!may_see_sphere(from_asset, frustum_of(from_asset), center, asset.sphere.radius)) continue;
    parts_.push_back({.cloud = asset.cloud.view(), .view = from_asset, .instance = number});
  }
  return {};
}

// Renders the planes, then composes them with the background.
Result<SplatImage> CpuRasterizer::render_one(const RenderView& view, const RenderSettings& settings) {
  GS_TRY(const ViewF kernel_view, make_view(view, settings));
  const auto pixels = static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
  GS_CHECK(planes_.reserve((settings.instance ? 5 : 4) * pixels));
  SplatImage image{.width = view.camera.width, .height = view.camera.height};
  Planes planes{.width = image.width, .height = image.height};
  for (std::size_t c = 0; c < 3; ++c) planes.color[c] = planes_.data() + c * pixels;
  planes.alpha = planes_.data() + 3 * pixels;
  if (settings.instance) planes.instance = planes_.data() + 4 * pixels;
  if (settings.depth) {
    image.depth.resize(pixels);
    image.median_depth.resize(pixels);
    planes.depth = image.depth.data();
    planes.median_depth = image.median_depth.data();
  }
  GS_CHECK(collect_parts(view, kernel_view, settings));
  GS_CHECK(pipeline_.render(parts_, planes));
  compose(view, kernel_view, settings, planes, image);
  return image;
}

// Rays of a camera, from the cache if possible.
const Vec3f* CpuRasterizer::rays_of(const CameraD& camera) {
  if (const RayTable* known = ray_tables_.find([&](const RayTable& t) { return same_camera(t.camera, camera); })) {
    return known->rays.data();
  }
  ray_tables_.trim(kRayTables - 1);
  return ray_tables_.add({camera, pixel_rays(camera)}).rays.data();
}

// Final colours: background or sky behind the splats, colour correction, rounding; and expected depth = depth / alpha.
void CpuRasterizer::compose(const RenderView& in, const ViewF& view, const RenderSettings& settings,
                            const Planes& planes, SplatImage& image) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  const SkyView sky{sky_.rgb8.data(), sky_.width, sky_.height};
  const Vec3f* const rays = settings.color && sky.width > 0 ? rays_of(in.camera) : nullptr;
  const Vec3f factor = correction_factor(settings.correction);
  if (settings.color) image.rgb8.resize(width * height * 3);
  if (settings.alpha) image.alpha.resize(width * height);
  if (settings.instance) image.instance.resize(width * height);
  parallel_for(
      height,
      [&](std::size_t y) {
        for (std::size_t x = 0; x < width; ++x) {
          const std::size_t i = y * width + x;
          const float alpha = planes.alpha[i];
          if (settings.alpha) image.alpha[i] = alpha;
          if (settings.depth && alpha > 0.0f) image.depth[i] /= alpha;
          if (settings.instance) image.instance[i] = static_cast<uint16_t>(planes.instance[i]);
          if (!settings.color) continue;
          Vec3f behind = settings.background;
          // The sky behind a nearly opaque pixel would change it by less than a quarter of an 8-bit step.
          if (rays != nullptr && alpha < 1.0f - 1.0f / 1024.0f) {
            behind = color_behind(sky, view, rays[i], {static_cast<float>(x), static_cast<float>(y)}, behind);
          }
          const Vec3f splats{planes.color[0][i], planes.color[1][i], planes.color[2][i]};
          const Vec3f c = compose_pixel(splats, alpha, behind, factor);
          uint8_t* const out = image.rgb8.data() + 3 * i;
          out[0] = to_byte(c.x), out[1] = to_byte(c.y), out[2] = to_byte(c.z);
        }
      },
      16);
}

// Differentiable interface of Pipeline.
class CpuDifferentiableRasterizer final : public DifferentiableRasterizer {
 public:
  explicit CpuDifferentiableRasterizer(Isa isa) : isa_(isa), pipeline_(cpu::executor(isa)) {}
  std::string name() const override { return describe(isa_); }
  Result<FrameStatistics> forward(std::span<const ScenePart> parts, const Planes& image) override {
    return pipeline_.render(parts, image, true);
  }
  Result<void> backward(std::span<const ScenePart> parts, const ConstPlanes& image, const ConstPlanes& grad,
                        std::span<PartGradient> out) override {
    return pipeline_.backward(parts, image, grad, out);
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

}  // namespace gs::splat
