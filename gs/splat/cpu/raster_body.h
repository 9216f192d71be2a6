// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Blends one tile: splat by splat, row by row, one SIMD pack of neighbouring pixels at a time. Part of executor_body.h.
#pragma once

#include "gs/splat/cpu/executor.h"
#include "gs/splat/cpu/lanes.h"
#include "gs/splat/kernel/blend.h"

namespace gs::splat::cpu {

// Row length of a tile buffer: room for a pack that starts at the last pixel.
template <class F>
inline constexpr int kRowStride = kTileSize + Lanes<F>::kWidth;

// One channel of a tile.
template <class F>
struct TilePlane {
  alignas(64) float values[kTileSize * kRowStride<F>];
  GS_INLINE float* row(int y) { return values + y * kRowStride<F>; }
  void fill(float value) {
    for (float& v : values) v = value;
  }
};

// Pixel columns [begin, end) of each tile row that a splat touches.
struct RowSpans {
  int first_row, last_row;  // relative to the tile; empty if first > last
  int32_t begin[kTileSize + 16], end[kTileSize + 16];
};

// Computes the spans from the ellipse of the splat, kWidth rows at a time.
template <class F>
GS_INLINE void find_spans(const SplatRecord& r, const TileRect& rect, RowSpans& out) {
  using L = Lanes<F>;
  out.first_row = r.box.y0 > rect.y0 ? r.box.y0 - rect.y0 : 0;
  out.last_row = r.box.y1 < rect.y0 + rect.height - 1 ? r.box.y1 - rect.y0 : rect.height - 1;
  const F left(static_cast<float>(rect.x0)), width(static_cast<float>(rect.width));
  const F margin(1e-3f), zero(0.0f);  // rounding must not lose a pixel; alpha_of() makes the final decision
  for (int y = out.first_row; y <= out.last_row; y += L::kWidth) {
    const F dy = L::ramp() + F(static_cast<float>(rect.y0 + y) - r.y);
    const F half2 = F(r.reach) - F(r.bend) * dy * dy;
    const F half = sqrt(max(half2, zero)) + margin;
    const F middle = F(r.x) + F(r.slope) * dy - left;
    const F low = clamp(middle - half, zero, width);
    const F high = clamp(middle + half + F(1.0f), zero, width);  // one behind the last
    const auto begin = to_int(low), end = to_int(high);
    const auto ceiling = begin + to_int(select(to_float(begin) < low, F(1.0f), zero));
    L::store(ceiling, out.begin + y);
    L::store(end, out.end + y);
  }
}

// True if some pixel of the tile is not finished.
template <class F>
bool any_unfinished(TilePlane<F>& transmittance, const TileRect& rect) {
  using L = Lanes<F>;
  for (int y = 0; y < rect.height; ++y) {
    for (int x = 0; x < rect.width; x += L::kWidth) {
      if (any(L::load(transmittance.row(y) + x) > F(0.0f))) return true;
    }
  }
  return false;
}

// What a tile computes besides colour and coverage.
enum class TileOutput { color, depth, instance };  // depth: expected and median; instance: those and the instance

// Blends a tile.
template <class F, TileOutput kOutput>
void raster_tile_with(const SplatRecord* records, TileList list, TileRect rect, const Planes& out) {
  using L = Lanes<F>;
  constexpr bool kDepth = kOutput != TileOutput::color, kInstance = kOutput == TileOutput::instance;
  TilePlane<F> transmittance, color[3], depth[kDepth ? 2 : 1], instance[1];
  transmittance.fill(1.0f);
  for (auto& plane : color) plane.fill(0.0f);
  if constexpr (kDepth) depth[0].fill(0.0f), depth[1].fill(0.0f);
  if constexpr (kInstance) instance[0].fill(0.0f);
  // Columns beyond the image in a narrow tile count as finished.
  for (int y = 0; y < rect.height; ++y) {
    for (int x = rect.width; x < kRowStride<F>; ++x) transmittance.row(y)[x] = -1.0f;
  }

  RowSpans spans;
  for (std::size_t i = 0; i < list.count; ++i) {
    // Records are read in depth order, which is random in memory. Every 32 splats, stop if the tile is opaque.
    if (i + 8 < list.count) __builtin_prefetch(records + list.records[i + 8]);
    if (i % 32 == 31 && !any_unfinished<F>(transmittance, rect)) break;
    const SplatRecord& r = records[list.records[i]];
    find_spans<F>(r, rect, spans);
    const F xx(r.xx), red(r.color[0]), green(r.color[1]), blue(r.color[2]), z(r.depth);
    for (int y = spans.first_row; y <= spans.last_row; ++y) {
      const float dy = static_cast<float>(rect.y0 + y) - r.y;
      const F linear(r.xy * dy), constant(r.yy * dy * dy + r.peak);
      float* const t_row = transmittance.row(y);
      for (int x = spans.begin[y]; x < spans.end[y]; x += L::kWidth) {
        const F t = L::load(t_row + x);
        if (!any(t > F(0.0f))) continue;
        const F dx = L::ramp() + F(static_cast<float>(rect.x0 + x) - r.x);
        const Blend<F> b = blend(alpha_of((xx * dx + linear) * dx + constant), t);
        L::store(b.transmittance, t_row + x);
        const auto add = [&](TilePlane<F>& plane, F value) {
          float* const at = plane.row(y) + x;
          L::store(L::load(at) + b.weight * value, at);
        };
        add(color[0], red), add(color[1], green), add(color[2], blue);
        if constexpr (kDepth) {
          add(depth[0], z);
          float* const median = depth[1].row(y) + x;
          const auto passes = passes_half(t, b.transmittance);
          L::store(select(passes, z, L::load(median)), median);
          if constexpr (kInstance) {
            float* const number = instance[0].row(y) + x;
            L::store(select(passes, F(static_cast<float>(r.owner)), L::load(number)), number);
          }
        }
      }
    }
  }

  for (int y = 0; y < rect.height; ++y) {
    const std::size_t at =
        static_cast<std::size_t>(rect.y0 + y) * static_cast<std::size_t>(out.width) + static_cast<std::size_t>(rect.x0);
    const auto copy = [&](float* to, const float* from) {
      if (to != nullptr) std::memcpy(to + at, from, static_cast<std::size_t>(rect.width) * sizeof(float));
    };
    for (int c = 0; c < 3; ++c) copy(out.color[c], color[c].row(y));
    if constexpr (kDepth) copy(out.depth, depth[0].row(y)), copy(out.median_depth, depth[1].row(y));
    if constexpr (kInstance) copy(out.instance, instance[0].row(y));
    if (out.alpha != nullptr) {
      for (int x = 0; x < rect.width; ++x)
        out.alpha[at + static_cast<std::size_t>(x)] = 1.0f - abs(transmittance.row(y)[x]);
    }
  }
}

// Executor::raster for number type F.
template <class F>
void raster_tile(const SplatRecord* records, TileList list, TileRect rect, const Planes& out) {
  if (out.instance != nullptr) return raster_tile_with<F, TileOutput::instance>(records, list, rect, out);
  if (out.depth != nullptr || out.median_depth != nullptr)
    return raster_tile_with<F, TileOutput::depth>(records, list, rect, out);
  raster_tile_with<F, TileOutput::color>(records, list, rect, out);
}

}  // namespace gs::splat::cpu
