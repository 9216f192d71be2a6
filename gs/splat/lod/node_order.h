// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Numbers the nodes of a merged tree for loading in chunks.
//
// A region is a list of inner nodes whose children have no numbers yet. Its largest node is expanded first until a
// chunk is full; what remains is cut along the Morton curve into regions of about equal size, which go on in the same
// way.
#pragma once

#include "gs/splat/lod/lod_tree.h"

namespace gs::splat::lod {

// Fills order_ and start_ of a tree.
class NodeOrder {
 public:
  // Numbers all nodes of a tree of TreeBuilder. The result does not depend on the number of threads.
  static void number(LodTree& tree);

 private:
  // Inner nodes in Morton order, and the number of the first node below them. Numbers of a region are contiguous.
  struct Region {
    std::vector<uint32_t> inner{};
    std::size_t begin = 0;
  };
  explicit NodeOrder(LodTree& tree) : tree_(tree) {}
  void measure();
  std::vector<Region> expand(const Region& region);
  std::vector<Region> split(std::vector<uint32_t> inner, std::size_t begin) const;
  std::size_t below(const std::vector<uint32_t>& inner) const;

  LodTree& tree_;
  std::vector<uint32_t> below_;       // [inner]: nodes below an inner node
  std::vector<uint32_t> first_leaf_;  // [inner]: its first leaf on the Morton curve
};

}  // namespace gs::splat::lod
