// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Casts rays against a heightmap of bilinear patches, found through a min-max pyramid. Needs no triangles and no BVH: a
// 2048 x 2048 map is ready in tens of milliseconds and takes about 9 bytes per sample.
//
//   GS_TRY(auto caster, HeightmapCaster::build({.heights = heights, .width = 512, .height = 512, .resolution = 0.2}));
//   caster.cast({.rows = 128, .columns = 1800}, rays, hits);
#pragma once

#include <memory>
#include <span>

#include "gs/core/numbers/simd.h"
#include "gs/core/result.h"
#include "gs/raycast/api/ray.h"

namespace gs::raycast {
namespace detail {
struct MarchView;
}

// A borrowed heightmap, row-major, row = y. Sample (ix, iy) lies at (origin.x + ix * resolution, origin.y + iy *
// resolution) with height value + origin.z. NaN means no ground; a patch with a NaN corner is a hole.
struct HeightmapView {
  std::span<const float> heights;
  int width = 0, height = 0;  // samples along x and y, 2 to 32768 each
  double resolution = 0.2;    // metres between samples
  Vec3d origin{};
};

// Nearest intersection of one ray.
struct HeightmapHit {
  float distance = kFar;
  Vec3f normal{};  // unit normal of the bilinear surface, upwards (z > 0)

  bool found() const { return distance < kFar; }  // whether anything was hit
};

// Owns a copy of the heights and the pyramid.
class HeightmapCaster {
 public:
  // Copies the heights and builds the pyramid. Rays are given in the frame of the map minus rays_origin: choose a
  // nearby origin to keep single precision where coordinates are large. Errors: invalid_argument for wrong sizes or
  // resolution.
  static Result<HeightmapCaster> build(const HeightmapView& map, Vec3d rays_origin = {});

  HeightmapCaster(HeightmapCaster&&) noexcept;
  HeightmapCaster& operator=(HeightmapCaster&&) noexcept;
  ~HeightmapCaster();

  // Nearest hit of every ray, from either side of the surface. The bits of the result depend neither on the number of
  // threads nor on the instruction set.
  void cast(RayGrid grid, std::span<const Ray> rays, std::span<HeightmapHit> hits) const;
  // The same with a given instruction set (isa <= cpu_isa()), for tests and benchmarks.
  void cast(RayGrid grid, std::span<const Ray> rays, std::span<HeightmapHit> hits, Isa isa) const;

  // Memory of heights and pyramid.
  std::size_t memory_bytes() const;
  // Data for executors outside this class (cuda/ copies them); valid as long as the caster.
  const detail::MarchView& march_view() const;
  std::span<const uint32_t> nodes() const;

 private:
  struct Impl;
  explicit HeightmapCaster(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::raycast
