// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/poses/plane_map.h"

#include <algorithm>

#include "gs/core/parallel.h"
#include "gs/geometry/symmetric_eigen.h"

namespace gs::mapping {
namespace {

constexpr uint32_t kMinPoints = 6;
// Voxels with this many points are no longer updated: a map that keeps moving with the sweeps matched to it drifts
// faster.
constexpr uint32_t kMaxPoints = 300;
// Planarity test on eigenvalues: the smallest below kThickest_m^2 and below kThinness times the second, and the second
// above kNarrowest_m^2. Without the last test one LiDAR ring on a wall (a noisy line) would pass as a horizontal plane
// that moves along with the beam.
constexpr double kThickest_m = 0.05, kThinness = 0.05, kNarrowest_m = 0.06;

}  // namespace

void PlaneMap::add(std::span<const Vec3d> points, double time_s) {
  std::vector<uint32_t> touched;
  for (const Vec3d& point : points) {
    const auto voxel = voxel_of(point, voxel_m_);
    if (!voxel) continue;
    const uint32_t i = index_.find_or_add(pack(*voxel));
    if (i == cells_.size()) cells_.emplace_back();
    Cell& cell = cells_[i];
    if (cell.count == 0) cell.first_s = time_s;
    cell.last_s = time_s;
    if (cell.count >= kMaxPoints) continue;
    // Moments relative to the centre of the voxel: small numbers keep their precision far from the origin.
    const Vec3d d = point - middle(*voxel);
    cell.first += d;
    const std::array<double, 6> products = {d.x * d.x, d.x * d.y, d.x * d.z, d.y * d.y, d.y * d.z, d.z * d.z};
    for (std::size_t k = 0; k < 6; ++k) cell.second[k] += products[k];
    ++cell.count;
    if (!cell.touched) touched.push_back(i), cell.touched = true;
  }
  parallel_for(
      touched.size(), [&](std::size_t t) { refit(cells_[touched[t]], middle(unpack(index_.keys()[touched[t]]))); },
      512);
}

void PlaneMap::refit(Cell& cell, Vec3d middle) const {
  cell.touched = false;
  cell.flat = false;
  if (cell.count < kMinPoints) return;
  // Covariance of the points of the voxel.
  const double k = 1.0 / cell.count;
  const Vec3d mean = cell.first * k;
  const auto& s = cell.second;
  const Mat3d spread =
      Mat3d::from_rows({s[0] * k - mean.x * mean.x, s[1] * k - mean.x * mean.y, s[2] * k - mean.x * mean.z},
                       {s[1] * k - mean.x * mean.y, s[3] * k - mean.y * mean.y, s[4] * k - mean.y * mean.z},
                       {s[2] * k - mean.x * mean.z, s[4] * k - mean.y * mean.z, s[5] * k - mean.z * mean.z});
  const auto normal = smallest_eigenvector(spread);
  if (!normal) return;
  // Variance along the normal and the smaller variance in the plane [m^2].
  const double thin = dot(*normal, spread * *normal);
  const double wide = middle_eigenvalue(spread, thin);
  if (thin > square(kThickest_m) || thin > kThinness * wide || wide < square(kNarrowest_m)) return;
  cell.flat = true;
  cell.plane = {middle + mean, *normal};
}

const PlaneMap::Plane* PlaneMap::find(Vec3d point, double min_age_s) const {
  const auto voxel = voxel_of(point, voxel_m_);
  if (!voxel) return nullptr;
  const uint32_t i = index_.find(pack(*voxel));
  if (i == KeyIndex::kNone || !cells_[i].flat || cells_[i].last_s - cells_[i].first_s < min_age_s) return nullptr;
  return &cells_[i].plane;
}

void PlaneMap::forget_beyond(Vec3d centre, double radius_m) {
  KeyIndex index;
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const uint64_t key = index_.keys()[i];
    if (norm(middle(unpack(key)) - centre) > radius_m) continue;
    index.find_or_add(key);
    cells.push_back(cells_[i]);
  }
  index_ = std::move(index);
  cells_ = std::move(cells);
}

}  // namespace gs::mapping
