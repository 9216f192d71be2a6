// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_graph/linearise.h"

#include <cmath>

namespace gs::mapping {
namespace {

// Inverse of the right Jacobian of rotations: log(Exp(e) Exp(d)) = e + J(e) d + O(d^2) (Chirikjian 2011; Sola et al.
// 2018, eq. 144).
EigenMatrix3 inverse_right_jacobian(Vec3d e) {
  const double angle2 = dot(e, e), angle = std::sqrt(angle2);
  const EigenMatrix3 cross = cross_matrix(e);
  // The series of the factor at 0 begins with 1/12; below 1e-4 rad the next term is under 1e-10.
  const double factor = angle < 1e-4 ? 1.0 / 12 : 1 / angle2 - (1 + std::cos(angle)) / (2 * angle * std::sin(angle));
  return EigenMatrix3::Identity() + 0.5 * cross + factor * cross * cross;
}

EigenMatrix3 rotation_of(const Rigid3d& pose) { return to_eigen(to_matrix(pose.rotation)); }

void whiten(LinearFactor& f, const Matrix6& sqrt_information) {
  const EigenMatrix6 w = to_eigen(sqrt_information);
  f.residual = w * f.residual;
  f.by_first = w * f.by_first;
  f.by_second = w * f.by_second;
}

}  // namespace

LinearFactor linearise(const RelativeFactor& factor, const GraphState& state) {
  const Rigid3d &from = state.poses[factor.from], &to = state.poses[factor.to];
  const Vec3d apart = to.translation - from.translation;
  const Vec3d turned =
      rotation_vector(factor.from_from_to.rotation.conjugate() * (from.rotation.conjugate() * to.rotation));
  LinearFactor f{.first = factor.from, .second = factor.to};
  f.residual << to_eigen(turned), to_eigen(from.rotation.conjugate() * apart - factor.from_from_to.translation);
  const EigenMatrix3 body_from_map = rotation_of(from).transpose();
  const EigenMatrix3 by_turn = inverse_right_jacobian(turned) * rotation_of(to).transpose();
  f.by_first.topLeftCorner<3, 3>() = -by_turn;
  f.by_first.bottomLeftCorner<3, 3>() = body_from_map * cross_matrix(apart);
  f.by_first.bottomRightCorner<3, 3>() = -body_from_map;
  f.by_second.topLeftCorner<3, 3>() = by_turn;
  f.by_second.bottomRightCorner<3, 3>() = body_from_map;
  whiten(f, factor.sqrt_information);
  return f;
}

LinearFactor linearise(const PositionFactor& factor, const GraphState& state, bool alignment_is_unknown) {
  const Rigid3d& pose = state.poses[factor.pose];
  const Vec3d lever = pose.rotation * factor.lever_in_body;
  const Vec3d turned = state.alignment.rotation() * factor.position_in_enu;
  LinearFactor f{.first = factor.pose};
  // Three rows, the last ones, so that every factor has six; the first three stay zero.
  f.residual.tail<3>() = to_eigen(pose.translation + lever - (turned + state.alignment.translation));
  f.by_first.bottomLeftCorner<3, 3>() = -cross_matrix(lever);
  f.by_first.bottomRightCorner<3, 3>().setIdentity();
  if (alignment_is_unknown) {
    f.second = state.poses.size();
    f.by_second.block<3, 1>(3, 0) = to_eigen(-cross(Vec3d{0, 0, 1}, turned));
    f.by_second.bottomRightCorner<3, 3>() = -EigenMatrix3::Identity();
  }
  const EigenVector3 weight = to_eigen(factor.sigma_m).cwiseInverse();
  f.residual.tail<3>() = weight.asDiagonal() * f.residual.tail<3>();
  f.by_first.bottomRows<3>() = weight.asDiagonal() * f.by_first.bottomRows<3>();
  f.by_second.bottomRows<3>() = weight.asDiagonal() * f.by_second.bottomRows<3>();
  return f;
}

LinearFactor linearise(const VerticalFactor& factor, const GraphState& state) {
  const Vec3d up = state.poses[factor.pose].rotation * factor.up_in_body;
  LinearFactor f{.first = factor.pose};
  // d(Exp(w) up) / dw = -[up]x. Its third row is left out: z of a nearly upright vector does not change to first order.
  f.residual.head<2>() << up.x / factor.sigma_rad, up.y / factor.sigma_rad;
  f.by_first.topLeftCorner<2, 3>() = -cross_matrix(up).topRows<2>() / factor.sigma_rad;
  return f;
}

LinearFactor linearise(const PriorFactor& factor, const GraphState& state) {
  const Rigid3d& pose = state.poses[factor.pose];
  const Vec3d turned = rotation_vector(factor.map_from_body.rotation.conjugate() * pose.rotation);
  LinearFactor f{.first = factor.pose};
  f.residual << to_eigen(turned), to_eigen(pose.translation - factor.map_from_body.translation);
  f.by_first.topLeftCorner<3, 3>() = inverse_right_jacobian(turned) * rotation_of(pose).transpose();
  f.by_first.bottomRightCorner<3, 3>().setIdentity();
  whiten(f, factor.sqrt_information);
  return f;
}

Rigid3d moved(const Rigid3d& pose, const EigenVector6& increment) {
  return {normalized(rotation_from_vector(to_vec3(increment.head<3>())) * pose.rotation),
          pose.translation + to_vec3(increment.tail<3>())};
}

Alignment moved(const Alignment& alignment, const EigenVector6& increment) {
  return {alignment.yaw_rad + increment[0], alignment.translation + to_vec3(increment.tail<3>())};
}

}  // namespace gs::mapping
