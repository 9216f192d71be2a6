// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Casts rays against triangle meshes: one fixed mesh, and rigid bodies that move between casts.
//
//   GS_TRY(MeshCaster caster, MeshCaster::build({vertices, triangles}));
//   caster.cast({.rows = 64, .columns = 1024}, rays, hits);
#pragma once

#include <memory>
#include <span>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/raycast/api/ray.h"

namespace gs::raycast {

// A borrowed triangle mesh. Coordinates should stay within a few kilometres of the origin: single precision resolves
// 0.1 mm at 1 km.
struct TriangleMeshView {
  std::span<const Vec3f> vertices;
  std::span<const uint32_t> triangles;  // three vertex indices each
};
// Checks that the indices are whole triangles of the vertices and that all vertices are finite. Errors:
// invalid_argument.
Result<void> check_mesh(TriangleMeshView mesh);

// MeshHit::body of the fixed mesh, and MeshHit::triangle of a ray that hits nothing.
inline constexpr uint32_t kFixedBody = 0xFFFFFFFFu;
inline constexpr uint32_t kNoTriangle = 0xFFFFFFFFu;

// Nearest intersection of one ray.
struct MeshHit {
  float distance = kFar;            // from the ray's origin [m]
  uint32_t triangle = kNoTriangle;  // index into the body's triangles
  uint32_t body = kFixedBody;       // kFixedBody, or the index returned by add_body()
  float u = 0, v = 0;               // barycentric: point = (1 - u - v) a + u b + v c
  Vec3f normal{};                   // unit normal by the triangle's winding; not flipped towards the ray

  bool found() const { return triangle != kNoTriangle; }  // whether anything was hit
};

// Options of the acceleration structure.
struct MeshCasterOptions {
  bool high_quality = false;  // 10 % faster casts for three times the build time
  bool compact = false;       // half the memory, 25 % slower casts
  uint64_t max_bytes =
      0;  // limit for build(), add_body() and commit(), beyond it they fail with out_of_memory; 0: no limit
};

// Casts rays with Embree. Casting is const, may run in several threads and uses the thread pool itself; the hits do not
// depend on the number of threads. Both sides of a triangle are hit.
class MeshCaster {
 public:
  // Copies the mesh; an empty mesh is allowed. Errors: invalid_argument for indices out of range and non-finite
  // vertices, out_of_memory.
  static Result<MeshCaster> build(TriangleMeshView fixed, const MeshCasterOptions& options = {});
  MeshCaster(MeshCaster&&) noexcept;
  MeshCaster& operator=(MeshCaster&&) noexcept;
  ~MeshCaster();

  // Adds a rigid body at the identity pose and returns its index. Not during casts. Errors: as build(); the caster is
  // then unchanged.
  Result<uint32_t> add_body(TriangleMeshView mesh);
  // Adds a body that shares the triangles of an earlier one.
  Result<uint32_t> add_copy(uint32_t body);
  // Sets map_from_body at ray times 0 and 1. In between, matrix entries are interpolated: exact for translations,
  // within 1 mm for a 4 m car that rotates by 1 degree. Takes effect at commit(), as do set_pose() and set_visible().
  void set_motion(uint32_t body, const Rigid3f& at_start, const Rigid3f& at_end);
  void set_pose(uint32_t body, const Rigid3f& pose) { set_motion(body, pose, pose); }
  void set_visible(uint32_t body, bool visible);
  // out_of_memory when Embree finds no memory; cast no rays then before a commit() that succeeds.
  Result<void> commit();

  // Nearest hit of every ray; hits.size() == rays.size() == grid.size().
  void cast(RayGrid grid, std::span<const Ray> rays, std::span<MeshHit> hits) const;
  // Sets 1 where anything is hit within max_distance, else 0. About a third faster than cast().
  void occluded(RayGrid grid, std::span<const Ray> rays, std::span<uint8_t> blocked) const;

  // Triangles of the fixed mesh and of all bodies that do not share them, and the memory Embree holds.
  std::size_t triangle_count() const;
  std::size_t memory_bytes() const;  // acceleration structures and copies of the meshes

 private:
  struct Impl;
  explicit MeshCaster(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::raycast
