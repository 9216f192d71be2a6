// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/mesh/static_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <numeric>

#include "gs/mapping/mesh/distance_field.h"
#include "gs/mapping/mesh/poisson_field.h"
#include "gs/mapping/static_map/normals.h"

namespace gs::mapping {
namespace {

// Greatest weight of one map voxel, however many points it holds.
constexpr uint32_t kMaxWeight = 20;

// The map points that have a normal.
std::vector<OrientedPoint> oriented_points(const StaticMap& map) {
  const std::vector<Vec3f> normals = normals_of(map);
  std::vector<OrientedPoint> points;
  for (std::size_t i = 0; i < map.points.size(); ++i) {
    // A zero vector: the neighbours of the point define no surface.
    if (normals[i] == Vec3f{}) continue;
    const auto weight = static_cast<float>(std::min(map.points[i].count, kMaxWeight));
    points.push_back({map.points[i].position, normals[i], weight});
  }
  return points;
}

// Keeps the given triangles and the vertices they use, in the order of the vertices. `triangles`: three indices each.
void keep(TriangleMesh& mesh, std::vector<uint32_t> triangles) {
  std::vector<uint32_t> renamed(mesh.vertices.size(), 0);
  for (const uint32_t v : triangles) renamed[v] = 1;
  std::vector<Vec3f> vertices;
  for (std::size_t v = 0; v < renamed.size(); ++v) {
    if (renamed[v] == 0) continue;
    renamed[v] = static_cast<uint32_t>(vertices.size());
    vertices.push_back(mesh.vertices[v]);
  }
  for (uint32_t& v : triangles) v = renamed[v];
  mesh.vertices = std::move(vertices);
  mesh.triangles = std::move(triangles);
}

// Drops connected components (union-find over vertices) with fewer than min_triangles triangles.
void drop_small_pieces(TriangleMesh& mesh, int min_triangles) {
  std::vector<uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const uint32_t a = root(mesh.triangles[t]);
    parent[root(mesh.triangles[t + 1])] = a;
    parent[root(mesh.triangles[t + 2])] = a;
  }
  std::vector<int> size(mesh.vertices.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) ++size[root(mesh.triangles[t])];
  std::vector<uint32_t> kept;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    if (size[root(mesh.triangles[t])] < min_triangles) continue;
    kept.insert(kept.end(), mesh.triangles.begin() + static_cast<std::ptrdiff_t>(t),
                mesh.triangles.begin() + static_cast<std::ptrdiff_t>(t + 3));
  }
  keep(mesh, std::move(kept));
}

// Simplifies up to the allowed error, then to the allowed number of triangles regardless of the error. meshoptimizer
// expects errors relative to the size of the mesh.
void simplify(TriangleMesh& mesh, const MeshOptions& options) {
  const auto once = [&](std::size_t target_indices, float relative_error) {
    std::vector<uint32_t> out(mesh.triangles.size());
    const std::size_t size =
        meshopt_simplify(out.data(), mesh.triangles.data(), mesh.triangles.size(), &mesh.vertices[0].x,
                         mesh.vertices.size(), sizeof(Vec3f), target_indices, relative_error, 0, nullptr);
    out.resize(size);
    keep(mesh, std::move(out));
  };
  const float scale = meshopt_simplifyScale(&mesh.vertices[0].x, mesh.vertices.size(), sizeof(Vec3f));
  if (options.max_error_m > 0 && scale > 0) once(0, static_cast<float>(options.max_error_m) / scale);
  const auto budget = static_cast<std::size_t>(options.max_triangles);
  if (mesh.triangle_count() > budget) once(3 * budget, 1.0f);
}

}  // namespace

Result<TriangleMesh> StaticMeshBuilder::run(const StaticMap& map, const Options& options) {
  if (options.method != "tsdf" && options.method != "poisson") {
    return fail(ErrorCode::invalid_option, "unknown mesh method '{}'", options.method)
        .with_hint("known: tsdf, poisson");
  }
  const std::vector<OrientedPoint> points = oriented_points(map);
  const Field field =
      options.method == "poisson" ? poisson_field(points, options.voxel_m) : distance_field(points, options.voxel_m);
  TriangleMesh mesh = extract_surface(field, options.voxel_m, options.min_weight);
  drop_small_pieces(mesh, options.min_component_triangles);
  if (!mesh.triangles.empty()) simplify(mesh, options);
  if (mesh.triangles.empty()) {
    return fail(ErrorCode::invalid_data, "the {} map points give no surface", map.points.size())
        .with_hint("use a larger mesh.voxel_m or record a denser map");
  }
  return mesh;
}

}  // namespace gs::mapping
