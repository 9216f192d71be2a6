// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/ground_light.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/model/bounding_sphere.h"

namespace gs::splat::cpu {
namespace {

constexpr float kCell_m = 2.0f;
constexpr float kFarCell = 1e9f;     // positions farther away share the outermost cell
constexpr std::size_t kBlock = 512;  // Gaussians per parallel task

// Number of a cell along one axis; ordered as the coordinate.
uint32_t cell_of(float coordinate) {
  const float cell = std::floor(coordinate / kCell_m);
  return static_cast<uint32_t>(static_cast<int64_t>(std::clamp(cell, -kFarCell, kFarCell)) + (int64_t{1} << 31));
}

uint64_t key_of(uint32_t x, uint32_t y) { return uint64_t{y} << 32 | x; }

}  // namespace

GroundLight::GroundLight(const CloudView& cloud, std::span<const uint8_t> is_ground) {
  std::vector<std::pair<uint64_t, uint32_t>> found;
  for (std::size_t i = 0; i < is_ground.size(); ++i) {
    if (is_ground[i] == 0 || !is_usable(cloud, i)) continue;
    const Vec3f p = cloud.position_of(i);
    found.emplace_back(key_of(cell_of(p.x), cell_of(p.y)), static_cast<uint32_t>(i));
  }
  if (found.empty()) return;
  std::ranges::sort(found);
  keys_.reserve(found.size()), order_.reserve(found.size());
  for (const auto& [key, i] : found) keys_.push_back(key), order_.push_back(i);
  light_.assign(cloud.size, 1.0f);
}

// The ranges of the cells that a shadow touches: one a row of cells.
void GroundLight::add_ranges(const GroundShadow& shadow) {
  const uint32_t x0 = cell_of(shadow.low.x), x1 = cell_of(shadow.high.x);
  const uint32_t y1 = cell_of(shadow.high.y);
  auto from = keys_.begin();
  for (uint32_t y = cell_of(shadow.low.y); y <= y1;) {
    from = std::lower_bound(from, keys_.end(), key_of(x0, y));
    if (from == keys_.end()) return;
    const auto row = static_cast<uint32_t>(*from >> 32);
    if (row > y) {  // rows without ground are skipped, however large the shadow is
      y = row;
      continue;
    }
    const auto to = std::upper_bound(from, keys_.end(), key_of(x1, y));
    if (to > from)
      ranges_.push_back({static_cast<std::size_t>(from - keys_.begin()), static_cast<std::size_t>(to - keys_.begin())});
    from = to;
    ++y;
  }
}

// Unites ranges that overlap, so that every Gaussian is in one of them.
void GroundLight::merge_ranges() {
  std::ranges::sort(ranges_, {}, &Range::first);
  std::size_t kept = 0;
  for (const Range& r : ranges_) {
    if (kept > 0 && r.first <= ranges_[kept - 1].last) {
      ranges_[kept - 1].last = std::max(ranges_[kept - 1].last, r.last);
    } else {
      ranges_[kept++] = r;
    }
  }
  ranges_.resize(kept);
}

const float* GroundLight::under(const CloudView& cloud, std::span<const GroundShadow> shadows) {
  for (const Range& r : ranges_) {
    for (std::size_t k = r.first; k < r.last; ++k) light_[order_[k]] = 1.0f;
  }
  ranges_.clear();
  if (order_.empty()) return nullptr;
  for (const GroundShadow& shadow : shadows) add_ranges(shadow);
  if (ranges_.empty()) return nullptr;
  merge_ranges();
  for (const Range& r : ranges_) {
    parallel_for(
        r.last - r.first,
        [&](std::size_t k) {
          const uint32_t i = order_[r.first + k];
          light_[i] = light_left(shadows.data(), static_cast<uint32_t>(shadows.size()),
                                 {cloud.position[0][i], cloud.position[1][i]});
        },
        kBlock);
  }
  return light_.data();
}

}  // namespace gs::splat::cpu
