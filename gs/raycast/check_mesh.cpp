// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/api/mesh_caster.h"

namespace gs::raycast {

Result<void> check_mesh(TriangleMeshView mesh) {
  // Triangle numbers are signed in the nodes of the hierarchy.
  if (mesh.triangles.size() % 3 != 0 || mesh.triangles.size() / 3 > 0x7FFFFFFFu) {
    return fail(ErrorCode::invalid_argument, "{} indices are not a whole number of triangles", mesh.triangles.size());
  }
  for (const uint32_t i : mesh.triangles) {
    if (i >= mesh.vertices.size()) {
      return fail(ErrorCode::invalid_argument, "triangle index {} out of range: the mesh has {} vertices", i,
                  mesh.vertices.size());
    }
  }
  for (const Vec3f& v : mesh.vertices) {
    if (!is_finite(v)) return fail(ErrorCode::invalid_argument, "a vertex of the mesh is not finite");
  }
  return {};
}

}  // namespace gs::raycast
