// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A bounding volume hierarchy over triangles, for GPUs (cuda/): binary, both children's boxes in their parent, built on
// the host by binned surface area. The walk is the same function on host and device.
#pragma once

#include <vector>

#include "gs/core/result.h"
#include "gs/raycast/mesh_caster.h"

namespace gs {

// 64 bytes: four 16-byte loads. A child is an inner node, or a leaf if `count` is not zero.
struct alignas(16) BvhNode {
  float low0[3], high0[3], low1[3], high1[3];
  uint32_t child0, child1;  // index of a node, or the first triangle of a leaf
  uint32_t count0, count1;  // triangles of a leaf
};
static_assert(sizeof(BvhNode) == 64);

// In the order of the leaves.
struct alignas(16) BvhTriangle {
  Vec3f a;
  uint32_t index;  // in the mesh
  Vec3f ab;        // b - a
  float unused0;
  Vec3f ac;
  float unused1;
};
static_assert(sizeof(BvhTriangle) == 48);

// Borrowed; empty without nodes. Node 0 is the root.
struct BvhView {
  const BvhNode* nodes = nullptr;
  const BvhTriangle* triangles = nullptr;
  uint32_t node_count = 0;
};

struct Bvh {
  std::vector<BvhNode> nodes;
  std::vector<BvhTriangle> triangles;

  // Refuses indices out of range and vertices that are not finite; an empty mesh is allowed. The same mesh gives the
  // same tree.
  static Result<Bvh> build(const TriangleMeshView& mesh);
  BvhView view() const { return {nodes.data(), triangles.data(), static_cast<uint32_t>(nodes.size())}; }
};

inline constexpr int kMaxBvhDepth = 64;  // the builder halves a node rather than go deeper

}  // namespace gs
