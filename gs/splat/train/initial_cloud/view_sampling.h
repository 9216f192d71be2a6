// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Looks up image pixels for positions of the map.
#pragma once

#include <optional>
#include <vector>

#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// At most `most` views that are not held out, evenly spread over their order. Pointers into `data`.
std::vector<const TrainingView*> spread_views(const TrainingData& data, std::size_t most);

// Pixel coordinates of a point in camera axes; empty if it does not project into the image.
std::optional<Vec2d> pixel_in(const TrainingView& view, Vec3d point_in_camera);

// Index of the nearest pixel in a [height, width] array; `pixel` must come from pixel_in().
inline std::size_t pixel_index(const TrainingView& view, Vec2d pixel) {
  return static_cast<std::size_t>(pixel.y + 0.5) * static_cast<std::size_t>(view.camera.width) +
         static_cast<std::size_t>(pixel.x + 0.5);
}

// True unless the mask excludes the nearest pixel.
inline bool keeps_pixel(const TrainingView& view, Vec2d pixel) {
  return view.mask.empty() || view.mask[pixel_index(view, pixel)] != 0;
}

}  // namespace gs::splat::train
