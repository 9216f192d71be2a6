// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The optional static mesh of a bundle, in map coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/vec.h"
#include "gs/world/bundle.h"

namespace gs::world {

// Vertices minus `origin` in single precision; choose an origin near the middle of the world.
struct StaticMesh {
  std::vector<Vec3f> vertices;
  std::vector<uint32_t> triangles;  // three vertex indices each
};

// Reads the mesh of the bundle; empty if world.yaml lists none. Errors: invalid_data if a link leads outside the
// bundle; those of the glTF reader.
Result<StaticMesh> load_static_mesh(const World& world, Vec3d origin);

}  // namespace gs::world
