// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/voxel_planes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/core/parallel.h"
#include "gs/geometry/symmetric_eigen.h"

namespace gs::mapping {
namespace {

constexpr uint32_t kMinPoints = 6;
// Voxels with this many points are no longer updated: a map that keeps moving with the sweeps matched to it drifts
// faster.
constexpr uint32_t kMaxPoints = 300;
// Planarity test on eigenvalues: the smallest below kThickest_m^2 and below kThinness times the second, and the second
// above (kNarrowest * voxel)^2. Without the last test one LiDAR ring on a wall (a noisy line) would pass as a plane
// that moves along with the beam.
constexpr double kThickest_m = 0.06, kThinness = 0.06, kNarrowest = 0.12;
// A plane holds up to this many standard deviations of its points in the direction in which they extend least. A
// plane through two LiDAR rings says little about the ground beyond them.
constexpr float kReach = 2;

struct InPlane {
  Vec3d direction;  // unit
  double variance_m2 = 0;
};

// Direction in the plane with this normal in which the points spread least: the 2x2 eigenvalue problem in the plane.
InPlane narrow_direction(const Mat3d& spread, Vec3d normal) {
  const Vec3d axis = std::abs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d u = normalized(cross(normal, axis)), v = cross(normal, u);
  const Vec3d su = spread * u, sv = spread * v;
  const double a = dot(u, su), b = dot(u, sv), c = dot(v, sv);
  const double smallest = 0.5 * (a + c) - std::hypot(0.5 * (a - c), b);
  // Either row of (S - smallest I) x = 0 gives the eigenvector; the longer one is the more accurate.
  const Vec3d one = u * b + v * (smallest - a), other = u * (smallest - c) + v * b;
  const Vec3d longer = dot(one, one) > dot(other, other) ? one : other;
  const double length = norm(longer);
  return {length > 1e-12 ? longer / length : u, smallest};
}

}  // namespace

void VoxelPlanes::add(const PointBuffer& points, const Rigid3d& map_from_base) {
  ++additions_;
  touched_.clear();
  const Mat3d rotation = to_matrix(map_from_base.rotation);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d point = rotation * cast<double>(points.at(i)) + map_from_base.translation;
    const auto voxel = voxel_of(point, voxel_m_);
    if (!voxel) continue;
    const uint32_t at = index_.find_or_add(pack(*voxel));
    if (at == cells_.size()) cells_.emplace_back(), planes_.emplace_back();
    Cell& cell = cells_[at];
    if (cell.count >= kMaxPoints) continue;
    const Vec3f d = cast<float>(point - middle(*voxel));
    cell.first += d;
    const float products[6] = {d.x * d.x, d.x * d.y, d.x * d.z, d.y * d.y, d.y * d.z, d.z * d.z};
    for (int k = 0; k < 6; ++k) cell.second[k] += products[k];
    ++cell.count;
    if (cell.touched != additions_) touched_.push_back(at), cell.touched = additions_;
  }
  parallel_for(
      touched_.size(), [&](std::size_t t) { planes_[touched_[t]] = fit(cells_[touched_[t]], voxel_m_); }, 8192);
}

VoxelPlanes::Plane VoxelPlanes::fit(const Cell& cell, double voxel_m) {
  if (cell.count < kMinPoints) return {};
  // Covariance of the points of the voxel.
  const double k = 1.0 / cell.count;
  const Vec3d mean = cast<double>(cell.first) * k;
  double s[6];
  for (int i = 0; i < 6; ++i) s[i] = cell.second[i] * k;
  const Mat3d spread = Mat3d::from_rows({s[0] - mean.x * mean.x, s[1] - mean.x * mean.y, s[2] - mean.x * mean.z},
                                        {s[1] - mean.x * mean.y, s[3] - mean.y * mean.y, s[4] - mean.y * mean.z},
                                        {s[2] - mean.x * mean.z, s[4] - mean.y * mean.z, s[5] - mean.z * mean.z});
  const auto normal = smallest_eigenvector(spread);
  if (!normal) return {};
  const double thin = std::max(0.0, dot(*normal, spread * *normal));  // variance along the normal [m^2]
  const InPlane narrow = narrow_direction(spread, *normal);
  if (thin > square(kThickest_m) || thin > kThinness * narrow.variance_m2) return {};
  if (narrow.variance_m2 < square(kNarrowest * voxel_m)) return {};
  return {.mean = cast<float>(mean),
          .normal = cast<float>(*normal),
          .variance_m2 = static_cast<float>(thin),
          .narrow = cast<float>(narrow.direction / std::sqrt(narrow.variance_m2))};
}

std::optional<VoxelPlanes::Match> VoxelPlanes::find(Vec3d point, float gate_m) const {
  const auto voxel = voxel_of(point, voxel_m_);
  if (!voxel) return std::nullopt;
  const auto match = [&](const Plane& plane, Vec3f from_mean) -> std::optional<Match> {
    const float distance = dot(plane.normal, from_mean);
    if (!(std::abs(distance) < gate_m)) return std::nullopt;
    const float outside = dot(plane.narrow, from_mean);
    if (!(std::abs(outside) < kReach)) return std::nullopt;
    // The further beyond its points, the less is known of the plane.
    return Match{distance, plane.normal, plane.variance_m2 * (1 + outside * outside)};
  };
  const Vec3d inside = point - middle(*voxel);
  const uint32_t own = index_.find(pack(*voxel));
  if (own != KeyIndex::kNone && planes_[own].variance_m2 >= 0) {
    return match(planes_[own], cast<float>(inside) - planes_[own].mean);
  }
  // The neighbours on the side of the voxel on which the point lies.
  const Voxel step{inside.x < 0 ? -1 : 1, inside.y < 0 ? -1 : 1, inside.z < 0 ? -1 : 1};
  float nearest2 = std::numeric_limits<float>::max();
  std::optional<Match> best;
  for (int corner = 1; corner < 8; ++corner) {
    const Voxel shift{corner & 1 ? step.x : 0, corner & 2 ? step.y : 0, corner & 4 ? step.z : 0};
    const uint32_t at = index_.find(pack({voxel->x + shift.x, voxel->y + shift.y, voxel->z + shift.z}));
    if (at == KeyIndex::kNone || planes_[at].variance_m2 < 0) continue;
    const Vec3d away = inside - Vec3d{double(shift.x), double(shift.y), double(shift.z)} * voxel_m_;
    const Vec3f from_mean = cast<float>(away) - planes_[at].mean;
    if (const float d2 = dot(from_mean, from_mean); d2 < nearest2) nearest2 = d2, best = match(planes_[at], from_mean);
  }
  return best;
}

void VoxelPlanes::forget_beyond(Vec3d centre, double radius_m) {
  KeyIndex index;
  std::vector<Cell> cells;
  std::vector<Plane> planes;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const uint64_t key = index_.keys()[i];
    if (norm(middle(unpack(key)) - centre) > radius_m) continue;
    index.find_or_add(key);
    cells.push_back(cells_[i]);
    planes.push_back(planes_[i]);
  }
  index_ = std::move(index);
  cells_ = std::move(cells);
  planes_ = std::move(planes);
}

void VoxelPlanes::clear() {
  index_ = {};
  cells_.clear();
  planes_.clear();
}

std::size_t VoxelPlanes::planes() const {
  return static_cast<std::size_t>(
      std::count_if(planes_.begin(), planes_.end(), [](const Plane& p) { return p.variance_m2 >= 0; }));
}

}  // namespace gs::mapping
