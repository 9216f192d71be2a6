// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs the march over tiles of eight rays, L::kWidth rays at a time. Included by one file per instruction set.
#pragma once

#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::raycast::detail {

// Marches tiles [begin, end); one function per instruction set, all with the same result.
using MarchTiles = void (*)(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*,
                            HeightmapHit*);

// avx2 and avx512 exist only on x86-64.
void march_tiles_scalar(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*,
                        HeightmapHit*);
void march_tiles_avx2(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*, HeightmapHit*);
void march_tiles_avx512(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*,
                        HeightmapHit*);

// Rays of two tiles as arrays, ready to be loaded into lanes.
inline constexpr int kBatch = 2 * kTileRays;
struct BatchRays {
  int64_t index[kBatch];  // -1: no ray
  alignas(64) float ox[kBatch], oy[kBatch], oz[kBatch], dx[kBatch], dy[kBatch], dz[kBatch], max_distance[kBatch];
};

// Copies the rays of a tile to positions at .. at + 7; unused lanes get max_distance 0, so that they hit nothing.
GS_INLINE void load_tile(const RayTiles::Indices& index, const Ray* rays, int at, BatchRays& out) {
  for (int i = 0; i < kTileRays; ++i) {
    const bool used = index.at[i] >= 0;
    const Ray& ray = rays[used ? index.at[i] : index.at[0]];
    out.index[at + i] = index.at[i];
    out.ox[at + i] = ray.origin.x, out.oy[at + i] = ray.origin.y, out.oz[at + i] = ray.origin.z;
    out.dx[at + i] = ray.direction.x, out.dy[at + i] = ray.direction.y, out.dz[at + i] = ray.direction.z;
    out.max_distance[at + i] = used ? ray.max_distance : 0.0f;
  }
}

// Marches two tiles at a time and writes their hits.
template <class L>
GS_INLINE void march_tiles(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end,
                           const Ray* rays, HeightmapHit* hits) {
  static_assert(kBatch % L::kWidth == 0);
  for (std::size_t tile = begin; tile < end; tile += 2) {
    BatchRays in;
    load_tile(tiles.indices(tile), rays, 0, in);
    if (tile + 1 < end) {
      load_tile(tiles.indices(tile + 1), rays, kTileRays, in);
    } else {
      RayTiles::Indices none = tiles.indices(tile);
      load_tile(none, rays, kTileRays, in);
      for (int i = kTileRays; i < kBatch; ++i) in.index[i] = -1, in.max_distance[i] = 0.0f;
    }
    for (int i = 0; i < kBatch; i += L::kWidth) {
      const MarchHits<L> out =
          march<L>(view, {L::load(in.ox + i), L::load(in.oy + i), L::load(in.oz + i), L::load(in.dx + i),
                          L::load(in.dy + i), L::load(in.dz + i), L::load(in.max_distance + i)});
      for (int lane = 0; lane < L::kWidth; ++lane) {
        if (in.index[i + lane] < 0) continue;
        hits[in.index[i + lane]] = {L::at(out.distance, lane),
                                    {L::at(out.nx, lane), L::at(out.ny, lane), L::at(out.nz, lane)}};
      }
    }
  }
}

}  // namespace gs::raycast::detail
