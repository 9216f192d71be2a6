// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs the march over tiles of eight rays, Lanes::kWidth at a time. Included by one file per instruction set.
#pragma once

#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::detail {

using MarchTiles = void (*)(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*,
                            HeightmapHit*);

void march_tiles_scalar(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*,
                        HeightmapHit*);
void march_tiles_avx2(const MarchView&, const RayTiles&, std::size_t begin, std::size_t end, const Ray*, HeightmapHit*);

// Rays of a tile, lane by lane.
struct TileRays {
  alignas(32) float ox[kTileRays], oy[kTileRays], oz[kTileRays], dx[kTileRays], dy[kTileRays], dz[kTileRays],
      max_distance[kTileRays];
};

template <class L>
GS_INLINE void march_tiles(const MarchView& view, const RayTiles& tiles, std::size_t begin, std::size_t end,
                           const Ray* rays, HeightmapHit* hits) {
  for (std::size_t tile = begin; tile < end; ++tile) {
    const RayTiles::Indices index = tiles.indices(tile);
    TileRays in;
    for (int i = 0; i < kTileRays; ++i) {
      const bool used = index.at[i] >= 0;
      const Ray& ray = rays[used ? index.at[i] : index.at[0]];
      in.ox[i] = ray.origin.x, in.oy[i] = ray.origin.y, in.oz[i] = ray.origin.z;
      in.dx[i] = ray.direction.x, in.dy[i] = ray.direction.y, in.dz[i] = ray.direction.z;
      in.max_distance[i] = used ? ray.max_distance : 0.0f;
    }
    for (int i = 0; i < kTileRays; i += L::kWidth) {
      const MarchHits<L> out =
          march<L>(view, {L::load(in.ox + i), L::load(in.oy + i), L::load(in.oz + i), L::load(in.dx + i),
                          L::load(in.dy + i), L::load(in.dz + i), L::load(in.max_distance + i)});
      for (int lane = 0; lane < L::kWidth; ++lane) {
        if (index.at[i + lane] < 0) continue;
        hits[index.at[i + lane]] = {L::at(out.distance, lane),
                                    {L::at(out.nx, lane), L::at(out.ny, lane), L::at(out.nz, lane)}};
      }
    }
  }
}

}  // namespace gs::detail
