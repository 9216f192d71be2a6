// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/turn_table.h"

#include <cstdio>

#include "apps/gs_world_builder/commands.h"
#include "apps/gs_world_builder/splat_image_files.h"
#include "gs/assets/video/video.h"
#include "gs/core/folders/overlap.h"
#include "gs/render/render_settings.h"
#include "gs/render/turn_table.h"
#include "gs/splat/factory.h"
#include "gs/world/actors/actor_lookup.h"

namespace gs {
namespace {

constexpr int kSide_px = 480;
constexpr double kFps = 12;  // one turn in three seconds

// The asset that an id means.
Result<world::ActorAsset> asset_for(const world::World& world, const std::string& id) {
  const world::ActorTrajectories trajectories = world.actor_trajectories.value_or(world::ActorTrajectories{});
  const world::ActorAssets assets = world.actor_assets.value_or(world::ActorAssets{});
  GS_TRY(const world::ActorOrAsset found, world::find_actor_or_asset(trajectories, assets, id));
  if (found.asset != nullptr) return *found.asset;
  GS_TRY(const world::ActorOrAsset of_actor,
         world::find_actor_or_asset(trajectories, assets, std::string(world::kAssetPrefix) + found.actor->asset));
  return *of_actor.asset;
}

// Renders all views on grey; returns the name of the device.
Result<std::string> write_views(const world::World& world, const world::ActorAsset& asset, const fs::path& output) {
  GS_TRY(const world::ActorModel model, world::load_actor_model(world, asset, true));
  GS_TRY(const auto rasterizer, splat::make_rasterizer(Backend::automatic));
  splat::RenderSettings settings = render::settings_of(world.render_config);
  settings.background = {0.5f, 0.5f, 0.5f};
  GS_TRY(const auto images, render::render_turn_table(*rasterizer, model, settings, kSide_px));
  GS_TRY(assets::VideoWriter video,
         assets::VideoWriter::create(output, {.width = kSide_px, .height = kSide_px, .fps = kFps}));
  for (const splat::SplatImage& image : images) GS_CHECK(video.write(color_image(image)));
  GS_CHECK(video.finish());
  return rasterizer->name();
}

}  // namespace

int write_turn_table(const world::World& world, const std::string& id, const fs::path& output, bool force) {
  if (const auto allowed = check_output_file(world.folder, output, force); !allowed)
    return config::report_error(allowed.error(), config::kExitUsage);
  const auto asset = asset_for(world, id);
  if (!asset) return config::report_error(asset.error(), config::kExitUsage);
  const auto backend = write_views(world, *asset, output);
  if (!backend) return config::report_error(backend.error(), asset->splat ? kExitStep : kExitInput);
  std::printf("wrote %s: %d views of %s with %s\n", output.c_str(), render::kTurnTableViews, asset->id.c_str(),
              backend->c_str());
  return 0;
}

}  // namespace gs
