// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/static_mesh.h"

#include "gs/assets/glb/glb.h"
#include "gs/world/paths.h"

namespace gs::world {

Result<StaticMesh> load_static_mesh(const World& world, Vec3d origin) {
  if (!world.index.static_mesh) return StaticMesh{};
  GS_TRY(const auto path, resolve_in_bundle(world.folder, *world.index.static_mesh));
  GS_TRY(assets::TriangleMesh mesh, assets::read_glb(path).with_context(*world.index.static_mesh));
  // Subtract in double precision; the file itself has single precision.
  for (Vec3f& p : mesh.positions) p = cast<float>(cast<double>(p) - origin);
  return StaticMesh{std::move(mesh.positions), std::move(mesh.indices)};
}

}  // namespace gs::world
