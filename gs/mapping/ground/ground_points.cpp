// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/ground/ground_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "gs/mapping/ground/point_grid.h"

namespace gs::mapping {
namespace {

// Edge of a cell of the growth grid.
constexpr double kCell_m = 0.5;
// The ground of a cell is the lowest group of at least kLayerPoints points within kLayer_m of height.
constexpr double kLayer_m = 0.1;
constexpr int kLayerPoints = 2;
// Growth continues over at most this many cells without points, at the height of the last one (shadows of cars).
constexpr int kMaxGapCells = 6;
// Radius around the vehicle without ground points: LiDARs on roofs see the ground from 4 to 9 m on.
constexpr double kBlindCircle_m = 10;
// Points this near the ground height of their cell are ground: kerbs are included, car bodies are not.
constexpr double kBand_m = 0.25;

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

// Region growing on a grid of cells. Cells with measured ground are visited before cells reached over gaps.
class Growth {
 public:
  Growth(std::span<const MapPoint> map, const Extent& extent, const GroundOptions& options)
      : map_(map), grid_(map, extent, kCell_m), ground_(grid_.cells(), kUnknown), options_(options) {}

  // Starts growth at a point known to lie on the ground.
  void seed(Vec3d on_ground) {
    const auto cell = grid_.cell_of(on_ground.x, on_ground.y);
    if (cell) visit(*cell, on_ground.z, 0);
  }
  // Seeds all cells within radius_m of a pose, on the plane of the wheels: the nearest observed ground is further away
  // than growth bridges.
  void seed_circle(const Rigid3d& map_from_base, double radius_m) {
    const Vec3d p = map_from_base.translation, up = map_from_base.rotation * Vec3d{0, 0, 1};
    if (up.z < 0.5) return;
    const int reach = static_cast<int>(std::ceil(radius_m / kCell_m));
    for (int iy = -reach; iy <= reach; ++iy) {
      for (int ix = -reach; ix <= reach; ++ix) {
        const double dx = ix * kCell_m, dy = iy * kCell_m;
        if (std::hypot(dx, dy) > radius_m) continue;
        seed({p.x + dx, p.y + dy, p.z - (up.x * dx + up.y * dy) / up.z});
      }
    }
  }
  // Expands to the four neighbours of every visited cell until the queue is empty.
  void grow() {
    while (!queue_.empty()) {
      const Step step = queue_.top();
      queue_.pop();
      const auto column = step.cell % grid_.width(), row = step.cell / grid_.width();
      if (column > 0) visit(step.cell - 1, ground_[step.cell], step.gap);
      if (column + 1 < grid_.width()) visit(step.cell + 1, ground_[step.cell], step.gap);
      if (row > 0) visit(step.cell - grid_.width(), ground_[step.cell], step.gap);
      if (row + 1 < grid_.height()) visit(step.cell + grid_.width(), ground_[step.cell], step.gap);
    }
  }
  // Points within kBand_m of the ground height of their cell.
  std::vector<uint32_t> points() const {
    std::vector<uint32_t> found;
    for (uint32_t i = 0; i < map_.size(); ++i) {
      const auto cell = grid_.cell_of(map_[i].position.x, map_[i].position.y);
      if (cell && std::abs(map_[i].position.z - ground_[*cell]) <= kBand_m) found.push_back(i);  // false for NaN
    }
    return found;
  }

 private:
  // Queue entry: cells with the smallest gap first, then in order of insertion, so that the result is deterministic.
  struct Step {
    int gap;
    std::size_t order, cell;
    bool operator<(const Step& o) const { return gap != o.gap ? gap > o.gap : order > o.order; }  // smallest on top
  };

  // Assigns a height to a cell once: measured near the expected height, or carried over a gap.
  void visit(std::size_t cell, double expected_z, int gap) {
    if (!std::isnan(ground_[cell])) return;
    const auto measured = lowest_layer(cell, expected_z);
    if (!measured && gap >= kMaxGapCells) return;
    ground_[cell] = static_cast<float>(measured.value_or(expected_z));
    queue_.push({measured ? 0 : gap + 1, order_++, cell});
  }

  // Mean height of the lowest layer of points that slope and step limits allow; none if no layer has enough points.
  std::optional<double> lowest_layer(std::size_t cell, double expected_z) const {
    const double reach = options_.max_slope * kCell_m + options_.max_step_m;
    std::vector<double> heights;
    for (const uint32_t i : grid_.points(cell)) {
      if (std::abs(map_[i].position.z - expected_z) <= reach) heights.push_back(map_[i].position.z);
    }
    std::sort(heights.begin(), heights.end());
    for (std::size_t i = 0; i + kLayerPoints <= heights.size(); ++i) {
      if (heights[i + kLayerPoints - 1] - heights[i] > kLayer_m) continue;
      double sum = 0;
      std::size_t end = i;
      while (end < heights.size() && heights[end] <= heights[i] + kLayer_m) sum += heights[end++];
      return sum / static_cast<double>(end - i);
    }
    return std::nullopt;
  }

  std::span<const MapPoint> map_;
  PointGrid grid_;
  std::vector<float> ground_;
  const GroundOptions& options_;
  std::priority_queue<Step> queue_;
  std::size_t order_ = 0;
};

}  // namespace

std::vector<Rigid3d> poses_along(const Trajectory& trajectory, double spacing_m) {
  std::vector<Rigid3d> poses;
  for (const StampedPose& next : trajectory.poses()) {
    if (poses.empty()) poses.push_back(next.map_from_body);
    const Rigid3d last = poses.back();
    const double distance = norm(next.map_from_body.translation - last.translation);
    const auto steps = static_cast<int>(std::min(std::ceil(distance / spacing_m), 1e6));
    if (steps < 1 || (steps == 1 && distance < 0.5 * spacing_m)) continue;
    for (int i = 1; i <= steps; ++i) poses.push_back(interpolate(last, next.map_from_body, double(i) / steps));
  }
  return poses;
}

std::vector<uint32_t> ground_points(std::span<const MapPoint> map, const Trajectory& trajectory, const Extent& extent,
                                    const GroundOptions& options) {
  const std::vector<Rigid3d> poses = poses_along(trajectory, 0.5 * kCell_m);
  Growth growth(map, extent, options);
  for (const Rigid3d& pose : poses) growth.seed(pose.translation);
  growth.grow();
  std::vector<uint32_t> found = growth.points();
  if (!found.empty()) return found;
  // The vehicle hardly moved: its whole path lies in the circle that its LiDAR cannot see.
  Growth wide(map, extent, options);
  for (const Rigid3d& pose : poses) wide.seed_circle(pose, kBlindCircle_m);
  wide.grow();
  return wide.points();
}

}  // namespace gs::mapping
