// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/world_files.h"

#include <utility>

#include "gs/core/problems.h"
#include "gs/world/bundle_parts.h"

namespace gs::web {

void add_world_files(const world::WorldData& world, Manifest& manifest) {
  const std::pair<const char*, std::pair<const std::string*, const char*>> files[] = {
      {"/world/gaussians.ply", {&world.gaussian_ply_path, "application/octet-stream"}},
      {"/world/render_config.json", {&world.render_config_path, "application/json"}},
      {"/world/drivable.geojson", {&world.drivable_geojson_path, "application/geo+json"}},
      {"/world/heightmap.bin", {&world.heightmap_bin_path, "application/octet-stream"}},
      {"/world/heightmap.yaml", {&world.heightmap_yaml_path, "application/yaml"}},
      {"/world/mesh.glb", {&world.static_mesh_glb_path, "model/gltf-binary"}},
  };
  for (const auto& [url, file] : files) {
    const auto& [relative, type] = file;
    if (relative->empty()) continue;
    Problems ignored;
    const auto path = world::find_in_bundle(world.bundle_path, *relative, Severity::warning, ignored);
    if (!path) continue;
    auto content = file_content(*path);
    if (content) manifest.add(url, {.content = *std::move(content), .type = type, .etag = {}});
  }
}

}  // namespace gs::web
