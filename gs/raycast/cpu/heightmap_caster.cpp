// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/api/heightmap_caster.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/raycast/cpu/heightmap_tiles.h"

namespace gs::raycast {

struct HeightmapCaster::Impl {
  std::vector<float> heights;
  std::vector<uint32_t> nodes;
  detail::MarchView view;
};

namespace {

constexpr int kMaxSide = 32768;
constexpr uint32_t kNoGround = 0x0000FFFFu;  // min above max: contains nothing
constexpr float kSteps = 65000.0f;           // height quanta used of 65535; the rest is room for rounding outwards

Result<void> check(const HeightmapView& map) {
  if (map.width < 2 || map.height < 2 || map.width > kMaxSide || map.height > kMaxSide) {
    return fail(ErrorCode::invalid_argument, "heightmap sides must have 2 to {} samples, not {} x {}", kMaxSide,
                map.width, map.height);
  }
  const std::size_t wanted = static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height);
  if (map.heights.size() != wanted) {
    return fail(ErrorCode::invalid_argument, "heightmap has {} heights for {} x {} samples", map.heights.size(),
                map.width, map.height);
  }
  if (!(map.resolution > 0) || !std::isfinite(map.resolution) || !is_finite(map.origin)) {
    return fail(ErrorCode::invalid_argument,
                "heightmap resolution {} must be positive, and resolution and origin finite", map.resolution);
  }
  // Node indices have 32 bits; all levels together have 4/3 as many nodes as samples.
  if (wanted > 1'500'000'000u)
    return fail(ErrorCode::invalid_argument, "heightmap has too many samples: {}, at most 1500000000", wanted);
  return {};
}

// Lowest and highest finite sample; infinite samples count as missing ground, like NaN.
struct Extent {
  float low = kFar, high = -kFar;
};
Extent extent_of(std::span<const float> heights) {
  return parallel_reduce(
      heights.size(), 1 << 16, Extent{},
      [&](std::size_t begin, std::size_t end) {
        Extent e;
        for (std::size_t i = begin; i < end; ++i) {
          if (!std::isfinite(heights[i])) continue;
          e.low = std::min(e.low, heights[i]);
          e.high = std::max(e.high, heights[i]);
        }
        return e;
      },
      [](Extent a, Extent b) {
        return Extent{std::min(a.low, b.low), std::max(a.high, b.high)};
      });
}

// Union of two height ranges.
uint32_t merge(uint32_t a, uint32_t b) {
  return std::min(a & 0xFFFFu, b & 0xFFFFu) | std::max(a & 0xFFFF0000u, b & 0xFFFF0000u);
}

// Level 0: height range of every patch, rounded outwards.
void fill_finest(const detail::MarchView& view, std::vector<uint32_t>& nodes) {
  const int across = view.width - 1;
  const auto down = static_cast<std::size_t>(view.height - 1);
  parallel_for(
      down,
      [&](std::size_t row) {
        const float* low_row = view.heights + row * static_cast<std::size_t>(view.width);
        const float* high_row = low_row + view.width;
        uint32_t* out = nodes.data() + row * static_cast<std::size_t>(across);
        for (int x = 0; x < across; ++x) {
          const float h[4] = {low_row[x], low_row[x + 1], high_row[x], high_row[x + 1]};
          // A patch with a missing corner has no surface; the sum tests all four at once.
          const float sum = h[0] + h[1] + h[2] + h[3];
          if (!std::isfinite(sum)) {
            out[x] = kNoGround;
            continue;
          }
          const float low = std::min(std::min(h[0], h[1]), std::min(h[2], h[3]));
          const float high = std::max(std::max(h[0], h[1]), std::max(h[2], h[3]));
          // One step of slack in each direction covers rounding here and in the march.
          const float a = std::floor((low - view.bottom) * view.steps_per_m) - 1.0f;
          const float b = std::ceil((high - view.bottom) * view.steps_per_m) + 1.0f;
          out[x] = static_cast<uint32_t>(std::max(a, 0.0f)) | static_cast<uint32_t>(std::min(b, 65535.0f)) << 16;
        }
      },
      16);
}

// Coarser level: every node is the union of up to 2 x 2 nodes of the finer level.
void fill_level(const detail::MarchView& view, int level, int across, int down, int finer_across, int finer_down,
                std::vector<uint32_t>& nodes) {
  parallel_for(
      static_cast<std::size_t>(down),
      [&](std::size_t row) {
        const int y = static_cast<int>(row);
        const uint32_t* finer = nodes.data() + view.offset[level - 1];
        uint32_t* out = nodes.data() + view.offset[level] + row * static_cast<std::size_t>(across);
        for (int x = 0; x < across; ++x) {
          uint32_t node = kNoGround;
          for (int dy = 0; dy < 2 && 2 * y + dy < finer_down; ++dy) {
            for (int dx = 0; dx < 2 && 2 * x + dx < finer_across; ++dx) {
              node = merge(node, finer[static_cast<std::ptrdiff_t>(2 * y + dy) * finer_across + 2 * x + dx]);
            }
          }
          out[x] = node;
        }
      },
      16);
}

// Computes the sizes of the levels, then fills them from fine to coarse.
void build_pyramid(detail::MarchView& view, std::vector<uint32_t>& nodes) {
  int across[detail::kMarchLevels], down[detail::kMarchLevels];
  int levels = 0;
  std::size_t total = 0;
  for (int w = view.width - 1, h = view.height - 1; levels < detail::kMarchLevels; w = (w + 1) / 2, h = (h + 1) / 2) {
    across[levels] = w, down[levels] = h;
    view.offset[levels] = static_cast<int32_t>(total);
    view.stride[levels] = w;
    total += static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
    ++levels;
    if (w == 1 && h == 1) break;
  }
  view.top_level = levels - 1;
  nodes.assign(total, kNoGround);
  fill_finest(view, nodes);
  for (int l = 1; l < levels; ++l) fill_level(view, l, across[l], down[l], across[l - 1], down[l - 1], nodes);
  view.nodes = nodes.data();
}

}  // namespace

HeightmapCaster::HeightmapCaster(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HeightmapCaster::HeightmapCaster(HeightmapCaster&&) noexcept = default;
HeightmapCaster& HeightmapCaster::operator=(HeightmapCaster&&) noexcept = default;
HeightmapCaster::~HeightmapCaster() = default;

Result<HeightmapCaster> HeightmapCaster::build(const HeightmapView& map, Vec3d rays_origin) {
  GS_CHECK(check(map));
  auto impl = std::make_unique<Impl>();
  impl->heights.assign(map.heights.begin(), map.heights.end());
  const Extent extent = extent_of(impl->heights);
  const bool any_ground = extent.low <= extent.high;
  detail::MarchView& view = impl->view;
  view.heights = impl->heights.data();
  view.width = map.width, view.height = map.height;
  view.bottom = any_ground ? extent.low : 0.0f;
  const float range = any_ground ? extent.high - extent.low : 0.0f;
  // Flat maps get steps of 1 mm; others use the full 16-bit range.
  view.steps_per_m = kSteps / std::max(range, kSteps * 1e-3f);
  view.steps = range * view.steps_per_m;
  view.cells_per_m = static_cast<float>(1.0 / map.resolution);
  // Subtracted in double: map coordinates can be too large for a float, their difference is not.
  view.shift = gs::cast<float>(rays_origin - map.origin);
  build_pyramid(view, impl->nodes);
  return HeightmapCaster(std::move(impl));
}

void HeightmapCaster::cast(RayGrid grid, std::span<const Ray> rays, std::span<HeightmapHit> hits) const {
  cast(grid, rays, hits, cpu_isa());
}

void HeightmapCaster::cast(RayGrid grid, std::span<const Ray> rays, std::span<HeightmapHit> hits, Isa isa) const {
  GS_EXPECT(rays.size() == grid.size() && hits.size() == grid.size());
  const RayTiles tiles(grid);
  // Executor for the instruction set; all give the same bits.
  detail::MarchTiles march = detail::march_tiles_scalar;
#if defined(__x86_64__)
  if (isa == Isa::avx2) march = detail::march_tiles_avx2;
  if (isa == Isa::avx512) march = detail::march_tiles_avx512;
#else
  static_cast<void>(isa);
#endif
  parallel_blocks(tiles.count(), 256, [&](std::size_t begin, std::size_t end, std::size_t) {
    march(impl_->view, tiles, begin, end, rays.data(), hits.data());
  });
}

const detail::MarchView& HeightmapCaster::march_view() const { return impl_->view; }
std::span<const uint32_t> HeightmapCaster::nodes() const { return impl_->nodes; }

std::size_t HeightmapCaster::memory_bytes() const {
  return impl_->heights.size() * sizeof(float) + impl_->nodes.size() * sizeof(uint32_t);
}

}  // namespace gs::raycast
