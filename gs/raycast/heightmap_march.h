// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// March of rays through a min-max pyramid, written once for all executors. The template parameter L ("Lanes") provides
// the number types and the few operations that differ between processors; see cpu/ (one file per instruction set) and
// cuda/cuda_lanes.cuh.
#pragma once

#include <cstdint>

#include "gs/core/numbers/math.h"
#include "gs/geometry/vec.h"

namespace gs::raycast::detail {

// Distance of a ray that hits nothing.
inline constexpr float kFarStep = __builtin_inff();
inline constexpr float kSeam = 1e-4f;  // [m] tolerance outside a patch, closes the seams between patches
// The coarsest node covers 128 x 128 patches; eight table entries fit into one register.
inline constexpr int kMarchLevels = 8;

// Data read by the march; the pointers belong to HeightmapCaster. "Cells" are patches, "steps" are height quanta.
struct MarchView {
  const float* heights = nullptr;     // [height, width]
  const uint32_t* nodes = nullptr;    // all levels; min | max << 16 of each node, in steps above bottom
  int32_t offset[kMarchLevels] = {};  // first node of each level
  int32_t stride[kMarchLevels] = {};  // nodes per row of each level
  int32_t width = 0, height = 0, top_level = 0;
  float cells_per_m = 0, steps_per_m = 0, steps = 0;  // steps: height of the highest sample
  Vec3f shift{};                                      // ray frame -> metres from sample (0, 0), and height above zero
  float bottom = 0;
};

// Rays of all lanes, and their hits.
template <class L>
struct MarchRays {
  typename L::F ox, oy, oz, dx, dy, dz, max_distance;
};
template <class L>
struct MarchHits {
  typename L::F distance, nx, ny, nz;  // distance is infinite without a hit
};

// Interval of ray parameters t.
template <class L>
struct Interval {
  typename L::F t0, t1;
};
// Restricts the interval to low <= origin + t * direction <= high; inverse = 1 / direction.
template <class L>
GS_HD GS_INLINE void clip(Interval<L>& i, typename L::F origin, typename L::F inverse, float low, float high) {
  using F = typename L::F;
  const F a = (F(low) - origin) * inverse, b = (F(high) - origin) * inverse;
  i.t0 = L::max(i.t0, L::min(a, b));
  i.t1 = L::min(i.t1, L::max(a, b));
}

// Bilinear patch: height over (u, v) in [0, 1]^2 is h + a u + b v + c u v.
template <class F>
struct Patch {
  F h, a, b, c;
};
// Coefficients of the patch between samples (ix, iy) and (ix + 1, iy + 1).
template <class L>
GS_HD GS_INLINE Patch<typename L::F> load_patch(const MarchView& m, typename L::I ix, typename L::I iy) {
  const auto at = iy * m.width + ix;
  const auto h00 = L::gather(m.heights, at), h10 = L::gather(m.heights, at + 1);
  const auto h01 = L::gather(m.heights, at + m.width), h11 = L::gather(m.heights, at + (m.width + 1));
  return {h00, h10 - h00, h01 - h00, (h00 - h10) + (h11 - h01)};
}

// First s in [-slack, length + slack] at which the ray (at + s by) meets the patch; infinite if there is none. The
// height difference along a ray is quadratic: f(s) = A s^2 + B s + C.
template <class L>
GS_HD GS_INLINE typename L::F meet_patch(const Patch<typename L::F>& p, Vec3<typename L::F> at, Vec3<typename L::F> by,
                                         typename L::F length, float slack) {
  using F = typename L::F;
  const F C = at.z - (p.h + p.a * at.x + p.b * at.y + p.c * at.x * at.y);
  const F B = by.z - (p.a * by.x + p.b * by.y + p.c * (at.x * by.y + at.y * by.x));
  const F A = -(p.c * by.x * by.y);
  const F root = L::sqrt(L::max(B * B - F(4.0f) * A * C, F(0.0f)));
  const auto real = B * B - F(4.0f) * A * C >= F(0.0f);
  const F q = F(-0.5f) * (B + L::select(B < F(0.0f), -root, root));
  const F r1 = q / A, r2 = C / q;  // inf or NaN if degenerate: fails the comparisons below
  const F none(kFarStep);
  const F low(-slack), high = length + F(slack);
  const F s1 = L::select(real & (r1 >= low) & (r1 <= high), r1, none);
  const F s2 = L::select(real & (r2 >= low) & (r2 <= high), r2, none);
  return L::min(s1, s2);
}

// Nearest hit of all lanes. Walks over nodes of the pyramid: descends into a node if the ray's height interval overlaps
// its min-max range, else steps to the next node, and ascends when it leaves the parent.
template <class L>
GS_HD GS_INLINE MarchHits<L> march(const MarchView& m, const MarchRays<L>& ray) {
  using F = typename L::F;
  using I = typename L::I;
  const F zero(0.0f), one(1.0f), tiny(1e-9f);
  // Direction in cells per metre. Components of zero become 1e-9: this moves the ray by a negligible amount and keeps
  // all quotients finite.
  const auto away_from_zero = [&](F d) { return L::select(L::abs(d) < tiny, tiny, d); };
  const F gx = (ray.ox + F(m.shift.x)) * F(m.cells_per_m), gy = (ray.oy + F(m.shift.y)) * F(m.cells_per_m);
  const F z = ray.oz + F(m.shift.z);
  const F zq = (z - F(m.bottom)) * F(m.steps_per_m);
  const F dx = away_from_zero(ray.dx * F(m.cells_per_m)), dy = away_from_zero(ray.dy * F(m.cells_per_m));
  const F dq = away_from_zero(ray.dz * F(m.steps_per_m));
  const F inv_x = one / dx, inv_y = one / dy;

  // Clip the ray to the box of the map. Rays with non-finite values (sum - sum is NaN) are inactive.
  Interval<L> reach{zero, ray.max_distance};
  clip<L>(reach, gx, inv_x, 0.0f, L::as_float(m.width - 1));
  clip<L>(reach, gy, inv_y, 0.0f, L::as_float(m.height - 1));
  clip<L>(reach, zq, one / dq, -2.0f, m.steps + 2.0f);
  const F sum = (gx + gy + zq) + (dx + dy + dq);
  auto active = (reach.t0 <= reach.t1) & (ray.max_distance > zero) & (sum - sum <= zero);

  F t = L::select(active, reach.t0, zero);
  const F t_end = L::select(active, reach.t1, zero);
  const auto cell = [&](F g, F d, int32_t cells) {
    return L::clamp(to_int(L::select(active, g + d * t, zero)), I(0), I(cells - 1));
  };
  I ix = cell(gx, dx, m.width - 1), iy = cell(gy, dy, m.height - 1);
  I level = L::min(I(L::kStartLevel), I(m.top_level));
  MarchHits<L> hit{F(kFarStep), zero, zero, one};
  // A node is left through the border (node index + ahead) << level, into the cell at that border minus behind.
  const I ahead_x = L::select(dx > zero, I(1), I(0)), ahead_y = L::select(dy > zero, I(1), I(0));
  const I behind_x = I(1) - ahead_x, behind_y = I(1) - ahead_y;
  const I last_x(m.width - 2), last_y(m.height - 2), top_level(m.top_level);

  // Cells stay inside the map in every lane, also in inactive ones, so gathers need no mask.
  while (L::any(active)) {
    // Current node and the ray parameter at which the ray leaves it.
    const I nx = L::shr(ix, level), ny = L::shr(iy, level);
    const I border_x = L::shl(nx + ahead_x, level), border_y = L::shl(ny + ahead_y, level);
    const F tx = (to_float(border_x) - gx) * inv_x, ty = (to_float(border_y) - gy) * inv_y;
    const F t_exit = L::max(L::min(L::min(tx, ty), t_end), t);

    // Compare the ray's height interval with the node's range.
    const I node = L::gather(m.nodes, L::lookup(m.offset, level) + ny * L::lookup(m.stride, level) + nx);
    const F low = to_float(node & 0xFFFF), high = to_float(L::shr(node, I(16)));
    const F za = zq + dq * t, zb = zq + dq * t_exit;
    auto inside = active & (L::max(za, zb) >= low) & (L::min(za, zb) <= high);

    // At the finest level: intersect the patch itself.
    const auto here = inside & (level == I(0));
    if (L::any(here)) {
      const Patch<F> p = load_patch<L>(m, ix, iy);
      const F u = gx + dx * t - to_float(ix), v = gy + dy * t - to_float(iy);
      const F s = meet_patch<L>(p, {u, v, z + ray.dz * t}, {dx, dy, ray.dz}, t_exit - t, kSeam);
      const auto met = here & (s < F(kFarStep)) & (t + s >= F(-kSeam)) & (t + s <= ray.max_distance);
      hit.distance = L::select(met, L::max(t + s, zero), hit.distance);
      hit.nx = L::select(met, -(p.a + p.c * (v + dy * s)) * F(m.cells_per_m), hit.nx);
      hit.ny = L::select(met, -(p.b + p.c * (u + dx * s)) * F(m.cells_per_m), hit.ny);
      active = active & !met;
      inside = inside & !here;  // hit or passed: this cell is finished
    }
    // Lanes that may be hit inside descend one level; the others step to the neighbouring node.
    const auto by_x = tx <= ty;
    const F along = L::select(by_x, gy + dy * t_exit, gx + dx * t_exit);
    const I first = L::shl(L::select(by_x, ny, nx), level);
    const I kept = L::clamp(to_int(along), first, first + L::shl(I(1), level) - I(1));
    const I next_x = L::select(by_x, border_x - behind_x, kept), next_y = L::select(by_x, kept, border_y - behind_y);
    const auto ends = (t_exit >= t_end) | L::negative((next_x | next_y) | ((last_x - next_x) | (last_y - next_y)));
    active = active & (inside | !ends);
    const auto moved = active & !inside;
    // Ascend if the step left the parent node.
    const auto same_parent = L::shr((next_x ^ ix) | (next_y ^ iy), level + I(1)) == I(0);
    level = L::select(inside, level - I(1), L::select(moved & !same_parent, L::min(level + I(1), top_level), level));
    ix = L::select(moved, L::min(next_x, last_x), ix);
    iy = L::select(moved, L::min(next_y, last_y), iy);
    t = L::select(moved, t_exit, t);
  }
  const F k = one / L::sqrt(hit.nx * hit.nx + hit.ny * hit.ny + one);
  return {hit.distance, hit.nx * k, hit.ny * k, k};
}

}  // namespace gs::raycast::detail
