// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "gs/assets/glb/glb.h"
#include "gs/core/format.h"
#include "gs/world/paths.h"
#include "gs/world/validate/actor_rules.h"

namespace gs::world {
namespace {

constexpr double kGroundMargin = 0.3;   // [m] above the floor: the ground itself is in the mesh
constexpr double kMaxTimeInMesh = 0.5;  // [s]

// The vertical line through the middle of a box, from above the ground to its top.
struct Column {
  int64_t cell_x = 0, cell_y = 0;  // in cells of 1 m
  Vec2d at{};
  double low = 0, high = 0;  // [m]
  std::size_t actor = 0, sample = 0;
};

// Cell of a coordinate; a mesh may have any finite one.
int64_t cell_of(double metres) { return static_cast<int64_t>(std::floor(std::clamp(metres, -1e9, 1e9))); }

// Columns of all samples, sorted by cell.
std::vector<Column> columns_of(const std::vector<ActorTrajectory>& actors) {
  std::vector<Column> columns;
  for (std::size_t a = 0; a < actors.size(); ++a) {
    const ActorTrajectory& actor = actors[a];
    for (std::size_t i = 0; i < actor.t.size(); ++i) {
      columns.push_back({cell_of(actor.x[i]),
                         cell_of(actor.y[i]),
                         {actor.x[i], actor.y[i]},
                         actor.z[i] + kGroundMargin,
                         actor.z[i] + actor.size.z,
                         a,
                         i});
    }
  }
  std::sort(columns.begin(), columns.end(), [](const Column& a, const Column& b) {
    return std::pair(a.cell_x, a.cell_y) < std::pair(b.cell_x, b.cell_y);
  });
  return columns;
}

// Height of a triangle at a point of the plane; empty if the point is not below or above the triangle.
std::optional<double> height_at(Vec3d a, Vec3d b, Vec3d c, Vec2d p) {
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0) return std::nullopt;
  const double u = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area;
  const double v = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area;
  if (!(u >= 0 && v >= 0 && u + v <= 1)) return std::nullopt;
  return a.z + u * (b.z - a.z) + v * (c.z - a.z);
}

// Finds the columns that triangles of a mesh cut.
class MeshCuts {
 public:
  MeshCuts(const std::vector<ActorTrajectory>& actors, std::size_t max_comparisons)
      : columns_(columns_of(actors)), left_(max_comparisons) {
    for (const ActorTrajectory& actor : actors) cut_.emplace_back(actor.t.size(), false);
  }

  // False if there is too much to compare.
  bool add(const assets::TriangleMesh& mesh) {
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
      const auto corner = [&](std::size_t k) { return cast<double>(mesh.positions[mesh.indices[i + k]]); };
      if (!add_triangle(corner(0), corner(1), corner(2))) return false;
    }
    return true;
  }
  // Samples of an actor whose column is cut.
  const std::vector<bool>& of_actor(std::size_t actor) const { return cut_[actor]; }

 private:
  bool add_triangle(Vec3d a, Vec3d b, Vec3d c) {
    if (columns_.empty()) return true;
    const auto [low_x, high_x] = std::minmax({a.x, b.x, c.x});
    const auto [low_y, high_y] = std::minmax({a.y, b.y, c.y});
    const int64_t first = std::max(cell_of(low_x), columns_.front().cell_x);
    const int64_t last = std::min(cell_of(high_x), columns_.back().cell_x);
    for (int64_t x = first; x <= last; ++x) {
      if (left_-- == 0) return false;
      for (auto column = first_in(x, cell_of(low_y)); column != columns_.end(); ++column) {
        if (column->cell_x != x || column->cell_y > cell_of(high_y)) break;
        if (left_-- == 0) return false;
        const auto height = height_at(a, b, c, column->at);
        if (height && *height >= column->low && *height <= column->high) cut_[column->actor][column->sample] = true;
      }
    }
    return true;
  }
  std::vector<Column>::const_iterator first_in(int64_t x, int64_t y) const {
    return std::lower_bound(columns_.begin(), columns_.end(), std::pair(x, y), [](const Column& column, auto cell) {
      return std::pair(column.cell_x, column.cell_y) < cell;
    });
  }

  std::vector<Column> columns_;
  std::vector<std::vector<bool>> cut_;
  std::size_t left_;
};

// Start of the first time in the mesh that is too long.
std::optional<double> long_time_in_mesh(const ActorTrajectory& actor, const std::vector<bool>& cut) {
  std::optional<double> since;
  for (std::size_t i = 0; i < actor.t.size(); ++i) {
    if (!cut[i]) {
      since.reset();
    } else if (!since) {
      since = actor.t[i];
    } else if (actor.t[i] - *since > kMaxTimeInMesh) {
      return since;
    }
  }
  return std::nullopt;
}

}  // namespace

void check_actors_in_mesh(const BundleParts& parts, Problems& problems, std::size_t max_comparisons) {
  if (!parts.actor_trajectories || !parts.index->static_mesh) return;
  const auto path = resolve_in_bundle(parts.folder, *parts.index->static_mesh);
  const auto mesh = path ? assets::read_glb(*path) : Result<assets::TriangleMesh>(path.error());
  if (!mesh) return;  // check_optional_files() reports it
  const std::vector<ActorTrajectory>& actors = parts.actor_trajectories->actors;
  const std::string& file = *parts.index->actor_trajectories;
  MeshCuts cuts(actors, max_comparisons);
  if (!cuts.add(*mesh)) {
    problems.add({.severity = Severity::notice,
                  .code = ErrorCode::limit_exceeded,
                  .file = file,
                  .message = "not all actors are compared with the static mesh: it is too large"});
  }
  for (std::size_t i = 0; i < actors.size(); ++i) {
    const auto since = long_time_in_mesh(actors[i], cuts.of_actor(i));
    if (!since) continue;
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .file = file,
                  .place = format("actors[{}]", i),
                  .message = format("'{}' is inside the static mesh from t = {} s on", actors[i].id, *since),
                  .allowed = "at most 0.5 s",
                  .hint = "the mesh may still hold the parked actor"});
  }
}

}  // namespace gs::world
