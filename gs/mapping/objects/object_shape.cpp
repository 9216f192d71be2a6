// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/object_shape.h"

#include <algorithm>
#include <cmath>

#include "gs/geometry/symmetric_eigen.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {
namespace {

constexpr double kNormalReach_m = 0.2;
constexpr std::size_t kMinNeighbours = 5;
constexpr double kFlat = 0.1;  // largest thickness of a plane against its smaller extent, as variances

struct Sum {
  Vec3d position{}, to_sensor{};
  double intensity = 0;
  uint32_t count = 0;
  std::vector<uint32_t> sightings{};  // ascending
};

// Number of different sightings in the 27 voxels around one.
uint32_t sightings_around(const KeyIndex& index, const std::vector<Sum>& sums, Voxel v,
                          std::vector<uint32_t>& scratch) {
  scratch.clear();
  for (int32_t dz = -1; dz <= 1; ++dz) {
    for (int32_t dy = -1; dy <= 1; ++dy) {
      for (int32_t dx = -1; dx <= 1; ++dx) {
        const uint32_t at = index.find(pack({v.x + dx, v.y + dy, v.z + dz}));
        if (at == KeyIndex::kNone) continue;
        scratch.insert(scratch.end(), sums[at].sightings.begin(), sums[at].sightings.end());
      }
    }
  }
  std::ranges::sort(scratch);
  return static_cast<uint32_t>(std::unique(scratch.begin(), scratch.end()) - scratch.begin());
}

void set_normals(std::vector<ShapePoint>& points) {
  const ShapeGrid grid(points);
  std::vector<Vec3f> normals(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d p = cast<double>(points[i].position);
    Vec3d mean{};
    Mat3d m{};
    std::size_t count = 0;
    grid.around(p, [&](uint32_t j) {
      const Vec3d d = cast<double>(points[j].position) - p;
      if (dot(d, d) > kNormalReach_m * kNormalReach_m) return;
      mean += d, ++count;
      const std::array<double, 3> v{d.x, d.y, d.z};
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) m.m[r][c] += v[r] * v[c];
      }
    });
    if (count < kMinNeighbours) continue;
    const auto n = static_cast<double>(count);
    const std::array<double, 3> middle{mean.x / n, mean.y / n, mean.z / n};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) m.m[r][c] = m.m[r][c] / n - middle[r] * middle[c];
    }
    const SymmetricEigen eigen = symmetric_eigen(m);
    std::array<std::size_t, 3> rising{0, 1, 2};
    std::ranges::sort(rising, {}, [&](std::size_t k) { return eigen.values[k]; });
    if (eigen.values[rising[0]] > kFlat * eigen.values[rising[1]]) continue;
    const std::size_t k = rising[0];
    const Vec3d normal{eigen.vectors.m[0][k], eigen.vectors.m[1][k], eigen.vectors.m[2][k]};
    const double side = dot(normal, cast<double>(points[i].to_sensor));
    normals[i] = cast<float>(side < 0 ? -normal : normal);
  }
  for (std::size_t i = 0; i < points.size(); ++i) points[i].normal = normals[i];
}

}  // namespace

std::vector<ShapePoint> gather_shape(std::span<const ObjectPoint> points, uint32_t min_sightings) {
  KeyIndex index;
  std::vector<Sum> sums;
  for (const ObjectPoint& point : points) {
    const auto voxel = voxel_of(cast<double>(point.position_in_object), kShapeVoxel_m);
    if (!voxel) continue;
    const uint32_t at = index.find_or_add(pack(*voxel));
    if (at == sums.size()) sums.emplace_back();
    Sum& sum = sums[at];
    const Vec3d ray = cast<double>(point.ray_origin_in_object - point.position_in_object);
    sum.position += cast<double>(point.position_in_object);
    if (const double length = norm(ray); length > 0) sum.to_sensor += ray / length;
    sum.intensity += point.intensity;
    ++sum.count;
    if (sum.sightings.empty() || sum.sightings.back() != point.sighting) sum.sightings.push_back(point.sighting);
  }
  std::vector<uint32_t> order(sums.size()), scratch;
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](uint32_t i) { return index.keys()[i]; });
  std::vector<ShapePoint> out;
  for (const uint32_t i : order) {
    const Sum& sum = sums[i];
    const uint32_t sightings = sightings_around(index, sums, unpack(index.keys()[i]), scratch);
    if (sightings < min_sightings) continue;
    out.push_back({.position = cast<float>(sum.position / sum.count),
                   .normal = {},
                   .to_sensor = cast<float>(sum.to_sensor / sum.count),
                   .intensity = static_cast<float>(sum.intensity / sum.count),
                   .count = sum.count,
                   .sightings = sightings});
  }
  set_normals(out);
  return out;
}

ShapeGrid::ShapeGrid(std::span<const ShapePoint> points) : points_(points) {
  if (points.empty()) return;
  Vec3d low = cast<double>(points.front().position), high = low;
  for (const ShapePoint& point : points) {
    const Vec3d p = cast<double>(point.position);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  low_ = low;
  const auto cells = [](double span) { return static_cast<int64_t>(span / kCell_m) + 1; };
  nx_ = cells(high.x - low.x), ny_ = cells(high.y - low.y), nz_ = cells(high.z - low.z);
  const auto cell_of = [&](Vec3f f) {
    const Vec3d p = (cast<double>(f) - low_) / kCell_m;
    return static_cast<std::size_t>((static_cast<int64_t>(p.z) * ny_ + static_cast<int64_t>(p.y)) * nx_ +
                                    static_cast<int64_t>(p.x));
  };
  start_.assign(static_cast<std::size_t>(nx_ * ny_ * nz_) + 1, 0);
  for (const ShapePoint& point : points) ++start_[cell_of(point.position) + 1];
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  index_.resize(points.size());
  std::vector<uint32_t> next(start_.begin(), start_.end() - 1);
  for (uint32_t i = 0; i < points.size(); ++i) index_[next[cell_of(points[i].position)]++] = i;
}

std::optional<uint32_t> ShapeGrid::nearest(Vec3d p, double reach) const {
  std::optional<uint32_t> best;
  double least = reach * reach;
  around(p, [&](uint32_t i) {
    const Vec3d d = cast<double>(points_[i].position) - p;
    const double square = dot(d, d);
    if (square < least) least = square, best = i;
  });
  return best;
}

}  // namespace gs::mapping
