// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Renders the first camera of a world bundle at the start of its recorded drive.
//
//   example_render_a_world worlds/minimal_test image.png
#include <cstdio>

#include "gs/assets/image/png.h"
#include "gs/render/camera_view.h"
#include "gs/render/render_scene.h"
#include "gs/render/render_settings.h"
#include "gs/splat/factory.h"
#include "gs/world/bundle.h"

// The pose of base_link where the drive was recorded first; without a recording, where the world says to start.
gs::Rigid3d start_pose(const gs::world::World& world) {
  if (world.trajectory && !world.trajectory->empty()) return world.trajectory->poses().front().map_from_body;
  return gs::world::map_from_base_link(gs::world::world_data(world).initial_pose);
}

gs::Result<gs::splat::SplatImage> render(const gs::world::World& world, const gs::world::CameraCalibration& camera) {
  GS_TRY(const auto rasterizer, gs::splat::make_rasterizer(gs::Backend::cpu));  // automatic: a GPU where there is one
  GS_CHECK(gs::render::upload_scene(*rasterizer, world));

  // The vehicle stands still, so a rolling shutter sees one pose.
  const auto pose_at = [&](gs::Timestamp) { return start_pose(world); };
  gs::splat::RenderSettings settings = gs::render::settings_of(world.render_config);
  settings.alpha = true;
  return gs::render::render_image(*rasterizer, gs::render::view_of(camera, {}, pose_at), settings);
}

gs::Result<void> render_a_world(const char* bundle, const char* output) {
  GS_TRY(const gs::world::World world, gs::world::load_world(bundle));
  if (world.calibration.cameras.empty()) return gs::fail(gs::ErrorCode::not_found, "{} has no camera", bundle);
  const gs::world::CameraCalibration& camera = world.calibration.cameras.front();
  GS_TRY(const gs::splat::SplatImage image, render(world, camera));

  double covered = 0;  // mean opacity, 0..1
  for (const float alpha : image.alpha) covered += alpha / static_cast<double>(image.alpha.size());
  std::printf("camera %s: %d x %d pixels, %.0f %% covered by Gaussians\n", camera.id.c_str(), image.width, image.height,
              100 * covered);
  return gs::assets::write_png(output,
                               {.width = image.width, .height = image.height, .channels = 3, .data = image.rgb8});
}

int main(int argc, char** argv) {
  const auto done = argc == 3 ? render_a_world(argv[1], argv[2])
                              : gs::fail(gs::ErrorCode::invalid_argument, "usage: {} WORLD IMAGE.png", argv[0]);
  if (!done) std::fprintf(stderr, "error: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
