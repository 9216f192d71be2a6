// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The optional sky of a bundle: an equirectangular picture in the map frame, +x at the centre column.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gs/core/result.h"
#include "gs/world/bundle.h"

namespace gs {

struct SkyImage {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb8;  // [height, width, 3]
};

// Reads the sky -> 8-bit RGB; none when world.yaml lists none. Errors: invalid_data when a link leads outside the
// bundle.
Result<std::optional<SkyImage>> load_sky_image(const World& world);

}  // namespace gs
