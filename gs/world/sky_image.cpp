// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/sky_image.h"

#include "gs/assets/image/png.h"
#include "gs/world/paths.h"

namespace gs::world {

Result<std::optional<SkyImage>> load_sky_image(const World& world) {
  if (!world.index.sky) return std::optional<SkyImage>{};
  GS_TRY(const auto path, resolve_in_bundle(world.folder, *world.index.sky));
  GS_TRY(const assets::Image png, assets::read_png(path).with_context(*world.index.sky));
  SkyImage sky{.width = png.width, .height = png.height};
  // Grey images are repeated in all channels; alpha is dropped.
  sky.rgb8.reserve(static_cast<std::size_t>(png.width) * static_cast<std::size_t>(png.height) * 3);
  const int shift = png.bytes_per_sample == 2 ? 8 : 0;  // 16-bit samples keep their high byte
  for (int y = 0; y < png.height; ++y) {
    for (int x = 0; x < png.width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const int channel = png.channels >= 3 ? c : 0;
        sky.rgb8.push_back(static_cast<uint8_t>(png.sample(x, y, channel) >> shift));
      }
    }
  }
  return std::optional<SkyImage>(std::move(sky));
}

}  // namespace gs::world
