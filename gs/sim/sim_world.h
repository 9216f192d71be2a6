// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A world bundle as the simulator uses it: loaded whole and checked.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "gs/core/problems.h"
#include "gs/geometry/trajectory.h"
#include "gs/splat/rasterizer.h"
#include "gs/world/calibration.h"
#include "gs/world/data.h"
#include "gs/world/metadata.h"
#include "gs/world/render_config.h"

namespace gs::sim {

struct SimWorld {
  WorldData data;
  std::string version;
  Metadata metadata;
  Calibration calibration;
  RenderConfig render_config;
  HeightmapData heightmap;
  DrivableArea drivable;
  GaussianCloud cloud;
  std::optional<Sky> sky;
  std::vector<Vec3f> mesh_vertices;  // minus ray_origin(); empty: no mesh
  std::vector<uint32_t> mesh_triangles;
  Trajectory trajectory;  // the recorded drive; may be empty

  // Rays and meshes are relative to the middle of the heightmap, so that single precision is enough anywhere.
  Vec3d ray_origin() const {
    const double half = 0.5 * heightmap.resolution;
    return {heightmap.origin_x + half * heightmap.width, heightmap.origin_y + half * heightmap.height,
            heightmap.origin_z};
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
