// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/view_sampling.h"

#include <algorithm>

namespace gs::splat::train {

std::vector<const TrainingView*> spread_views(const TrainingData& data, std::size_t most) {
  std::vector<const TrainingView*> all, out;
  for (const TrainingView& view : data.views) {
    if (!view.held_out) all.push_back(&view);
  }
  const std::size_t count = std::min(most, all.size());
  for (std::size_t i = 0; i < count; ++i) out.push_back(all[i * all.size() / count]);
  return out;
}

std::optional<Vec2d> pixel_in(const TrainingView& view, Vec3d point_in_camera) {
  if (!can_project(view.camera, point_in_camera)) return {};
  const Vec2d pixel = project(view.camera, point_in_camera);
  // The upper limit keeps pixel_index(), which rounds to the nearest pixel, inside the image.
  const bool inside =
      pixel.x >= 0 && pixel.y >= 0 && pixel.x < view.camera.width - 0.5 && pixel.y < view.camera.height - 0.5;
  return inside ? std::optional(pixel) : std::nullopt;
}

}  // namespace gs::splat::train
