// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bounding volume hierarchy (BVH) over triangles for the GPU (cuda/): binary, the boxes of both children stored in the
// parent, built on the host with a binned surface area heuristic. The traversal (bvh_walk.h) is the same function on
// host and device.
#pragma once

#include <vector>

#include "gs/core/result.h"
#include "gs/raycast/api/mesh_caster.h"

namespace gs::raycast {

// One node: 64 bytes, four 16-byte loads. A child is an inner node if its count is zero, else a leaf.
struct alignas(16) BvhNode {
  float low0[3], high0[3], low1[3], high1[3];
  uint32_t child0, child1;  // node index, or first triangle of a leaf
  uint32_t count0, count1;  // triangles of a leaf; 0: inner node
};
static_assert(sizeof(BvhNode) == 64);

// One triangle, stored in the order of the leaves.
struct alignas(16) BvhTriangle {
  Vec3f a;
  uint32_t index;  // in the mesh
  Vec3f ab;        // b - a
  float unused0;
  Vec3f ac;
  float unused1;
};
static_assert(sizeof(BvhTriangle) == 48);

// Borrowed pointers for the traversal; empty without nodes. Node 0 is the root.
struct BvhView {
  const BvhNode* nodes = nullptr;
  const BvhTriangle* triangles = nullptr;
  uint32_t node_count = 0;
};

// Owns a hierarchy.
struct Bvh {
  std::vector<BvhNode> nodes;
  std::vector<BvhTriangle> triangles;

  // Builds the hierarchy; an empty mesh is allowed. The same mesh gives the same tree. Errors: invalid_argument for
  // indices out of range and non-finite vertices.
  static Result<Bvh> build(const TriangleMeshView& mesh);
  // Pointers valid as long as the Bvh.
  BvhView view() const { return {nodes.data(), triangles.data(), static_cast<uint32_t>(nodes.size())}; }
};

inline constexpr int kMaxBvhDepth = 64;  // size of the traversal stack; from depth 32 on, nodes are split by count

}  // namespace gs::raycast
