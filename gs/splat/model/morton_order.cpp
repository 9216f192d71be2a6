// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/morton_order.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/kernel/morton.h"

namespace gs::splat {
namespace {

// Morton key and index of a Gaussian.
struct Keyed {
  uint64_t key;
  uint32_t index;
};

}  // namespace

std::vector<uint32_t> morton_order(CloudView cloud) {
  Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  for (std::size_t i = 0; i < cloud.size; ++i) {
    const Vec3f p = cloud.position_of(i);
    if (!is_finite(p)) continue;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const MortonCube cube = morton_cube(low, high);
  std::vector<Keyed> keyed(cloud.size);
  parallel_for(cloud.size, [&](std::size_t i) {
    keyed[i] = {morton_key(cube, cloud.position_of(i)), static_cast<uint32_t>(i)};
  });
  std::sort(keyed.begin(), keyed.end(),
            [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.index < b.index; });
  std::vector<uint32_t> order(cloud.size);
  std::transform(keyed.begin(), keyed.end(), order.begin(), [](const Keyed& k) { return k.index; });
  return order;
}

}  // namespace gs::splat
