// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A world bundle as the simulator uses it: loaded whole and checked.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "gs/core/problems.h"
#include "gs/splat/rasterizer.h"
#include "gs/world/bundle.h"

namespace gs::sim {

struct SimWorld {
  World bundle;
  WorldData data;
  GaussianCloud cloud;  // handed to the rasterizer when a simulator is made
  std::optional<Sky> sky{};
  std::vector<Vec3f> mesh_vertices{};  // minus ray_origin(); empty: no mesh
  std::vector<uint32_t> mesh_triangles{};

  // Rays and meshes are relative to the middle of the heightmap, so that single precision is enough anywhere.
  Vec3d ray_origin() const {
    const HeightmapData& map = bundle.heightmap;
    const double half = 0.5 * map.resolution;
    return {map.origin_x + half * map.width, map.origin_y + half * map.height, map.origin_z};
  }
};

struct WorldLoaderOptions {
  bool allow_oversize = false;  // more than 5,000,000 Gaussians: a warning instead of an error
  bool load_gaussians = true;   // false where no camera renders
};

// not_found when there is no bundle; any other error means the bundle is invalid, and says why.
class WorldLoader {
 public:
  static Result<SimWorld> load(const std::filesystem::path& bundle, const WorldLoaderOptions& options,
                               Problems& problems);
};

}  // namespace gs::sim
