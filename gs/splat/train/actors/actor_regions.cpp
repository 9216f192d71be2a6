// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/actor_regions.h"

#include <algorithm>

#include "gs/geometry/convex_hull.h"

namespace gs::splat::train {
namespace {

constexpr double kLeastDepth_m = 0.2;  // of a corner in front of the camera

// Corners of the box in the image; empty if one of them cannot be projected.
std::vector<Vec2d> corners_in_image(const CameraD& camera, const Rigid3d& camera_from_actor, Vec3d size) {
  std::vector<Vec2d> out;
  for (int k = 0; k < 8; ++k) {
    const Vec3d corner{(k & 1 ? 0.5 : -0.5) * size.x, (k & 2 ? 0.5 : -0.5) * size.y, k & 4 ? size.z : 0.0};
    const Vec3d p = camera_from_actor * corner;
    if (p.z < kLeastDepth_m || !can_project(camera, p)) return {};
    out.push_back(project(camera, p));
  }
  return out;
}

}  // namespace

std::vector<uint16_t> actor_regions(const TrainingView& view, std::span<const TrainedActor> actors) {
  struct Box {
    double range_m;
    uint16_t actor;
    std::vector<PixelRow> rows;
  };
  std::vector<Box> boxes;
  const Rigid3d camera_from_map = view.map_from_camera.inverse();
  for (const ActorSighting& sighting : view.actors) {
    const Vec3d size = actors[sighting.actor].size_m;
    const Rigid3d camera_from_actor = camera_from_map * sighting.map_from_actor;
    std::vector<PixelRow> rows =
        pixels_of_hull(corners_in_image(view.camera, camera_from_actor, size), view.camera.width, view.camera.height);
    if (rows.empty()) continue;
    boxes.push_back(
        {norm(camera_from_actor * Vec3d{0, 0, 0.5 * size.z}), static_cast<uint16_t>(sighting.actor), std::move(rows)});
  }
  std::vector<uint16_t> out;
  if (boxes.empty()) return out;
  const auto width = static_cast<std::size_t>(view.camera.width);
  out.assign(width * static_cast<std::size_t>(view.camera.height), kNoActor);
  // Far boxes first, so that near ones cover them.
  std::ranges::stable_sort(boxes, std::ranges::greater(), &Box::range_m);
  for (const Box& box : boxes) {
    for (const PixelRow& row : box.rows) {
      const auto begin = out.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row.y) * width);
      std::fill(begin + row.first, begin + row.last + 1, box.actor);
    }
  }
  return out;
}

}  // namespace gs::splat::train
