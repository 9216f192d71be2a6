// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/render_scene.h"

#include <utility>

#include "gs/world/sky_image.h"

namespace gs::render {

Result<std::optional<Sky>> load_sky(const World& world) {
  GS_TRY(auto image, load_sky_image(world));
  std::optional<Sky> sky;
  if (image) sky = Sky{.width = image->width, .height = image->height, .rgb8 = std::move(image->rgb8)};
  return sky;
}

Result<void> upload_scene(Rasterizer& rasterizer, const World& world) {
  GS_TRY(GaussianCloud cloud, load_gaussians(world));
  GS_CHECK(rasterizer.upload(std::move(cloud)));
  GS_TRY(std::optional<Sky> sky, load_sky(world));
  return rasterizer.set_sky(sky ? *std::move(sky) : Sky{});
}

Result<SplatImage> render_image(Rasterizer& rasterizer, const RenderView& view, const RenderSettings& settings) {
  GS_TRY(std::vector<SplatImage> images, rasterizer.render({&view, 1}, settings));
  if (images.size() != 1) return fail(ErrorCode::internal, "the renderer returned {} images for 1 view", images.size());
  return std::move(images.front());
}

}  // namespace gs::render
