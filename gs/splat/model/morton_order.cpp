// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/morton_order.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"

namespace gs::splat {
namespace {

// Buckets of the first pass of sorting: the highest bits of the key.
constexpr int kBucketShift = 52;
constexpr std::size_t kBuckets = std::size_t{1} << (64 - kBucketShift);

// Sorts by key, then index: items are distributed over buckets, which are sorted in parallel.
void sort_items(std::vector<MortonItem>& items) {
  std::vector<std::size_t> first(kBuckets + 1, 0);
  for (const MortonItem& item : items) ++first[(item.key >> kBucketShift) + 1];
  for (std::size_t b = 0; b < kBuckets; ++b) first[b + 1] += first[b];
  std::vector<MortonItem> sorted(items.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (const MortonItem& item : items) sorted[next[item.key >> kBucketShift]++] = item;
  items = std::move(sorted);
  const auto at = [&](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
  parallel_for(
      kBuckets,
      [&](std::size_t b) {
        std::sort(at(first[b]), at(first[b + 1]), [](const MortonItem& a, const MortonItem& c) {
          return a.key != c.key ? a.key < c.key : a.index < c.index;
        });
      },
      1);
}

}  // namespace

MortonCurve morton_curve(CloudView cloud) {
  Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  for (std::size_t i = 0; i < cloud.size; ++i) {
    const Vec3f p = cloud.position_of(i);
    if (!is_finite(p)) continue;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  MortonCurve curve{.items = std::vector<MortonItem>(cloud.size), .cube = morton_cube(low, high)};
  parallel_for(cloud.size, [&](std::size_t i) {
    curve.items[i] = {morton_key(curve.cube, cloud.position_of(i)), static_cast<uint32_t>(i)};
  });
  sort_items(curve.items);
  return curve;
}

std::vector<uint32_t> morton_order(CloudView cloud) {
  const MortonCurve curve = morton_curve(cloud);
  std::vector<uint32_t> order(cloud.size);
  std::transform(curve.items.begin(), curve.items.end(), order.begin(), [](const MortonItem& k) { return k.index; });
  return order;
}

}  // namespace gs::splat
