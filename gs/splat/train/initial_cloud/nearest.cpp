// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/nearest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "gs/core/parallel.h"
#include "gs/geometry/symmetric_eigen.h"

namespace gs::splat::train {
namespace {

// Neighbours for the spacing, neighbours for the plane, and points per leaf of the tree.
constexpr std::size_t kNeighbours = 3, kSurface = 8, kLeaf = 12;

float coordinate(Vec3f p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

float squared_distance(Vec3f a, Vec3f b) {
  const Vec3f d = a - b;
  return dot(d, d);
}

// The K nearest points found so far, sorted by distance.
template <std::size_t K>
struct Best {
  std::array<float, K> squared;
  std::array<std::size_t, K> index{};  // in the tree
  Best() { squared.fill(std::numeric_limits<float>::infinity()); }
  // Inserts a point if it is nearer than the K-th.
  void offer(float d, std::size_t i) {
    if (!(d < squared.back())) return;
    std::size_t k = K - 1;
    for (; k > 0 && squared[k - 1] > d; --k) squared[k] = squared[k - 1], index[k] = index[k - 1];
    squared[k] = d, index[k] = i;
  }
  float mean_distance(std::size_t found) const {
    float sum = 0;
    for (std::size_t k = 0; k < found; ++k) sum += std::sqrt(squared[k]);
    return sum / static_cast<float>(found);
  }
};

// Balanced k-d tree without pointers: the median of a range splits it along its longest side.
class Tree {
 public:
  explicit Tree(std::span<const Vec3f> points) : order_(points.size()), axis_(points.size()), points_(points.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    build(points, 0, points.size());
    for (std::size_t i = 0; i < points.size(); ++i) points_[i] = points[order_[i]];
  }
  std::size_t size() const { return points_.size(); }
  uint32_t original(std::size_t i) const { return order_[i]; }
  Vec3f point(std::size_t i) const { return points_[i]; }
  template <std::size_t K>
  Best<K> nearest(std::size_t i) const {
    Best<K> best;
    search(i, 0, size(), best);
    return best;
  }

 private:
  void build(std::span<const Vec3f> points, std::size_t begin, std::size_t end) {
    if (end - begin <= kLeaf) return;
    Vec3f low = points[order_[begin]], high = low;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3f p = points[order_[i]];
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3f side = high - low;
    const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    // Equal coordinates are ordered by index, so that the tree does not depend on the implementation of nth_element.
    std::nth_element(at(begin), at(middle), at(end), [&](uint32_t a, uint32_t b) {
      const float ca = coordinate(points[a], axis), cb = coordinate(points[b], axis);
      return ca != cb ? ca < cb : a < b;
    });
    axis_[middle] = static_cast<uint8_t>(axis);
    build(points, begin, middle);
    build(points, middle + 1, end);
  }
  template <std::size_t K>
  void search(std::size_t self, std::size_t begin, std::size_t end, Best<K>& best) const {
    const Vec3f p = points_[self];
    if (end - begin <= kLeaf) {
      for (std::size_t i = begin; i < end; ++i) {
        if (i != self) best.offer(squared_distance(p, points_[i]), i);
      }
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const int axis = axis_[middle];
    const float offset = coordinate(p, axis) - coordinate(points_[middle], axis);
    const bool left = offset < 0;
    left ? search(self, begin, middle, best) : search(self, middle + 1, end, best);
    if (middle != self) best.offer(squared_distance(p, points_[middle]), middle);
    // The other half can contain a nearer point only if the splitting plane is nearer than the K-th point.
    if (offset * offset > best.squared.back()) return;
    left ? search(self, middle + 1, end, best) : search(self, begin, middle, best);
  }

  std::vector<uint32_t> order_;
  std::vector<uint8_t> axis_;
  std::vector<Vec3f> points_;  // in tree order
};

// Spacing and plane at point i of the tree, from its `found` nearest neighbours (principal component analysis).
LocalSurface surface_of(const Tree& tree, std::size_t i, std::size_t found) {
  // 1. Spacing from the three nearest. 2. Covariance of the point and its neighbours. 3. Normal: the direction of least
  // variance.
  const auto best = tree.nearest<kSurface>(i);
  LocalSurface out{.spacing_m = best.mean_distance(std::min(found, kNeighbours))};
  if (found < kNeighbours) return out;
  Vec3d mean = cast<double>(tree.point(i));
  for (std::size_t k = 0; k < found; ++k) mean += cast<double>(tree.point(best.index[k]));
  mean = mean / static_cast<double>(found + 1);
  Mat3d covariance;
  const auto add = [&](std::size_t j) {
    const Vec3d d = cast<double>(tree.point(j)) - mean;
    covariance = covariance + Mat3d::from_rows(d * d.x, d * d.y, d * d.z);
  };
  add(i);
  for (std::size_t k = 0; k < found; ++k) add(best.index[k]);
  const SymmetricEigen e = symmetric_eigen(covariance);
  std::array<int, 3> order{0, 1, 2};
  const auto value = [&](int k) { return e.values[static_cast<std::size_t>(k)]; };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return value(a) < value(b); });
  const double widest = value(order[2]), middle = value(order[1]);
  if (!(middle > 0.01 * widest)) return out;  // points on a line or at one position: no plane
  out.normal = cast<float>(e.vectors.column(order[0]));
  // 0 for points on a plane, 1 for points that are as thick as they are wide.
  out.flatness = static_cast<float>(std::sqrt(std::max(0.0, value(order[0])) / middle));
  return out;
}

}  // namespace

std::vector<LocalSurface> local_surfaces(std::span<const Vec3f> points) {
  const Tree tree(points);
  std::vector<LocalSurface> out(points.size());
  const std::size_t found = points.empty() ? 0 : std::min(kSurface, points.size() - 1);
  if (found == 0) return out;
  parallel_for(tree.size(), [&](std::size_t i) { out[tree.original(i)] = surface_of(tree, i, found); });
  return out;
}

}  // namespace gs::splat::train
