// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/asset_exchange.h"

#include "gs/core/folders/output_folder.h"
#include "gs/world/actors/actor_lookup.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/list_document.h"
#include "gs/world/actors/trajectories_file.h"
#include "gs/world/bundle_edit.h"
#include "gs/world/bundle_parts.h"
#include "gs/world/document/fields.h"
#include "gs/world/paths.h"

namespace gs::world {
namespace {

constexpr std::size_t kMaxIdLength = 64;
// Names of the files of an asset, in an exported folder and below actors/<id>/ of a bundle.
constexpr std::string_view kSplatFile = "splat.ply", kMeshFile = "mesh.glb";

// Copies a file of the bundle into the folder, under the name that exported assets use.
Result<void> copy_out(const fs::path& bundle, std::optional<std::string>& file, std::string_view name,
                      const fs::path& folder) {
  if (!file) return {};
  GS_TRY(const fs::path source, resolve_in_bundle(bundle, *file));
  std::error_code error;
  fs::copy_file(source, folder / name, error);
  if (error) return system_error("cannot copy", source, error.value());
  file = std::string(name);
  return {};
}

// Whether the bundle has an asset with this id, or files where the asset would be stored.
bool is_taken(const World& world, std::string_view id) {
  if (world.actor_assets && find_asset(*world.actor_assets, id) != nullptr) return true;
  std::error_code ignored;
  return fs::exists(fs::symlink_status(world.folder / "actors" / id, ignored));
}

// The wanted id, with a number if the bundle has it already.
Result<std::string> free_id(const World& world, std::string_view wanted) {
  if (!kActorId.accepts(wanted)) {
    return fail(ErrorCode::invalid_argument, "the id '{}' is not allowed", wanted)
        .with_hint("ids are " + std::string(kActorId.allowed));
  }
  std::string id(wanted);
  for (int number = 2; is_taken(world, id); ++number) {
    const std::string suffix = "_" + std::to_string(number);
    id = std::string(wanted.substr(0, kMaxIdLength - suffix.size())) + suffix;
  }
  return id;
}

// The only asset of an exported folder.
Result<ActorAsset> read_exported(const fs::path& folder) {
  GS_TRY(ActorAssets assets, load_checked(folder / kAssetFile, parse_actor_assets));
  if (assets.assets.size() != 1) {
    return fail(ErrorCode::invalid_data, "{} has {} assets instead of one: {}", kAssetFile, assets.assets.size(),
                folder.string());
  }
  return std::move(assets.assets.front());
}

// Plans the copy of one file of the folder to actors/<id>/ and notes its new path in the asset.
Result<void> plan_copy(const fs::path& folder, std::optional<std::string>& file, const std::string& id,
                       std::string_view name, BundleChange& change) {
  if (!file) return {};
  GS_TRY(fs::path source, resolve_in_bundle(folder, *file));
  file = "actors/" + id + "/" + std::string(name);
  change.copy.push_back({.path = *file, .source = std::move(source)});
  return {};
}

// Adds the lists of the layer with the new asset, and everything that a rebuild must keep together with them.
void plan_lists(const World& world, const ActorAssets& assets, BundleChange& change) {
  WorldYaml index = world.index;
  if (!index.actor_assets) {
    index.actor_assets = kActorAssetsFile;
    index.version = kLayerVersion;
    change.write.push_back({std::string(kWorldYaml), write_world_yaml(index)});
  }
  change.write.push_back({*index.actor_assets, write_actor_assets(assets)});
  if (index.actor_trajectories) change.keep.push_back(*index.actor_trajectories);
  if (!world.actor_assets) return;
  for (const ActorAsset& asset : world.actor_assets->assets) {
    if (asset.splat) change.keep.push_back(*asset.splat);
    if (asset.mesh) change.keep.push_back(*asset.mesh);
  }
}

}  // namespace

Result<ActorAsset> export_asset(const World& world, std::string_view id, const fs::path& folder) {
  if (!world.actor_assets) {
    return fail(ErrorCode::invalid_argument, "the bundle has no assets: {}", world.folder.string());
  }
  const ActorTrajectories trajectories = world.actor_trajectories.value_or(ActorTrajectories{});
  GS_TRY(const ActorOrAsset found, find_actor_or_asset(trajectories, *world.actor_assets, id));
  ActorAsset asset = found.asset != nullptr ? *found.asset : *find_asset(*world.actor_assets, found.actor->asset);
  if (!asset.source.world) asset.source.world = world.index.scene_id;
  GS_TRY(OutputFolder output, OutputFolder::create(folder));
  GS_CHECK(copy_out(world.folder, asset.splat, kSplatFile, output.path()));
  GS_CHECK(copy_out(world.folder, asset.mesh, kMeshFile, output.path()));
  GS_CHECK(write_file(output.path() / kAssetFile, write_actor_assets({.assets = {asset}})));
  GS_CHECK(output.commit());
  return asset;
}

Result<ActorAsset> import_asset(const World& world, const fs::path& folder, std::string_view id,
                                const std::string& command) {
  GS_TRY(ActorAsset asset, read_exported(folder));
  GS_TRY(asset.id, free_id(world, id.empty() ? std::string_view(asset.id) : id));
  BundleChange change;
  GS_CHECK(plan_copy(folder, asset.splat, asset.id, kSplatFile, change));
  GS_CHECK(plan_copy(folder, asset.mesh, asset.id, kMeshFile, change));
  ActorAssets assets = world.actor_assets.value_or(ActorAssets{});
  assets.assets.push_back(asset);
  plan_lists(world, assets, change);
  GS_CHECK(edit_bundle(world.folder, change, command));
  return asset;
}

}  // namespace gs::world
