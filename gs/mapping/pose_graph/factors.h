// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Factors of a pose graph: measurements of one pose or of two poses, with their uncertainty.
//
// A residual is whitened: it is multiplied by the square root of the information matrix, so that its expected square is
// one per row. Rows and columns of a Matrix6 are rotation [rad] x, y, z, then translation [m] x, y, z.
#pragma once

#include <array>
#include <cstddef>

#include "gs/geometry/rigid.h"
#include "gs/mapping/pose_graph/robust_kernel.h"

namespace gs::mapping {

// 6x6 matrix over rotation and translation, [row][column].
using Matrix6 = std::array<std::array<double, 6>, 6>;

// Measured pose of body `to` in body `from`. Residual: rotation log(R_m^T R_from^T R_to) in axes of `to`, translation
// R_from^T (t_to - t_from) - t_m in axes of `from`.
struct RelativeFactor {
  std::size_t from = 0, to = 0;  // indices of poses
  Rigid3d from_from_to;          // measured
  Matrix6 sqrt_information{};
  RobustKernel kernel{};
};

// Measured position of a point of the body (a GNSS antenna). Residual [m, map axes]: (t + R lever) - map_from_enu *
// position, divided by sigma.
struct PositionFactor {
  std::size_t pose = 0;
  Vec3d lever_in_body;    // antenna in body [m]
  Vec3d position_in_enu;  // measured; the frame of Alignment
  Vec3d sigma_m{1, 1, 1};
  RobustKernel kernel{};
};

// Measured direction of the vertical in the body: gravity of an accelerometer, or roll and pitch of an orientation.
// Residual: x and y of R up, which is the angle between R up and z for small angles, divided by sigma.
struct VerticalFactor {
  std::size_t pose = 0;
  Vec3d up_in_body{0, 0, 1};  // unit
  double sigma_rad = 1;
  RobustKernel kernel{};
};

// Measured pose. Residual: rotation log(R_m^T R) in body axes, translation t - t_m in map axes.
struct PriorFactor {
  std::size_t pose = 0;
  Rigid3d map_from_body;  // measured
  Matrix6 sqrt_information{};
  RobustKernel kernel{};
};

// Square root of the information of independent errors with these standard deviations on every axis.
Matrix6 independent_errors(double sigma_rad, double sigma_m);

// Square root of the information of a registration: its own covariance plus a floor for errors that all of its points
// share (beam elevation, range offset, deskewing), which no number of points averages out. `information` is that of the
// points in the axes of the residual; it may be singular: directions without information keep none.
Matrix6 with_error_floor(const Matrix6& information, double floor_rad, double floor_m);

// Standard deviation per step that stands for an error of `sigma` which is the same in all of `steps` steps: n shared
// errors add up to n sigma, n independent ones of sqrt(n) sigma to the same.
double shared_error_sigma(double sigma, std::size_t steps);

}  // namespace gs::mapping
