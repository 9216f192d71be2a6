// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Counts the blends of a frame that no renderer can avoid.
#pragma once

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/cpu/binning.h"
#include "gs/splat/cpu/executor.h"
#include "gs/splat/kernel/blend.h"

namespace bench {

// Visible splats, (splat, tile) pairs and blends.
struct BlendWork {
  std::size_t visible = 0, pairs = 0;
  uint64_t blended = 0;  // (splat, pixel) pairs with a weight above zero
};

// Counts the work of a view with the scalar algorithm.
inline BlendWork count_blends(const gs::splat::CloudView& cloud, const gs::splat::ViewF& view) {
  using namespace gs;
  std::vector<splat::cpu::SplatRecord> records(cloud.size);
  records.resize(splat::cpu::executor().project(cloud, view, 0, cloud.size, records.data()));
  splat::cpu::Scratch<splat::cpu::KeyValue> order;
  splat::cpu::Binning binning;
  if (!order.reserve(records.size())) return {};
  for (uint32_t i = 0; i < records.size(); ++i) order[i] = {splat::cpu::depth_key(records[i].depth), i};
  if (!splat::cpu::RadixSort().sort(order)) return {};
  std::vector<splat::cpu::SplatBox> boxes;
  for (const splat::cpu::SplatRecord& r : records) boxes.push_back(r.box);
  if (!binning.build(order.span(), records.data(), boxes.data(), view.camera.width, view.camera.height, false))
    return {};
  std::atomic<uint64_t> blended{0};
  parallel_for(
      binning.tile_count(),
      [&](std::size_t tile) {
        const splat::cpu::TileRect rect = binning.rect(tile);
        const splat::cpu::TileList list = binning.list(tile);
        std::vector<float> t(splat::cpu::kTileSize * splat::cpu::kTileSize, 1.0f);
        uint64_t here = 0;
        for (std::size_t i = 0; i < list.count; ++i) {
          const splat::cpu::SplatRecord& r = records[list.records[i]];
          for (int y = std::max<int>(r.box.y0, rect.y0); y <= std::min<int>(r.box.y1, rect.y0 + rect.height - 1); ++y) {
            for (int x = std::max<int>(r.box.x0, rect.x0); x <= std::min<int>(r.box.x1, rect.x0 + rect.width - 1);
                 ++x) {
              const float dx = static_cast<float>(x) - r.x, dy = static_cast<float>(y) - r.y;
              float& at = t[static_cast<std::size_t>((y - rect.y0) * splat::cpu::kTileSize + x - rect.x0)];
              if (at <= 0.0f) continue;
              const auto b =
                  splat::blend(splat::alpha_of(r.xx * dx * dx + r.xy * dx * dy + r.yy * dy * dy + r.peak), at);
              at = b.transmittance;
              here += b.weight > 0.0f;
            }
          }
        }
        blended += here;
      },
      1);
  return {records.size(), binning.pair_count(), blended.load()};
}

}  // namespace bench
