// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "gs/mapping/objects/object_shape.h"

namespace gs::mapping {
namespace {

constexpr std::size_t kMinFitPoints = 6;
constexpr int kFitSteps = 20;
constexpr double kFirstReach_m = 0.3, kLastReach_m = 0.12;
constexpr double kConverged_m = 5e-4, kConverged_rad = 2e-4;
constexpr double kFloor_m = 0.02, kFloor_rad = 0.3 * kPi / 180;  // errors of neighbouring points are not independent
constexpr double kUnobserved_m = 0.5, kUnobserved_rad = 0.2;
constexpr double kPointWeight = 0.2;  // of a point without a plane: voxels sample the surface at random

Eigen::Vector3d eigen(Vec3d v) { return {v.x, v.y, v.z}; }

// Normal equations over x, y, z and yaw.
struct Equations {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();
  Eigen::Vector4d right = Eigen::Vector4d::Zero();
  double weights = 0, squares = 0, distances = 0;
  std::size_t matched = 0;

  void add(const Eigen::Vector3d& normal, const Eigen::Vector3d& turn, double r, double weight) {
    Eigen::Vector4d j;
    j << normal, normal.dot(turn);
    matrix.noalias() += weight * j * j.transpose();
    right.noalias() -= weight * r * j;
    squares += weight * r * r;
    weights += weight;
  }
};

double tukey(double r, double reach) {
  const double share = r / reach;
  return share < 1 ? (1 - share * share) * (1 - share * share) : 0;
}

class Fit {
 public:
  Fit(std::span<const Vec3d> points, const ShapeGrid& shape) : points_(points), shape_(shape) {
    for (const Vec3d& p : points) middle_ += p / static_cast<double>(points.size());
  }

  // Equations at the present pose.
  Equations equations(double reach) const {
    Equations out;
    const double c = std::cos(yaw_), s = std::sin(yaw_);
    for (const Vec3d& point : points_) {
      const Vec3d d = point - middle_;
      const Vec3d arm{c * d.x - s * d.y, s * d.x + c * d.y, d.z};
      const Vec3d moved = middle_ + shift_ + arm;
      const auto near = shape_.nearest(moved, reach);
      if (!near) continue;
      const ShapePoint& target = shape_.points()[*near];
      const Vec3d off = moved - cast<double>(target.position);
      const Eigen::Vector3d turn{-arm.y, arm.x, 0};
      ++out.matched;
      if (const Vec3d normal = cast<double>(target.normal); dot(normal, normal) > 0.5) {
        const double r = dot(normal, off);
        out.distances += std::abs(r);
        out.add(eigen(normal), turn, r, tukey(std::abs(r), reach));
      } else {
        const double length = norm(off), weight = kPointWeight * tukey(length, reach);
        out.distances += length;
        out.add(Eigen::Vector3d::UnitX(), turn, off.x, weight);
        out.add(Eigen::Vector3d::UnitY(), turn, off.y, weight);
        out.add(Eigen::Vector3d::UnitZ(), turn, off.z, weight);
      }
    }
    return out;
  }

  bool run() {
    for (int step = 0; step < kFitSteps; ++step) {
      const double reach = std::max(kLastReach_m, kFirstReach_m * std::pow(0.8, step));
      Equations e = equations(reach);
      if (e.matched < kMinFitPoints) return false;
      // Directions that no plane shows keep their place.
      const double noise = std::max(1e-4, e.squares / std::max(1.0, e.weights));
      e.matrix.diagonal() += noise * Eigen::Vector4d(4, 4, 4, 25);
      const Eigen::Vector4d change = e.matrix.ldlt().solve(e.right);
      if (!change.allFinite()) return false;
      shift_ += Vec3d{change[0], change[1], change[2]};
      yaw_ += change[3];
      const bool small = change.head<3>().norm() < kConverged_m && std::abs(change[3]) < kConverged_rad;
      if (small && reach == kLastReach_m) break;
    }
    return true;
  }

  Vec3d middle() const { return middle_; }
  Vec3d shift() const { return shift_; }
  double yaw() const { return yaw_; }

 private:
  std::span<const Vec3d> points_;
  const ShapeGrid& shape_;
  Vec3d middle_{}, shift_{};
  double yaw_ = 0;
};

// Covariance of (x, y, z, yaw) in map.
std::array<double, 16> covariance_of(const Equations& e, double yaw_of_object) {
  const double noise = std::max(1e-4, e.squares / std::max(1.0, e.weights - 4));
  Eigen::Matrix4d information = e.matrix / noise;
  const double place = 1 / (kUnobserved_m * kUnobserved_m), turn = 1 / (kUnobserved_rad * kUnobserved_rad);
  information.diagonal() += Eigen::Vector4d(place, place, place, turn);
  Eigen::Matrix4d covariance = information.inverse();
  covariance.diagonal() +=
      Eigen::Vector4d(kFloor_m * kFloor_m, kFloor_m * kFloor_m, kFloor_m * kFloor_m, kFloor_rad * kFloor_rad);
  Eigen::Matrix4d rotation = Eigen::Matrix4d::Identity();
  rotation.topLeftCorner<2, 2>() << std::cos(yaw_of_object), -std::sin(yaw_of_object), std::sin(yaw_of_object),
      std::cos(yaw_of_object);
  covariance = rotation * covariance * rotation.transpose();
  std::array<double, 16> out;
  for (int i = 0; i < 16; ++i) out[static_cast<std::size_t>(i)] = covariance(i / 4, i % 4);
  return out;
}

}  // namespace

std::optional<ShapeFit> fit_on_shape(std::span<const Vec3d> points, const ShapeGrid& shape, const ObjectState& state) {
  if (points.size() < kMinFitPoints) return std::nullopt;
  Fit fit(points, shape);
  if (!fit.run()) return std::nullopt;
  const Equations at_end = fit.equations(kLastReach_m);
  if (at_end.matched < kMinFitPoints || 2 * at_end.matched < points.size()) return std::nullopt;
  const auto matched = static_cast<double>(at_end.matched);
  ShapeFit out;
  out.misfit_m = at_end.distances / matched;
  out.matched = matched / static_cast<double>(points.size());
  // The measured points stay where they are in map, so the object moves the other way.
  out.pose.point_in_object = fit.middle() + fit.shift();
  out.pose.point_in_map = state.map_from_object() * fit.middle();
  out.pose.yaw = state.yaw - fit.yaw();
  out.pose.covariance = covariance_of(at_end, state.yaw);
  return out;
}

}  // namespace gs::mapping
