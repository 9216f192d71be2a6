// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Looking up what images show of places in the map.
#pragma once

#include <optional>
#include <vector>

#include "gs/splat/train/data.h"

namespace gs {

// At most `most` views to train on, evenly spread.
std::vector<const TrainingView*> spread_views(const TrainingData& data, std::size_t most);

// Where a point lies in the image; nothing outside of it.
std::optional<Vec2d> pixel_in(const TrainingView& view, Vec3d point_in_camera);

// Of the nearest pixel, as an index.
inline std::size_t pixel_index(const TrainingView& view, Vec2d pixel) {
  return static_cast<std::size_t>(pixel.y + 0.5) * static_cast<std::size_t>(view.camera.width) +
         static_cast<std::size_t>(pixel.x + 0.5);
}

// False where the mask leaves the nearest pixel out.
inline bool keeps_pixel(const TrainingView& view, Vec2d pixel) {
  return view.mask.empty() || view.mask[pixel_index(view, pixel)] != 0;
}

}  // namespace gs
