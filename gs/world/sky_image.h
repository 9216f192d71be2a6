// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The optional sky of a bundle: an equirectangular image in the map frame, +x at the centre column.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gs/core/result.h"
#include "gs/world/bundle.h"

namespace gs::world {

// 8-bit sky image.
struct SkyImage {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb8;  // [height, width, 3]
};

// Reads the sky; empty if world.yaml lists none. Errors: invalid_data if a link leads outside the bundle; those of the
// PNG reader.
Result<std::optional<SkyImage>> load_sky_image(const World& world);

}  // namespace gs::world
