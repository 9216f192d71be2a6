// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/turn_table.h"

#include <cmath>
#include <utility>

#include "gs/render/render_scene.h"

namespace gs::render {

splat::RenderView turn_table_view(Vec3d size, int view, int side_px) {
  constexpr double kElevation_rad = 15 * kPi / 180, kFocalPerSide = 1.2, kMargin = 1.1;
  splat::RenderView out;
  out.camera.width = out.camera.height = side_px;
  out.camera.fx = out.camera.fy = kFocalPerSide * side_px;
  out.camera.cx = out.camera.cy = 0.5 * (side_px - 1);
  out.camera = with_limits(out.camera);
  // The sphere around the box touches the border of the image, less the margin.
  const double distance = kMargin * 0.5 * norm(size) / std::sin(std::atan(0.5 / kFocalPerSide));
  const double turn = 2 * kPi * view / kTurnTableViews;
  // A camera that looks along +x (optical axes: z forward, x right, y down), turned to look back at the box.
  const Quaterniond ahead{-0.5, 0.5, -0.5, 0.5};
  const Quaterniond map_from_sight = Quaterniond::from_rpy(0, kElevation_rad, turn + kPi);
  const Vec3d middle{0, 0, 0.5 * size.z};
  out.map_from_camera = {map_from_sight * ahead, middle - map_from_sight * Vec3d{distance, 0, 0}};
  return out;
}

Result<std::vector<splat::SplatImage>> render_turn_table(splat::Rasterizer& rasterizer, const world::ActorModel& model,
                                                         const splat::RenderSettings& settings, int side_px) {
  if (model.cloud.empty()) {
    return fail(ErrorCode::not_found, "the asset '{}' has no Gaussians, so there is nothing to show", model.asset.id)
        .with_hint("assets get Gaussians in a build with cameras that see them");
  }
  GS_TRY(std::vector<splat::GaussianCloud> shapes, world::key_shapes(model));
  const auto count = static_cast<uint32_t>(shapes.size());
  GS_CHECK(rasterizer.upload({}, std::move(shapes)));
  GS_CHECK(rasterizer.set_sky({}));
  std::vector<splat::SplatImage> images;
  for (int k = 0; k < kTurnTableViews; ++k) {
    const splat::SplatInstance shown{.asset = static_cast<uint32_t>(k) % count};
    splat::RenderView view = turn_table_view(model.asset.size, k, side_px);
    view.instances = {&shown, 1};
    GS_TRY(splat::SplatImage image, render_image(rasterizer, view, settings));
    images.push_back(std::move(image));
  }
  return images;
}

}  // namespace gs::render
