// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A world bundle, validated and loaded into memory for the simulator.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "gs/core/problems.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/world/actor_models.h"
#include "gs/world/bundle.h"

namespace gs::sim {

// Contents of a bundle. Positions are in map, except the mesh, which is relative to ray_origin().
struct SimWorld {
  world::World bundle;
  world::WorldData data;
  splat::GaussianCloud cloud;  // moved to the rasterizer by Simulator::create if a sensor needs it
  std::optional<splat::SkyImage> sky{};
  std::vector<Vec3f> mesh_vertices{};             // [V, 3] relative to ray_origin() [m]; empty: no mesh
  std::vector<uint32_t> mesh_triangles{};         // [T, 3] indices into mesh_vertices
  std::vector<world::ActorModel> actor_models{};  // of all assets; without Gaussians if the world was loaded so

  // Origin of ray and mesh coordinates in map [m]: the centre of the heightmap. Small coordinates keep single precision
  // accurate wherever the world lies.
  Vec3d ray_origin() const {
    const world::HeightmapData& map = bundle.heightmap;
    const double half = 0.5 * map.resolution;
    return {map.origin_x + half * map.width, map.origin_y + half * map.height, map.origin_z};
  }
};

// How strictly and how completely a bundle is loaded.
struct WorldLoaderOptions {
  bool allow_oversize = false;  // more than 5,000,000 Gaussians: a warning instead of an error
  bool load_gaussians = true;   // false: skip the Gaussians and the sky, for processes that do not render
};

// Reads a bundle from disk.
class WorldLoader {
 public:
  // Validates the bundle folder and loads it. All validation problems go to `problems`. Errors: not_found if the folder
  // has no world.yaml; any other error means that the bundle is invalid, and names the first problem.
  static Result<SimWorld> load(const std::filesystem::path& bundle, const WorldLoaderOptions& options,
                               Problems& problems);
};

}  // namespace gs::sim
