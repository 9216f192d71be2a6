// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/distance_field.h"

#include <algorithm>

namespace gs::mapping {
namespace {

// A plane reaches this many voxels to each side along its normal, and fades across it.
constexpr double kBand = 2.5, kFade = 0.9;
constexpr int kReach = 2;

Voxel block_of(Voxel v) { return {v.x >> 3, v.y >> 3, v.z >> 3}; }
std::size_t inside(Voxel v) { return static_cast<std::size_t>((v.z & 7) << 6 | (v.y & 7) << 3 | (v.x & 7)); }
Voxel corner_of(Voxel cell, int i) { return {cell.x + (i & 1), cell.y + (i >> 1 & 1), cell.z + (i >> 2)}; }
// Samples lie in the middle of their voxels.
Vec3d middle(Voxel v) { return {v.x + 0.5, v.y + 0.5, v.z + 0.5}; }

// Mean of where the edges of the cell cross zero, in cell units from its first corner.
Vec3d crossing_mean(const std::array<float, 8>& d) {
  Vec3d sum{};
  int count = 0;
  for (int i = 0; i < 8; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const int j = i | 1 << axis;
      if (j == i || (d[static_cast<std::size_t>(i)] < 0) == (d[static_cast<std::size_t>(j)] < 0)) continue;
      const double a = d[static_cast<std::size_t>(i)], b = d[static_cast<std::size_t>(j)], t = a / (a - b);
      sum += Vec3d{(i & 1) + (axis == 0 ? t : 0.0), (i >> 1 & 1) + (axis == 1 ? t : 0.0),
                   (i >> 2) + (axis == 2 ? t : 0.0)};
      ++count;
    }
  }
  return sum / count;
}

}  // namespace

DistanceField::Sample& DistanceField::at(Voxel voxel) {
  const uint32_t i = index_.find_or_add(pack(block_of(voxel)));
  if (i == blocks_.size()) blocks_.emplace_back();
  return blocks_[i][inside(voxel)];
}

const DistanceField::Sample* DistanceField::find(Voxel voxel) const {
  const uint32_t i = index_.find(pack(block_of(voxel)));
  return i == KeyIndex::kNone ? nullptr : &blocks_[i][inside(voxel)];
}

void DistanceField::add_plane(Vec3d point, Vec3d normal, double weight) {
  const auto centre = voxel_of(point, voxel_m_);
  if (!centre) return;
  const Vec3d p = point / voxel_m_;
  for (int n = 0; n < 125; ++n) {
    const Voxel v{centre->x + n % 5 - kReach, centre->y + n / 5 % 5 - kReach, centre->z + n / 25 - kReach};
    const Vec3d d = middle(v) - p;
    const double along = dot(d, normal), across2 = dot(d, d) - along * along;
    if (std::abs(along) > kBand || across2 > 4 * kFade * kFade) continue;
    const double w = weight * std::exp(-0.5 * across2 / (kFade * kFade));
    Sample& sample = at(v);
    sample.distance_sum += static_cast<float>(along * w);
    sample.weight += static_cast<float>(w);
  }
}

bool DistanceField::corners(Voxel cell, double min_weight, std::array<float, 8>& distance) const {
  bool above = false, below = false;
  for (int i = 0; i < 8; ++i) {
    const Sample* sample = find(corner_of(cell, i));
    if (sample == nullptr || sample->weight < min_weight || sample->weight <= 0) return false;
    const float d = sample->distance_sum / sample->weight;
    distance[static_cast<std::size_t>(i)] = d;
    (d < 0 ? below : above) = true;
  }
  return above && below;
}

TriangleMesh DistanceField::surface(double min_weight) const {
  TriangleMesh mesh;
  if (index_.size() == 0) return mesh;
  std::vector<uint64_t> order = index_.keys();
  std::sort(order.begin(), order.end());
  const Voxel start = unpack(order[order.size() / 2]);
  mesh.origin = Vec3d{8.0 * start.x, 8.0 * start.y, 8.0 * start.z} * voxel_m_;

  KeyIndex vertex_of_cell;
  std::vector<std::array<float, 8>> distances;
  for (const uint64_t key : order) {
    const Voxel block = unpack(key);
    for (int i = 0; i < 512; ++i) {
      const Voxel cell{8 * block.x + (i & 7), 8 * block.y + (i >> 3 & 7), 8 * block.z + (i >> 6)};
      std::array<float, 8> d{};
      if (!corners(cell, min_weight, d)) continue;
      vertex_of_cell.find_or_add(pack(cell));
      mesh.vertices.push_back(cast<float>((middle(cell) + crossing_mean(d)) * voxel_m_ - mesh.origin));
      distances.push_back(d);
    }
  }

  // An edge of the lattice that crosses zero lies in four cells; their vertices are a piece of the surface. The edges
  // from a cell's first corner stand for all: the three other cells lie before it.
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const Voxel c = unpack(vertex_of_cell.keys()[i]);
    for (int axis = 0; axis < 3; ++axis) {
      const float a = distances[i][0], b = distances[i][std::size_t{1} << axis];
      if ((a < 0) == (b < 0)) continue;
      const auto before = [&](bool first, bool second) {  // steps back along the two other axes
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const int back[3] = {(u == 0 && first) || (v == 0 && second), (u == 1 && first) || (v == 1 && second),
                             (u == 2 && first) || (v == 2 && second)};
        return vertex_of_cell.find(pack({c.x - back[0], c.y - back[1], c.z - back[2]}));
      };
      std::array<uint32_t, 4> quad = {before(true, true), before(false, true), before(false, false),
                                      before(true, false)};
      if (std::find(quad.begin(), quad.end(), KeyIndex::kNone) != quad.end()) continue;
      // Around the axis counter-clockwise: seen from its positive end. Distance grows towards the sensor.
      if (a >= 0) std::swap(quad[1], quad[3]);
      mesh.triangles.insert(mesh.triangles.end(), {quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]});
    }
  }
  return mesh;
}

}  // namespace gs::mapping
