// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/render_scene.h"

#include <utility>

#include "gs/world/sky_image.h"

namespace gs::render {

Result<std::optional<splat::SkyImage>> load_sky(const world::World& world) {
  GS_TRY(auto image, world::load_sky_image(world));
  std::optional<splat::SkyImage> sky;
  if (image) sky = splat::SkyImage{.width = image->width, .height = image->height, .rgb8 = std::move(image->rgb8)};
  return sky;
}

Result<void> upload_scene(splat::Rasterizer& rasterizer, const world::World& world) {
  GS_TRY(splat::GaussianCloud cloud, world::load_gaussians(world));
  GS_CHECK(rasterizer.upload(std::move(cloud)));
  GS_TRY(std::optional<splat::SkyImage> sky, load_sky(world));
  return rasterizer.set_sky(sky ? *std::move(sky) : splat::SkyImage{});
}

Result<splat::SplatImage> render_image(splat::Rasterizer& rasterizer, const splat::RenderView& view,
                                       const splat::RenderSettings& settings) {
  GS_TRY(std::vector<splat::SplatImage> images, rasterizer.render({&view, 1}, settings));
  if (images.size() != 1) return fail(ErrorCode::internal, "the renderer returned {} images for 1 view", images.size());
  return std::move(images.front());
}

}  // namespace gs::render
