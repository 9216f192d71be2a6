// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/lod/node_order.h"

#include <algorithm>
#include <iterator>
#include <queue>

#include "gs/core/parallel.h"

namespace gs::splat::lod {
namespace {

constexpr std::size_t kMinRoom = 8192;  // a chunk with less room is filled together with the next one
constexpr std::size_t kMaxParts = 8;    // regions that one region is cut into

// An inner node that waits for its children's numbers.
struct Waiting {
  float size;
  uint32_t inner;
  // The largest node comes first, of equal ones that with the lowest id.
  friend bool operator<(const Waiting& a, const Waiting& b) {
    return a.size != b.size ? a.size < b.size : a.inner > b.inner;
  }
};

}  // namespace

// Children have lower ids than parents, so one pass is enough.
void NodeOrder::measure() {
  const std::size_t leaves = tree_.leaf_count(), count = tree_.inner_.size();
  below_.assign(count, 0);
  first_leaf_.assign(count, UINT32_MAX);
  for (std::size_t k = 0; k < count; ++k) {
    for (const uint32_t id : tree_.children_of(static_cast<uint32_t>(k))) {
      below_[k] += id < leaves ? 1 : 1 + below_[id - leaves];
      first_leaf_[k] = std::min(first_leaf_[k], id < leaves ? id : first_leaf_[id - leaves]);
    }
  }
}

std::size_t NodeOrder::below(const std::vector<uint32_t>& inner) const {
  std::size_t sum = 0;
  for (const uint32_t k : inner) sum += below_[k];
  return sum;
}

// Cuts a list along the Morton curve; the parts get the numbers from `begin` on.
std::vector<NodeOrder::Region> NodeOrder::split(std::vector<uint32_t> inner, std::size_t begin) const {
  if (inner.empty()) return {};
  std::sort(inner.begin(), inner.end(), [&](uint32_t a, uint32_t b) {
    return first_leaf_[a] != first_leaf_[b] ? first_leaf_[a] < first_leaf_[b] : a < b;
  });
  const std::size_t total = below(inner);
  const std::size_t parts = std::clamp<std::size_t>(total / kChunkNodes, 1, kMaxParts);
  std::vector<Region> regions;
  std::size_t done = 0;
  for (const uint32_t k : inner) {
    if (regions.empty() || (done >= total * regions.size() / parts && regions.size() < parts)) {
      regions.push_back({.begin = begin + done});
    }
    regions.back().inner.push_back(k);
    done += below_[k];
  }
  return regions;
}

std::vector<NodeOrder::Region> NodeOrder::expand(const Region& region) {
  const std::size_t total = below(region.inner), leaves = tree_.leaf_count();
  std::size_t room = kChunkNodes - region.begin % kChunkNodes;
  if (room < kMinRoom) room += kChunkNodes;
  const std::size_t end = region.begin + std::min(room, total);
  std::vector<Waiting> waiting;
  waiting.reserve(region.inner.size());
  for (const uint32_t k : region.inner) waiting.push_back({feature_size(tree_.inner_[k]), k});
  std::make_heap(waiting.begin(), waiting.end());
  std::size_t next = region.begin;
  while (next < end && !waiting.empty()) {
    std::pop_heap(waiting.begin(), waiting.end());
    const uint32_t k = waiting.back().inner;
    waiting.pop_back();
    tree_.start_[k] = static_cast<uint32_t>(next);
    for (const uint32_t id : tree_.children_of(k)) {
      tree_.order_[next++] = id;
      if (id < leaves) continue;
      const auto child = static_cast<uint32_t>(id - leaves);
      waiting.push_back({feature_size(tree_.inner_[child]), child});
      std::push_heap(waiting.begin(), waiting.end());
    }
  }
  std::vector<uint32_t> rest(waiting.size());
  std::transform(waiting.begin(), waiting.end(), rest.begin(), [](const Waiting& w) { return w.inner; });
  return split(std::move(rest), next);
}

void NodeOrder::number(LodTree& tree) {
  const std::size_t leaves = tree.leaf_count(), count = tree.inner_.size();
  tree.order_.resize(leaves + count);
  tree.start_.resize(count);
  // The last node made is the root.
  tree.order_[0] = static_cast<uint32_t>(leaves + count - 1);
  if (count == 0) return;
  NodeOrder order(tree);
  order.measure();
  std::vector<Region> regions(1);
  regions[0] = {{static_cast<uint32_t>(count - 1)}, 1};
  while (!regions.empty()) {
    std::vector<std::vector<Region>> parts(regions.size());
    parallel_for(
        regions.size(), [&](std::size_t r) { parts[r] = order.expand(regions[r]); }, 1);
    regions.clear();
    for (std::vector<Region>& part : parts) std::move(part.begin(), part.end(), std::back_inserter(regions));
  }
}

}  // namespace gs::splat::lod
