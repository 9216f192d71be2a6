// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/mesh/surface_nets.h"

namespace gs::mapping {
namespace {

// Distances at the eight corners of a cell [voxels].
using Corners = std::array<float, 8>;

Voxel corner_of(Voxel cell, int i) { return {cell.x + (i & 1), cell.y + (i >> 1 & 1), cell.z + (i >> 2)}; }

// Mean of the zero crossings on the edges of the cell, in cell units from its first corner.
Vec3d crossing_mean(const Corners& d) {
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

// Reads the distances at the corners of a cell; false if one is unknown or all have the same sign.
bool read_corners(const Field& field, const Field::Window& window, Voxel cell, float min_weight, Corners& d) {
  bool above = false, below = false;
  for (int i = 0; i < 8; ++i) {
    const FieldSample* sample = window.find(field, corner_of(cell, i));
    if (sample == nullptr || sample->weight < min_weight || sample->weight <= 0) return false;
    d[static_cast<std::size_t>(i)] = sample->distance / sample->weight;
    (sample->distance < 0 ? below : above) = true;
  }
  return above && below;
}

// Mesh vertices by cell: vertex i belongs to cell of_cell.keys()[i].
struct Vertices {
  KeyIndex of_cell;
  std::vector<Corners> corners;
};

// One vertex for every cell that the surface crosses.
Vertices add_vertices(const Field& field, double voxel_m, float min_weight, TriangleMesh& mesh) {
  Vertices vertices;
  for (const uint32_t b : field.in_order()) {
    const Voxel block = unpack(field.key(b)), first{8 * block.x, 8 * block.y, 8 * block.z};
    const Field::Window window(field, first);
    for (int i = 0; i < 512; ++i) {
      if (field.block(b)[static_cast<std::size_t>(i)].weight < min_weight) continue;
      const Voxel cell{first.x + (i & 7), first.y + (i >> 3 & 7), first.z + (i >> 6)};
      Corners d{};
      if (!read_corners(field, window, cell, min_weight, d)) continue;
      vertices.of_cell.find_or_add(pack(cell));
      const Vec3d middle{cell.x + 0.5, cell.y + 0.5, cell.z + 0.5};
      mesh.vertices.push_back(cast<float>((middle + crossing_mean(d)) * voxel_m - mesh.origin));
      vertices.corners.push_back(d);
    }
  }
  return vertices;
}

// A lattice edge with a sign change is shared by four cells; their vertices form a quad. Each edge is visited from the
// cell whose first corner it starts at; the other three cells lie before it.
void add_quads(const Vertices& vertices, TriangleMesh& mesh) {
  for (std::size_t i = 0; i < vertices.corners.size(); ++i) {
    const Voxel c = unpack(vertices.of_cell.keys()[i]);
    for (int axis = 0; axis < 3; ++axis) {
      const float a = vertices.corners[i][0], b = vertices.corners[i][std::size_t{1} << axis];
      if ((a < 0) == (b < 0)) continue;
      const auto before = [&](bool first, bool second) {  // steps back along the two other axes
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const int back[3] = {(u == 0 && first) || (v == 0 && second), (u == 1 && first) || (v == 1 && second),
                             (u == 2 && first) || (v == 2 && second)};
        return vertices.of_cell.find(pack({c.x - back[0], c.y - back[1], c.z - back[2]}));
      };
      std::array<uint32_t, 4> quad = {before(true, true), before(false, true), before(false, false),
                                      before(true, false)};
      if (std::find(quad.begin(), quad.end(), KeyIndex::kNone) != quad.end()) continue;
      // The quad runs counter-clockwise seen from the positive end of the axis. Distances grow towards the sensor, so
      // flip it when the sensor is on the negative side.
      if (a >= 0) std::swap(quad[1], quad[3]);
      mesh.triangles.insert(mesh.triangles.end(), {quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]});
    }
  }
}

}  // namespace

TriangleMesh extract_surface(const Field& field, double voxel_m, double min_weight) {
  TriangleMesh mesh;
  if (field.empty()) return mesh;
  // Vertices are floats relative to a block in the middle of the mesh, which keeps their rounding errors small.
  const std::vector<uint32_t> order = field.in_order();
  const Voxel start = unpack(field.key(order[order.size() / 2]));
  mesh.origin = Vec3d{8.0 * start.x, 8.0 * start.y, 8.0 * start.z} * voxel_m;
  const Vertices vertices = add_vertices(field, voxel_m, static_cast<float>(min_weight), mesh);
  add_quads(vertices, mesh);
  return mesh;
}

}  // namespace gs::mapping
