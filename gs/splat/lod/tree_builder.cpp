// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/lod/tree_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gs/core/parallel.h"

namespace gs::splat::lod {
namespace {

constexpr std::size_t kActiveBlock = 16384;  // nodes that a thread takes at once
constexpr int kKeyBits = 63;

}  // namespace

// First item at or behind `i` that begins a cell.
std::size_t TreeBuilder::cell_begin(std::size_t i, int shift) const {
  if (i == 0 || i >= active_.size()) return std::min(i, active_.size());
  const uint64_t cell = active_[i - 1].key >> shift;
  const auto from = active_.begin() + static_cast<std::ptrdiff_t>(i);
  return static_cast<std::size_t>(
      std::partition_point(from, active_.end(), [&](const Active& a) { return a.key >> shift == cell; }) -
      active_.begin());
}

// Calls use(begin, end, members) for the cells that begin in a block; `members` are the nodes to merge, none if fewer
// than two are small enough.
template <class Use>
void TreeBuilder::for_each_cell(std::size_t block, int shift, float step, Use use) const {
  std::size_t begin = cell_begin(block * kActiveBlock, shift);
  const std::size_t last = cell_begin((block + 1) * kActiveBlock, shift);
  std::vector<std::size_t> members;
  while (begin < last) {
    members.clear();
    const uint64_t cell = active_[begin].key >> shift;
    std::size_t end = begin;
    for (; end < last && active_[end].key >> shift == cell; ++end) {
      if (active_[end].size <= step) members.push_back(end);
    }
    if (members.size() < 2) members.clear();
    use(begin, end, std::span<const std::size_t>(members));
    begin = end;
  }
}

TreeBuilder::BlockCounts TreeBuilder::count_block(std::size_t block, int shift, float step) const {
  BlockCounts counts;
  for_each_cell(block, shift, step, [&](std::size_t begin, std::size_t end, std::span<const std::size_t> members) {
    const std::size_t groups = (members.size() + kMaxChildren - 1) / kMaxChildren;
    counts.inner += groups;
    counts.children += members.size();
    counts.active += end - begin - members.size() + groups;
  });
  return counts;
}

// Makes an inner node of active nodes; `at` says where its parts go and moves on.
void TreeBuilder::merge_group(std::span<const std::size_t> members, BlockCounts& at) {
  std::array<LodGaussian, kMaxChildren> gaussians;
  std::array<double, kMaxChildren> weights;
  const std::size_t count = members.size();
  for (std::size_t k = 0; k < count; ++k) {
    const uint32_t id = active_[members[k]].id;
    gaussians[k] = tree_.gaussian_of(id);
    tree_.children_[at.children++] = id;
  }
  const LodGaussian merged = merge({gaussians.data(), count}, {weights.data(), count});
  const auto record = 3 * static_cast<std::size_t>(tree_.leaves_.coefficients());
  float* sh = tree_.inner_sh_.data() + at.inner * record;
  std::array<double, 48> sums{};
  for (std::size_t k = 0; k < count; ++k) {
    const float* from = tree_.sh_of(active_[members[k]].id);
    for (std::size_t c = 0; c < record; ++c) sums[c] += weights[k] * static_cast<double>(from[c]);
  }
  for (std::size_t c = 0; c < record; ++c) sh[c] = static_cast<float>(sums[c]);
  tree_.inner_[at.inner] = merged;
  const auto id = static_cast<uint32_t>(tree_.leaves_.size() + at.inner);
  tree_.children_at_[++at.inner] = at.children;
  next_[at.active++] = {active_[members[0]].key, id, feature_size(merged)};
}

void TreeBuilder::merge_block(std::size_t block, int shift, float step, BlockCounts at) {
  for_each_cell(block, shift, step, [&](std::size_t begin, std::size_t end, std::span<const std::size_t> members) {
    // Groups of equal size, so that none is left with one member.
    const std::size_t groups = (members.size() + kMaxChildren - 1) / kMaxChildren;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t first = members.size() * g / groups, last = members.size() * (g + 1) / groups;
      merge_group(members.subspan(first, last - first), at);
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (members.empty() || active_[i].size > step) next_[at.active++] = active_[i];
    }
  });
}

void TreeBuilder::merge_level(int shift, float step) {
  const std::size_t blocks = (active_.size() + kActiveBlock - 1) / kActiveBlock;
  std::vector<BlockCounts> at(blocks + 1);
  parallel_for(
      blocks, [&](std::size_t b) { at[b + 1] = count_block(b, shift, step); }, 1);
  at[0] = {tree_.inner_.size(), tree_.children_.size(), 0};
  for (std::size_t b = 0; b < blocks; ++b) {
    at[b + 1].inner += at[b].inner;
    at[b + 1].children += at[b].children;
    at[b + 1].active += at[b].active;
  }
  if (at[blocks].inner == at[0].inner) return;
  tree_.inner_.resize(at[blocks].inner);
  tree_.inner_sh_.resize(at[blocks].inner * 3 * static_cast<std::size_t>(tree_.leaves_.coefficients()));
  tree_.children_at_.resize(at[blocks].inner + 1);
  tree_.children_.resize(at[blocks].children);
  next_.resize(at[blocks].active);
  parallel_for(
      blocks, [&](std::size_t b) { merge_block(b, shift, step, at[b]); }, 1);
  active_.swap(next_);
}

void TreeBuilder::merge_levels(const MortonCube& cube) {
  float smallest = std::numeric_limits<float>::infinity();
  for (const Active& node : active_) smallest = std::min(smallest, node.size);
  for (int level = 0; active_.size() > 1; ++level) {
    const int shift = std::min(3 * level, kKeyBits);
    float step = std::ldexp(1 / cube.scale, level);
    // One cell holds everything: the largest nodes are merged, too.
    if (shift == kKeyBits) step = std::numeric_limits<float>::infinity();
    if (step >= smallest) merge_level(shift, step);
  }
}

Result<LodTree> TreeBuilder::merged_tree(GaussianCloud cloud) {
  TreeBuilder builder;
  MortonCurve curve = morton_curve(cloud.view());
  std::vector<uint32_t> order(curve.items.size());
  parallel_for(order.size(), [&](std::size_t i) { order[i] = curve.items[i].index; });
  GS_TRY(builder.tree_.leaves_, gather(cloud.view(), order));
  cloud = {};
  builder.tree_.children_at_ = {0};
  builder.active_.resize(order.size());
  parallel_for(order.size(), [&](std::size_t i) {
    const auto id = static_cast<uint32_t>(i);
    builder.active_[i] = {curve.items[i].key, id, feature_size(builder.tree_.gaussian_of(id))};
  });
  order = {};
  curve.items = {};
  builder.merge_levels(curve.cube);
  return std::move(builder.tree_);
}

}  // namespace gs::splat::lod
