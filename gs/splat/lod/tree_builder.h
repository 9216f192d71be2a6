// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Merges a cloud from small cells to large ones, level by level.
//
// Gaussians are sorted once along a Morton curve. Cells of a level are cubes twice as wide as those of the level
// before, so the Gaussians of a cell stay consecutive, and a merged Gaussian lies in the cell of its members. At each
// level the nodes of a cell that are not larger than the cell become one node.
#pragma once

#include "gs/splat/kernel/morton.h"
#include "gs/splat/lod/lod_tree.h"
#include "gs/splat/model/morton_order.h"

namespace gs::splat::lod {

// Builds leaves and inner nodes of a tree; NodeOrder numbers them.
class TreeBuilder {
 public:
  // Takes a checked cloud of at least one Gaussian. Errors: out_of_memory.
  static Result<LodTree> merged_tree(GaussianCloud cloud);

 private:
  // A node without a parent.
  struct Active {
    uint64_t key;  // of a Gaussian below the node
    uint32_t id;
    float size;  // feature_size()
  };
  // Result of one block of a level.
  struct BlockCounts {
    std::size_t inner = 0, children = 0, active = 0;
  };

  void merge_levels(const MortonCube& cube);
  // Merges the nodes of all cells of a level: those whose keys agree above `shift` bits and whose size is at most
  // `step` [m].
  void merge_level(int shift, float step);
  std::size_t cell_begin(std::size_t i, int shift) const;
  template <class Use>
  void for_each_cell(std::size_t block, int shift, float step, Use use) const;
  BlockCounts count_block(std::size_t block, int shift, float step) const;
  void merge_block(std::size_t block, int shift, float step, BlockCounts at);
  void merge_group(std::span<const std::size_t> members, BlockCounts& at);

  LodTree tree_;
  std::vector<Active> active_, next_;  // in Morton order
};

}  // namespace gs::splat::lod
