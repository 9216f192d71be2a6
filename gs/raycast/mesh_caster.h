// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays against triangle meshes: one fixed mesh, and rigid bodies that move between casts.
//
//   GS_TRY(MeshCaster caster, MeshCaster::build({vertices, triangles}));
//   caster.cast({.rows = 64, .columns = 1024}, rays, hits);
#pragma once

#include <memory>
#include <span>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/raycast/ray.h"

namespace gs {

// Borrowed arrays. Keep coordinates within a few kilometres of zero: single precision resolves 0.1 mm at 1 km.
struct TriangleMeshView {
  std::span<const Vec3f> vertices;
  std::span<const uint32_t> triangles;  // three vertex indices each
};

inline constexpr uint32_t kFixedBody = 0xFFFFFFFFu;
inline constexpr uint32_t kNoTriangle = 0xFFFFFFFFu;

struct MeshHit {
  float distance = kFar;            // from the ray's origin
  uint32_t triangle = kNoTriangle;  // index into the body's triangles
  uint32_t body = kFixedBody;       // the fixed mesh, or what add_body returned
  float u = 0, v = 0;               // barycentric: point = (1 - u - v) a + u b + v c
  Vec3f normal{};                   // unit, by the triangle's winding; not turned towards the ray

  bool found() const { return triangle != kNoTriangle; }
};

struct MeshCasterOptions {
  bool high_quality = false;  // 10 % faster rays for a build three times as long
  bool compact = false;       // half the memory, a quarter slower
  uint64_t max_bytes = 0;     // build, add_body and commit are out_of_memory beyond; 0: as much as the system gives
};

// Casting is const and may run from several threads; it uses the thread pool itself. Same rays, same hits, whatever the
// number of threads. Both sides of a triangle are hit.
class MeshCaster {
 public:
  // Copies the mesh. Refuses indices out of range and non-finite vertices; an empty mesh is allowed. out_of_memory when
  // Embree finds no memory.
  static Result<MeshCaster> build(TriangleMeshView fixed, const MeshCasterOptions& options = {});
  MeshCaster(MeshCaster&&) noexcept;
  MeshCaster& operator=(MeshCaster&&) noexcept;
  ~MeshCaster();

  // A rigid body, at the identity pose until moved. Not while casting. Errors as in build(); the caster is then as
  // before.
  Result<uint32_t> add_body(TriangleMeshView mesh);
  // Another body that shares the triangles of an earlier one.
  Result<uint32_t> add_copy(uint32_t body);
  // Map from body at ray time 0 and 1. Between them each matrix entry is interpolated: exact for translations, and to
  // 1 mm for a 4 m car that turns 1 degree. Takes effect with commit().
  void set_motion(uint32_t body, const Rigid3f& at_start, const Rigid3f& at_end);
  void set_pose(uint32_t body, const Rigid3f& pose) { set_motion(body, pose, pose); }
  void set_visible(uint32_t body, bool visible);
  // out_of_memory when Embree finds no memory; cast no rays then before a commit() that succeeds.
  Result<void> commit();

  // hits.size() == rays.size() == grid.size().
  void cast(RayGrid grid, std::span<const Ray> rays, std::span<MeshHit> hits) const;
  // 1 where something lies within max_distance. About a third faster than cast.
  void occluded(RayGrid grid, std::span<const Ray> rays, std::span<uint8_t> blocked) const;

  std::size_t triangle_count() const;
  std::size_t memory_bytes() const;  // of the acceleration structures and the copies of the meshes

 private:
  struct Impl;
  explicit MeshCaster(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs
