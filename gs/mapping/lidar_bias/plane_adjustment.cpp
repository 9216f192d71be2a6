// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/plane_adjustment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "gs/core/parallel.h"
#include "gs/geometry/symmetric_eigen.h"
#include "gs/mapping/pose_graph/eigen_types.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {
namespace {

constexpr double kVoxel_m = 0.8;
constexpr int kMaxIterations = 12;
constexpr double kConverged_rad = 2e-6;
// A voxel is a plane if its thickness, its thickness relative to its width, and its width pass (as in PlaneMap), and if
// kMinSweeps sweeps and kMinPoints points of it agree.
constexpr double kThickest_m = 0.05, kThinness = 0.08, kNarrowest_m = 0.12;
constexpr std::size_t kMinSweeps = 4, kMinPoints = 16, kMinPlanes = 50;
// Standard deviation of the mean of m points of one sweep: sqrt(kNoise^2 / m + kFloor^2). Cauchy weight of scale 3.
constexpr double kNoise_m = 0.02, kFloor_m = 0.01, kCauchy = 3;

// A point in map with its voxel.
struct Entry {
  uint64_t key;
  uint32_t sweep;
  Vec3d position, by_elevation;  // in map axes
};

// Mean of the points of one sweep in one voxel.
struct Group {
  std::size_t sweep;
  Vec3d mean, by_elevation;
  double count;
};

// Whitened contribution of one plane: residuals and weights after elimination of its three parameters.
struct Plane {
  std::vector<Group> groups;
  Vec3d centre, normal;
  Eigen::VectorXd residual, weight;
  Eigen::MatrixXd reduced;  // W' = W - W A (A^T W A)^-1 A^T W
};

std::vector<Entry> entries_of(const std::vector<KeySweep>& sweeps, const std::vector<Rigid3d>& poses,
                              double elevation) {
  std::vector<Entry> entries;
  for (std::size_t s = 0; s < sweeps.size(); ++s) {
    const Mat3d rotation = to_matrix(poses[s].rotation);
    for (const AdjustmentPoint& p : sweeps[s].points) {
      const Vec3d lift = rotation * cast<double>(p.by_elevation);
      const Vec3d at = rotation * cast<double>(p.position) + poses[s].translation + lift * elevation;
      if (const auto voxel = voxel_of(at, kVoxel_m))
        entries.push_back({pack(*voxel), static_cast<uint32_t>(s), at, lift});
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.sweep < b.sweep; });
  return entries;
}

std::vector<Group> groups_of(std::span<const Entry> entries) {
  std::vector<Group> groups;
  for (const Entry& e : entries) {
    if (groups.empty() || groups.back().sweep != e.sweep) groups.push_back({e.sweep, {}, {}, 0});
    groups.back().mean += e.position, groups.back().by_elevation += e.by_elevation, groups.back().count += 1;
  }
  for (Group& g : groups) g.mean = g.mean / g.count, g.by_elevation = g.by_elevation / g.count;
  return groups;
}

// The plane of the entries of one voxel; empty if they are not flat.
std::optional<Plane> plane_of(std::span<const Entry> entries) {
  if (entries.size() < kMinPoints) return std::nullopt;
  Plane plane{.groups = groups_of(entries)};
  if (plane.groups.size() < kMinSweeps) return std::nullopt;
  for (const Entry& e : entries) plane.centre += e.position;
  plane.centre = plane.centre / static_cast<double>(entries.size());
  Mat3d spread;
  for (const Entry& e : entries) {
    const Vec3d d = e.position - plane.centre;
    spread = spread + Mat3d::from_rows(d * d.x, d * d.y, d * d.z);
  }
  const SymmetricEigen axes = symmetric_eigen(spread * (1.0 / static_cast<double>(entries.size())));
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return axes.values[a] < axes.values[b]; });
  const double thin = axes.values[order[0]], wide = axes.values[order[1]];
  if (thin > square(kThickest_m) || thin > kThinness * wide || wide < square(kNarrowest_m)) return std::nullopt;
  const auto axis = [&](std::size_t i) { return axes.vectors.column(static_cast<int>(order[i])); };
  plane.normal = axis(0);
  const Vec3d u = axis(1), w = axis(2);

  // Residuals, robust weights, and the elimination of offset and tilt of the plane.
  const auto n = static_cast<Eigen::Index>(plane.groups.size());
  plane.residual.resize(n), plane.weight.resize(n);
  Eigen::MatrixXd a(n, 3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Group& g = plane.groups[static_cast<std::size_t>(i)];
    const Vec3d d = g.mean - plane.centre;
    const double r = dot(plane.normal, d), variance = square(kNoise_m) / g.count + square(kFloor_m);
    plane.residual[i] = r;
    plane.weight[i] = 1 / (variance * (1 + r * r / (kCauchy * kCauchy * variance)));
    a.row(i) << -1, -dot(u, d), -dot(w, d);
  }
  const Eigen::MatrixXd wa = plane.weight.asDiagonal() * a;
  const Eigen::Matrix3d inner = a.transpose() * wa + 1e-6 * Eigen::Matrix3d::Identity();
  plane.reduced = -wa * inner.inverse() * wa.transpose();
  plane.reduced.diagonal() += plane.weight;
  return plane;
}

// All planes of the sorted entries, in the order of their keys.
std::vector<Plane> planes_of(const std::vector<Entry>& entries) {
  std::vector<std::pair<std::size_t, std::size_t>> voxels;
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin + 1;
    while (end < entries.size() && entries[end].key == entries[begin].key) ++end;
    if (end - begin >= kMinPoints) voxels.emplace_back(begin, end);
    begin = end;
  }
  std::vector<std::optional<Plane>> found(voxels.size());
  parallel_for(
      voxels.size(),
      [&](std::size_t i) {
        const auto [begin, end] = voxels[i];
        found[i] = plane_of(std::span(entries).subspan(begin, end - begin));
      },
      64);
  std::vector<Plane> planes;
  for (auto& plane : found) {
    if (plane) planes.push_back(std::move(*plane));
  }
  return planes;
}

// Normal equations over six unknowns a sweep (rotation about the pose's position, translation; map axes) and the
// elevation, which is last.
struct Equations {
  Eigen::MatrixXd h;  // lower triangle
  Eigen::VectorXd b;
  double squares = 0, rows = 0;
};

Equations equations_of(const std::vector<Plane>& planes, const std::vector<Rigid3d>& poses) {
  const auto unknowns = static_cast<Eigen::Index>(6 * poses.size() + 1), last = unknowns - 1;
  Equations e{Eigen::MatrixXd::Zero(unknowns, unknowns), Eigen::VectorXd::Zero(unknowns)};
  for (const Plane& plane : planes) {
    const std::size_t n = plane.groups.size();
    std::vector<EigenVector6> jacobian(n);
    Eigen::VectorXd by_elevation(static_cast<Eigen::Index>(n));
    for (std::size_t i = 0; i < n; ++i) {
      const Group& g = plane.groups[i];
      const Vec3d arm = cross(g.mean - poses[g.sweep].translation, plane.normal);
      jacobian[i] << to_eigen(arm), to_eigen(plane.normal);
      by_elevation[static_cast<Eigen::Index>(i)] = dot(plane.normal, g.by_elevation);
    }
    const Eigen::VectorXd weighted = plane.reduced * plane.residual, lift = plane.reduced * by_elevation;
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<Eigen::Index>(6 * plane.groups[i].sweep), k = static_cast<Eigen::Index>(i);
      e.b.segment<6>(at) -= jacobian[i] * weighted[k];
      e.h.block<1, 6>(last, at) += lift[k] * jacobian[i].transpose();
      for (std::size_t j = 0; j <= i; ++j) {  // sweeps ascend within a plane
        const auto to = static_cast<Eigen::Index>(6 * plane.groups[j].sweep);
        e.h.block<6, 6>(at, to).noalias() +=
            plane.reduced(k, static_cast<Eigen::Index>(j)) * jacobian[i] * jacobian[j].transpose();
      }
    }
    e.h(last, last) += by_elevation.dot(lift);
    e.b[last] -= by_elevation.dot(weighted);
    e.squares += plane.residual.cwiseAbs2().dot(plane.weight);
    e.rows += static_cast<double>(n);
  }
  return e;
}

// Holds the first pose, and the elevation unless it is estimated.
void fix_gauge(Equations& e, bool with_elevation) {
  for (Eigen::Index i = 0; i < 6; ++i) e.h(i, i) += 1e12;
  const Eigen::Index last = e.b.size() - 1;
  if (!with_elevation) e.h(last, last) += 1e14;
  // A sweep that sees no plane keeps its pose.
  for (Eigen::Index i = 0; i < e.b.size(); ++i) e.h(i, i) += 1e-3;
}

}  // namespace

std::optional<PlaneAdjustment> adjust_planes(const std::vector<KeySweep>& sweeps, bool with_elevation) {
  if (sweeps.size() < 3) return std::nullopt;
  PlaneAdjustment out;
  for (const KeySweep& sweep : sweeps) out.poses.push_back(sweep.map_from_base);
  const auto last = static_cast<Eigen::Index>(6 * sweeps.size());
  for (int iteration = 0; iteration < kMaxIterations && !out.converged; ++iteration) {
    const std::vector<Plane> planes = planes_of(entries_of(sweeps, out.poses, out.elevation_rad));
    if (planes.size() < kMinPlanes) return std::nullopt;
    Equations e = equations_of(planes, out.poses);
    fix_gauge(e, with_elevation);
    const Eigen::LDLT<Eigen::MatrixXd, Eigen::Lower> factors(e.h);
    if (factors.info() != Eigen::Success) return std::nullopt;
    const Eigen::VectorXd x = factors.solve(e.b);
    if (!x.allFinite()) return std::nullopt;

    out.planes = planes.size();
    (iteration == 0 ? out.residual_before : out.residual_after) = std::sqrt(e.squares / std::max(1.0, e.rows));
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(last + 1);
    unit[last] = 1;
    out.formal_sigma_rad = std::sqrt(std::max(0.0, factors.solve(unit)[last]));
    double largest_turn = 0;
    for (std::size_t s = 0; s < sweeps.size(); ++s) {
      const EigenVector6 step = x.segment<6>(static_cast<Eigen::Index>(6 * s));
      out.poses[s] = {normalized(rotation_from_vector(to_vec3(step.head<3>())) * out.poses[s].rotation),
                      out.poses[s].translation + to_vec3(step.tail<3>())};
      largest_turn = std::max(largest_turn, step.head<3>().norm());
    }
    out.elevation_rad += with_elevation ? x[last] : 0;
    out.converged = std::abs(x[last]) < kConverged_rad && largest_turn < 20 * kConverged_rad && iteration > 1;
  }
  return out;
}

}  // namespace gs::mapping
