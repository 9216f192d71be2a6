// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/cuda_rasterizer.h"

#include <utility>

#include "gs/splat/cuda/render/scene_renderer.h"

namespace gs::splat {
namespace {

// Rasterizer interface of SceneRenderer.
class CudaRasterizer final : public Rasterizer {
 public:
  CudaRasterizer(std::string name, cuda::SceneRenderer renderer)
      : name_(std::move(name)), renderer_(std::move(renderer)) {}
  std::string name() const override { return name_; }
  Result<void> upload(GaussianCloud cloud, std::vector<GaussianCloud> assets, std::vector<uint8_t> is_ground) override {
    if (const Result<void> checked = check_ground(cloud.size(), is_ground.size()); !checked) {
      GS_CHECK(renderer_.upload({}));
      return checked;
    }
    std::vector<CloudView> asset_views;
    for (const GaussianCloud& asset : assets) asset_views.push_back(asset.view());
    const cuda::PackedScene packed = cuda::pack(std::as_const(cloud).view(), asset_views, is_ground);
    // Only the packed form is uploaded; the memory of the others is free during the upload.
    cloud = {};
    assets.clear();
    return renderer_.upload(packed);
  }
  Result<void> set_sky(SkyImage sky) override { return renderer_.set_sky(sky); }
  Result<std::vector<SplatImage>> render(std::span<const RenderView> views, const RenderSettings& settings) override {
    GS_CHECK(renderer_.render(views, settings));
    return renderer_.download();
  }

 private:
  std::string name_;
  cuda::SceneRenderer renderer_;
};

}  // namespace

Result<std::unique_ptr<Rasterizer>> make_cuda_rasterizer() {
  GS_TRY(const gs::cuda::DeviceInfo info, gs::cuda::find_device());
  GS_TRY(cuda::SceneRenderer renderer, cuda::SceneRenderer::create());
  return std::unique_ptr<Rasterizer>(
      std::make_unique<CudaRasterizer>(format("cuda ({})", info.name), std::move(renderer)));
}

}  // namespace gs::splat
