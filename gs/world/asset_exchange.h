// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Moves assets of actors between bundles: export writes a folder with asset.json, the Gaussians and the mesh; import
// adds such a folder to another bundle.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/world/bundle.h"

namespace gs::world {

// The file of an exported asset: actors/assets.json with one entry, its paths relative to the folder.
inline constexpr std::string_view kAssetFile = "asset.json";

// Writes an asset as a new folder, whole or not at all. `id` is an asset, or an actor: then its asset. The source world
// of the asset is recorded, because its camera gains belong to that world. Returns the exported entry. Errors:
// invalid_argument for an unknown id or a bundle without assets, already_exists if anything is at the folder.
Result<ActorAsset> export_asset(const World& world, std::string_view id, const std::filesystem::path& folder);

// Adds the asset of a folder to the bundle of `world`, whole or not at all. `id` replaces that of the folder, empty: as
// in the folder; "_2", "_3" ... is appended to an id that the bundle has already. A bundle without actors gets the
// layer. The changed bundle is validated, and the import is recorded as an edit of `command`. Returns the new entry.
// Errors: not_found, those of parsing asset.json, invalid_argument for a wrong `id`, those of edit_bundle().
Result<ActorAsset> import_asset(const World& world, const std::filesystem::path& folder, std::string_view id,
                                const std::string& command);

}  // namespace gs::world
