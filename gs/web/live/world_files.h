// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files of a world that a page may load: never a log, a recording or a workspace file.
#pragma once

#include <string>

#include "gs/sim/options.h"
#include "gs/sim/world_loader.h"
#include "gs/web/http/manifest.h"

namespace gs::web {

// Adds the files of a bundle under "/world/": gaussians.ply, render_config.json, drivable.geojson, heightmap.bin,
// heightmap.yaml, mesh.glb, and world.json, which describes them. Files that are missing, and links that lead outside
// of the bundle, are left out.
void add_world_files(const sim::SimWorld& world, const sim::VehicleOptions& vehicle, Manifest& manifest);

// The text of world.json: the scene, how to draw its Gaussians, its heightmap, the first pose, the box of the vehicle
// in base_link, the recorded path (at most 2,000 points [m]), and which files `manifest` has, with their sizes.
std::string world_json(const sim::SimWorld& world, const sim::VehicleOptions& vehicle, const Manifest& manifest);

}  // namespace gs::web
