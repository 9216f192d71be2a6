// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/object_mesh.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr std::size_t kMinPoints = 150;
constexpr double kClearance_m = 0.15;  // of vehicles above the ground
constexpr double kLevel_m = 0.1, kColumn_m = 0.25;
constexpr double kSpineShare = 0.3;  // of the length without the rounded ends
constexpr double kOuter = 0.7;       // percentile of the points of a cell: windows let rays in
constexpr double kThinnest = 0.05;

// What the points say about one vertex.
struct Cell {
  std::vector<double> reach;  // distances from the spine, as shares of the distance of the box
  double intensity = 0;
  bool known() const { return !reach.empty(); }
};

class Outlines {
 public:
  Outlines(Vec3d size, ObjectClass type) : size_(size), type_(type) {
    const bool person = type == ObjectClass::pedestrian;
    floor_ = person ? 0 : std::min(kClearance_m, 0.3 * size.z);
    const auto count = [](double length, double step, double least, double most) {
      return static_cast<std::size_t>(std::clamp(std::ceil(length / step), least, most));
    };
    levels_ = 1 + count(size.z - floor_, kLevel_m, 5, 20);
    along_ = count(size.x, kColumn_m, 4, 24), across_ = count(size.y, kColumn_m, 4, 10);
    spine_ = kSpineShare * 0.5 * std::max(0.0, size.x - size.y);
  }

  std::size_t levels() const { return levels_; }
  std::size_t columns() const { return 2 * (along_ + across_); }
  double height(std::size_t level) const {
    return floor_ + (size_.z - floor_) * static_cast<double>(level) / static_cast<double>(levels_ - 1);
  }
  // Point of the box's outline, counter-clockwise from its front right corner.
  Vec2d outline(std::size_t column) const {
    const double l = size_.x / 2, w = size_.y / 2;
    const auto share = [](std::size_t i, std::size_t n) {
      return 2 * static_cast<double>(i) / static_cast<double>(n) - 1;
    };
    if (column < across_) return {l, w * share(column, across_)};
    column -= across_;
    if (column < along_) return {-l * share(column, along_), w};
    column -= along_;
    if (column < across_) return {-l, -w * share(column, across_)};
    return {l * share(column - across_, along_), -w};
  }
  Vec2d spine(Vec2d p) const { return {std::clamp(p.x, -spine_, spine_), 0}; }
  std::size_t mirrored(std::size_t column) const { return (across_ + columns() - column) % columns(); }

  // Level and column of a point, and its share of the way from the spine to the box.
  struct Place {
    std::size_t level, column;
    double share;
  };
  Place place_of(Vec3d p) const {
    const double up = (p.z - floor_) / (size_.z - floor_) * static_cast<double>(levels_ - 1);
    const auto level = static_cast<std::size_t>(std::clamp(std::round(up), 0.0, static_cast<double>(levels_ - 1)));
    const Vec2d from = spine({p.x, p.y}), d = Vec2d{p.x, p.y} - from;
    const double l = size_.x / 2, w = size_.y / 2;
    const double to_end = std::abs(d.x) > 1e-9 ? ((d.x > 0 ? l : -l) - from.x) / d.x : 1e9;
    const double to_side = std::abs(d.y) > 1e-9 ? w / std::abs(d.y) : 1e9;
    const double grow = std::min(to_end, to_side);
    if (grow >= 1e8) return {level, 0, kThinnest};
    const Vec2d hit = from + d * grow;
    // Arc along the outline, in columns.
    double arc = 0;
    if (to_side < to_end) {
      arc = d.y > 0 ? static_cast<double>(across_) + (l - hit.x) / size_.x * static_cast<double>(along_)
                    : static_cast<double>(2 * across_ + along_) + (hit.x + l) / size_.x * static_cast<double>(along_);
    } else {
      arc = d.x > 0 ? (hit.y + w) / size_.y * static_cast<double>(across_)
                    : static_cast<double>(across_ + along_) + (w - hit.y) / size_.y * static_cast<double>(across_);
    }
    return {level, static_cast<std::size_t>(std::lround(std::max(0.0, arc))) % columns(), 1 / grow};
  }

  // Share of the way to the box at which the surface of the class lies.
  double form(std::size_t level, std::size_t column) const {
    const double up = static_cast<double>(level) / static_cast<double>(levels_ - 1);
    const Vec2d b = outline(column);
    const double end = std::abs(b.x) / (size_.x / 2), side = std::abs(b.y) / (size_.y / 2);
    const double round = 1 / std::max(1.0, std::hypot(end, side));  // an ellipse in the box
    switch (type_) {
      case ObjectClass::car: {
        const double roof = std::clamp((up - 0.55) / 0.45, 0.0, 1.0);  // above the belt line the cabin narrows
        return 1 - roof * (side > end ? 0.2 : 0.45);
      }
      case ObjectClass::pedestrian:
        return round * (up > 0.85 ? 0.5 : 0.9);
      case ObjectClass::two_wheeler:
        return up < 0.55 ? round : round * 0.45;
      case ObjectClass::large_vehicle:
      case ObjectClass::unknown:
        return 1;
    }
    return 1;
  }
  bool is_mirrored() const { return type_ == ObjectClass::car || type_ == ObjectClass::large_vehicle; }

 private:
  Vec3d size_;
  ObjectClass type_;
  double floor_ = 0, spine_ = 0;
  std::size_t levels_ = 0, along_ = 0, across_ = 0;
};

// The cell that stands for a vertex: its own, or that of the other side.
const Cell* cell_for(const Outlines& outlines, const std::vector<Cell>& cells, std::size_t level, std::size_t column) {
  const Cell& own = cells[level * outlines.columns() + column];
  if (own.known()) return &own;
  if (!outlines.is_mirrored()) return nullptr;
  const Cell& other = cells[level * outlines.columns() + outlines.mirrored(column)];
  return other.known() ? &other : nullptr;
}

void add_triangles(ObjectMesh& mesh, std::size_t levels, std::size_t columns) {
  const auto vertex = [&](std::size_t level, std::size_t column) {
    return static_cast<uint32_t>(level * columns + column % columns);
  };
  const auto bottom = static_cast<uint32_t>(levels * columns), top = bottom + 1;
  const auto add = [&](uint32_t a, uint32_t b, uint32_t c) { mesh.triangles.insert(mesh.triangles.end(), {a, b, c}); };
  for (std::size_t k = 0; k < columns; ++k) {
    for (std::size_t j = 0; j + 1 < levels; ++j) {
      add(vertex(j, k), vertex(j, k + 1), vertex(j + 1, k + 1));
      add(vertex(j, k), vertex(j + 1, k + 1), vertex(j + 1, k));
    }
    add(bottom, vertex(0, k + 1), vertex(0, k));
    add(top, vertex(levels - 1, k), vertex(levels - 1, k + 1));
  }
}

}  // namespace

ObjectMesh make_object_mesh(std::span<const ShapePoint> shape, Vec3d size, ObjectClass type, float median_intensity) {
  const Outlines outlines(size, type);
  const std::size_t columns = outlines.columns(), levels = outlines.levels();
  std::vector<Cell> cells(columns * levels);
  if (shape.size() >= kMinPoints) {
    for (const ShapePoint& p : shape) {
      const Outlines::Place at = outlines.place_of(cast<double>(p.position));
      Cell& cell = cells[at.level * columns + at.column];
      cell.reach.push_back(at.share);
      cell.intensity += p.intensity;
    }
  }
  ObjectMesh mesh;
  std::size_t supported = 0;
  for (std::size_t level = 0; level < levels; ++level) {
    for (std::size_t column = 0; column < columns; ++column) {
      double share = outlines.form(level, column), intensity = median_intensity;
      if (const Cell* cell = cell_for(outlines, cells, level, column)) {
        std::vector<double> reach = cell->reach;
        const auto at = static_cast<std::ptrdiff_t>(kOuter * static_cast<double>(reach.size() - 1));
        std::nth_element(reach.begin(), reach.begin() + at, reach.end());
        share = reach[static_cast<std::size_t>(at)];
        intensity = cell->intensity / static_cast<double>(reach.size());
        ++supported;
      }
      share = std::clamp(share, kThinnest, 1.0);
      const Vec2d b = outlines.outline(column), from = outlines.spine(b), p = from + (b - from) * share;
      mesh.vertices.push_back(cast<float>(Vec3d{p.x, p.y, outlines.height(level)}));
      mesh.intensity.push_back(static_cast<float>(intensity));
    }
  }
  mesh.measured = static_cast<double>(supported) / static_cast<double>(levels * columns);
  mesh.vertices.push_back(cast<float>(Vec3d{0, 0, outlines.height(0)}));
  mesh.vertices.push_back(cast<float>(Vec3d{0, 0, outlines.height(levels - 1)}));
  mesh.intensity.insert(mesh.intensity.end(), {median_intensity, median_intensity});
  add_triangles(mesh, levels, columns);
  return mesh;
}

}  // namespace gs::mapping
