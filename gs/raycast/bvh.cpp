// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/bvh.h"

#include <algorithm>
#include <array>

#include "gs/core/parallel.h"

namespace gs::raycast {
namespace {

// Maximum triangles of a leaf, and bins of the surface area heuristic.
constexpr uint32_t kLeafTriangles = 4;
constexpr int kBins = 16;

// Axis-aligned bounding box; empty by default.
struct Box {
  Vec3f low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  void add(Vec3f p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  // An empty box changes nothing.
  void add(const Box& other) {
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y), std::min(low.z, other.low.z)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y), std::max(high.z, other.high.z)};
  }
  // Half of the surface area; 0 for an empty box.
  float area() const {
    const Vec3f d = high - low;
    return d.x < 0 ? 0.0f : d.x * d.y + d.y * d.z + d.z * d.x;
  }
};

// Bounding box and centre of one triangle.
struct Item {
  Box box;
  Vec3f center;
  uint32_t index;
};

float along(Vec3f v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

std::vector<Item> items_of(const TriangleMeshView& mesh) {
  std::vector<Item> items(mesh.triangles.size() / 3);
  parallel_for(items.size(), [&](std::size_t i) {
    Item& item = items[i];
    for (std::size_t k = 0; k < 3; ++k) item.box.add(mesh.vertices[mesh.triangles[3 * i + k]]);
    item.center = (item.box.low + item.box.high) * 0.5f;
    item.index = static_cast<uint32_t>(i);
  });
  return items;
}

// Builds the nodes top-down and sorts the items into leaf order.
class Builder {
 public:
  explicit Builder(std::vector<Item> items) : items_(std::move(items)) {}

  // A list of tasks instead of recursion. A node gets its index when its parent is written, and its content when its
  // own task is done.
  std::vector<BvhNode> build() {
    struct Task {
      uint32_t node, begin, end;
      int depth;
    };
    nodes_.push_back({});
    std::vector<Task> tasks{{0, 0, static_cast<uint32_t>(items_.size()), 0}};
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      const uint32_t middle = split(task.begin, task.end, task.depth);
      const auto child = [&](uint32_t begin, uint32_t end, float(&low)[3], float(&high)[3], uint32_t& index,
                             uint32_t& count) {
        const Box box = box_of(begin, end);
        low[0] = box.low.x, low[1] = box.low.y, low[2] = box.low.z;
        high[0] = box.high.x, high[1] = box.high.y, high[2] = box.high.z;
        count = end - begin <= kLeafTriangles ? end - begin : 0;
        index = count > 0 ? begin : static_cast<uint32_t>(nodes_.size());
        if (count > 0) return;
        tasks.push_back({index, begin, end, task.depth + 1});
        nodes_.push_back({});
      };
      BvhNode node{};
      child(task.begin, middle, node.low0, node.high0, node.child0, node.count0);
      // A mesh of a single triangle stores it in both children, because no child may be empty.
      child(middle < task.end ? middle : task.begin, task.end, node.low1, node.high1, node.child1, node.count1);
      // Stored last: child() appends to nodes_, which may move them.
      nodes_[task.node] = node;
    }
    return std::move(nodes_);
  }
  const std::vector<Item>& items() const { return items_; }

 private:
  Box box_of(uint32_t begin, uint32_t end) const {
    Box box;
    for (uint32_t i = begin; i < end; ++i) box.add(items_[i].box);
    return box;
  }

  // Partitions items [begin, end) and returns the first index of the second child.
  uint32_t split(uint32_t begin, uint32_t end, int depth) {
    // Only the root can be this small; elsewhere such a range has become a leaf. Its halves become two leaves.
    if (end - begin <= kLeafTriangles) return begin + (end - begin + 1) / 2;
    Box centers;
    for (uint32_t i = begin; i < end; ++i) centers.add(items_[i].center);
    const Vec3f size = centers.high - centers.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const float low = along(centers.low, axis), extent = along(size, axis);
    // At great depth or with equal centroids, split by count instead: this guarantees termination.
    if (depth < kMaxBvhDepth / 2 && extent > 0) {
      const int border = best_border(begin, end, axis, low, kBins / extent);
      const auto middle = std::partition(items_.begin() + begin, items_.begin() + end, [&](const Item& item) {
        return bin_of(item, axis, low, kBins / extent) < border;
      });
      const auto at = static_cast<uint32_t>(middle - items_.begin());
      if (at > begin && at < end) return at;
    }
    const uint32_t middle = begin + (end - begin) / 2;
    // Equal centres are ordered by index, so that the same mesh gives the same tree.
    std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                     [axis](const Item& a, const Item& b) {
                       const float x = along(a.center, axis), y = along(b.center, axis);
                       return x != y ? x < y : a.index < b.index;
                     });
    return middle;
  }

  static int bin_of(const Item& item, int axis, float low, float scale) {
    return std::clamp(static_cast<int>((along(item.center, axis) - low) * scale), 0, kBins - 1);
  }

  // Bin border with the lowest expected cost: surface area times number of triangles on both sides.
  int best_border(uint32_t begin, uint32_t end, int axis, float low, float scale) const {
    std::array<Box, kBins> boxes{};
    std::array<uint32_t, kBins> counts{};
    for (uint32_t i = begin; i < end; ++i) {
      const auto bin = static_cast<std::size_t>(bin_of(items_[i], axis, low, scale));
      boxes[bin].add(items_[i].box);
      ++counts[bin];
    }
    // cost[b] belongs to the border in front of bin b: the first loop adds the part left of it, the second the part
    // right of it. Constant terms of the heuristic are left out, because they do not move the minimum.
    std::array<float, kBins> cost{};
    Box left, right;
    uint32_t left_count = 0, right_count = 0;
    for (std::size_t b = 0; b + 1 < kBins; ++b) {
      left.add(boxes[b]), left_count += counts[b];
      cost[b + 1] += left.area() * static_cast<float>(left_count);
    }
    for (std::size_t b = kBins - 1; b > 0; --b) {
      right.add(boxes[b]), right_count += counts[b];
      cost[b] += right.area() * static_cast<float>(right_count);
    }
    return static_cast<int>(std::min_element(cost.begin() + 1, cost.end()) - cost.begin());
  }

  std::vector<Item> items_;
  std::vector<BvhNode> nodes_;
};

}  // namespace

Result<Bvh> Bvh::build(const TriangleMeshView& mesh) {
  GS_CHECK(check_mesh(mesh));
  Bvh out;
  if (mesh.triangles.empty()) return out;
  Builder builder(items_of(mesh));
  out.nodes = builder.build();
  out.triangles.resize(builder.items().size());
  parallel_for(out.triangles.size(), [&](std::size_t i) {
    const uint32_t index = builder.items()[i].index;
    const auto corner = [&](std::size_t k) { return mesh.vertices[mesh.triangles[3 * std::size_t{index} + k]]; };
    out.triangles[i] = {corner(0), index, corner(1) - corner(0), 0, corner(2) - corner(0), 0};
  });
  return out;
}

}  // namespace gs::raycast
