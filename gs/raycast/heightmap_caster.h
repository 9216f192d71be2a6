// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays against a heightmap: bilinear patches between samples, found through a min-max pyramid. No facets, no BVH: a
// 2048 x 2048 map is ready in tens of milliseconds and takes 7 bytes a sample.
//
//   GS_TRY(auto caster, HeightmapCaster::build({.heights = heights, .width = 512, .height = 512, .resolution = 0.2}));
//   caster.cast({.rows = 128, .columns = 1800}, rays, hits);
#pragma once

#include <memory>
#include <span>

#include "gs/core/result.h"
#include "gs/core/simd.h"
#include "gs/raycast/ray.h"

namespace gs {
namespace detail {
struct MarchView;
}

// Row-major, row = y. Sample (ix, iy) is the ground at (origin.x + ix * resolution, origin.y + iy * resolution), height
// value + origin.z. NaN: no ground; a patch with a NaN corner is a hole that rays pass.
struct HeightmapView {
  std::span<const float> heights;
  int width = 0, height = 0;  // samples along x and y, at least 2, at most 32768
  double resolution = 0.2;    // metres between samples
  Vec3d origin{};
};

struct HeightmapHit {
  float distance = kFar;
  Vec3f normal{};  // unit, of the bilinear surface, always upwards (z > 0)

  bool found() const { return distance < kFar; }
};

class HeightmapCaster {
 public:
  // Copies the heights. Rays are given in the frame of the map, minus rays_origin: pass a nearby point to keep single
  // precision where coordinates are large.
  static Result<HeightmapCaster> build(const HeightmapView& map, Vec3d rays_origin = {});

  HeightmapCaster(HeightmapCaster&&) noexcept;
  HeightmapCaster& operator=(HeightmapCaster&&) noexcept;
  ~HeightmapCaster();

  // Both sides of the surface are hit. Same rays, same bits, whatever the number of threads and the instruction set.
  void cast(RayGrid grid, std::span<const Ray> rays, std::span<HeightmapHit> hits) const;
  // The same with a chosen instruction set, for tests and benchmarks; isa <= cpu_isa().
  void cast(RayGrid grid, std::span<const Ray> rays, std::span<HeightmapHit> hits, Isa isa) const;

  std::size_t memory_bytes() const;
  // What a march elsewhere (cuda/) needs copies of; it lives as long as the caster.
  const detail::MarchView& march_view() const;
  std::span<const uint32_t> nodes() const;

 private:
  struct Impl;
  explicit HeightmapCaster(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs
