// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of a world that a page may load: never a log, a recording or a workspace file.
#pragma once

#include "gs/web/http/manifest.h"
#include "gs/world/interface_types.h"

namespace gs::web {

// Adds the files of a bundle under "/world/": gaussians.ply, render_config.json, drivable.geojson, heightmap.bin,
// heightmap.yaml, mesh.glb. Files that are missing, and links that lead outside of the bundle, are left out.
void add_world_files(const world::WorldData& world, Manifest& manifest);

}  // namespace gs::web
