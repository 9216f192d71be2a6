// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/lod/lod_tree.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/lod/node_order.h"
#include "gs/splat/lod/tree_builder.h"

namespace gs::splat::lod {
namespace {

constexpr std::size_t kCheckBlock = 16384;
constexpr std::size_t kNone = SIZE_MAX;
// A tree has fewer than twice as many nodes as leaves, and nodes are numbered in 32 bits.
constexpr std::size_t kMaxLeaves = std::size_t{1} << 31;

bool is_valid(CloudView cloud, std::size_t i) {
  const Quaternionf q = cloud.rotation_of(i);
  const float squares = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  bool finite = is_finite(cloud.position_of(i)) && is_finite(cloud.log_scale_of(i)) &&
                std::isfinite(cloud.opacity_logit[i]) && std::abs(squares - 1) < 0.01f;
  for (int k = 0; k < 3 * cloud.coefficients(); ++k) finite = finite && std::isfinite(cloud.sh_of(i)[k]);
  return finite;
}

// Index of the first Gaussian that cannot be merged, or kNone.
std::size_t first_invalid(CloudView cloud) {
  return parallel_reduce(
      cloud.size, kCheckBlock, kNone,
      [&](std::size_t begin, std::size_t end) {
        while (begin < end && is_valid(cloud, begin)) ++begin;
        return begin < end ? begin : kNone;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
}

}  // namespace

LodGaussian LodTree::gaussian_of(uint32_t id) const {
  if (id >= leaf_count()) return inner_[id - leaf_count()];
  const CloudView leaves = leaves_.view();
  return {leaves.position_of(id), leaves.log_scale_of(id), leaves.rotation_of(id),
          1 / (1 + std::exp(-leaves.opacity_logit[id]))};
}

const float* LodTree::sh_of(uint32_t id) const {
  if (id < leaf_count()) return leaves_.view().sh_of(id);
  return inner_sh_.data() + (id - leaf_count()) * 3 * static_cast<std::size_t>(leaves_.coefficients());
}

std::span<const uint32_t> LodTree::children_of(uint32_t inner) const {
  return std::span(children_).subspan(children_at_[inner], children_at_[inner + 1] - children_at_[inner]);
}

uint32_t LodTree::child_count(std::size_t i) const {
  if (order_[i] < leaf_count()) return 0;
  return static_cast<uint32_t>(children_of(static_cast<uint32_t>(order_[i] - leaf_count())).size());
}

uint32_t LodTree::child_start(std::size_t i) const {
  return order_[i] < leaf_count() ? 0 : start_[order_[i] - leaf_count()];
}

Result<LodTree> build_lod_tree(GaussianCloud cloud) {
  if (cloud.size() >= kMaxLeaves) {
    return fail(ErrorCode::limit_exceeded, "{} Gaussians are too many for a level-of-detail tree, allowed: {}",
                cloud.size(), kMaxLeaves - 1);
  }
  if (cloud.empty()) return LodTree{};
  if (const std::size_t bad = first_invalid(cloud.view()); bad != kNone) {
    return fail(ErrorCode::invalid_data,
                "Gaussian {} has a value that is not finite or a rotation without unit length; remove it first", bad);
  }
  GS_TRY(LodTree tree, TreeBuilder::merged_tree(std::move(cloud)));
  NodeOrder::number(tree);
  return tree;
}

}  // namespace gs::splat::lod
