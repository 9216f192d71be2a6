// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Level-of-detail tree of a cloud: every inner node is one Gaussian that stands for its children, every leaf is a
// Gaussian of the cloud. An image can be drawn from any cut through the tree.
//
//   GS_TRY(const LodTree tree, build_lod_tree(std::move(cloud)));
//   for (uint32_t i = 0; i < tree.size(); ++i) draw(tree.gaussian(i));  // node 0 is the root
//
// Nodes have the order in which a viewer loads them, in chunks of kChunkNodes: children of a node are contiguous and
// behind it, the first chunk holds the largest nodes, and each later chunk nodes of one region.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/result.h"
#include "gs/splat/lod/lod_gaussian.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat::lod {

// Nodes that a viewer loads at once.
inline constexpr uint32_t kChunkNodes = 65536;
// Most children of one node.
inline constexpr uint32_t kMaxChildren = 64;

// Owns the leaves and the merged Gaussians.
class LodTree {
 public:
  // Sizes: all nodes, the Gaussians of the cloud, and the SH degree.
  std::size_t size() const { return order_.size(); }
  std::size_t leaf_count() const { return leaves_.size(); }
  int sh_degree() const { return leaves_.sh_degree(); }

  // Node `i` < size(): its Gaussian, its SH coefficients [3, K] as in cloud.h, and its children.
  LodGaussian gaussian(std::size_t i) const { return gaussian_of(order_[i]); }
  const float* sh(std::size_t i) const { return sh_of(order_[i]); }
  uint32_t child_count(std::size_t i) const;
  uint32_t child_start(std::size_t i) const;  // first child; 0 for a leaf

 private:
  friend class TreeBuilder;
  friend class NodeOrder;
  // Node ids: leaves in Morton order, then inner nodes, children before parents.
  LodGaussian gaussian_of(uint32_t id) const;
  const float* sh_of(uint32_t id) const;
  std::span<const uint32_t> children_of(uint32_t inner) const;

  GaussianCloud leaves_;
  std::vector<LodGaussian> inner_;
  std::vector<float> inner_sh_;           // [inner, 3, K]
  std::vector<std::size_t> children_at_;  // [inner + 1]: first child of an inner node in children_
  std::vector<uint32_t> children_;        // ids
  std::vector<uint32_t> order_;           // [size()]: id of a node
  std::vector<uint32_t> start_;           // [inner]: number of its first child in order_
};

// Builds the tree. A cloud without Gaussians gives a tree without nodes, a single Gaussian is leaf and root. The result
// does not depend on the number of threads. Errors: invalid_data that names the first Gaussian with a value that is not
// finite or a rotation without unit length; limit_exceeded; out_of_memory.
Result<LodTree> build_lod_tree(GaussianCloud cloud);

}  // namespace gs::splat::lod
