// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Registration of a sweep to a map of planes, with a test of which directions the surroundings constrain.
#pragma once

#include <vector>

#include "gs/mapping/odometry/voxel_planes.h"

namespace gs::mapping {

// Pose expected before the sweep is looked at, and how far it is trusted.
struct PosePrior {
  Rigid3d map_from_base;
  double sigma_m = 0, sigma_rad = 0;  // standard deviations; 0: only decides in weak directions
};

// Parameters of register_points().
struct RegistrationOptions {
  double gate_m = 1.0;        // scale of the robust weight in the first iteration, halved in each one after
  double tight_gate_m = 0.1;  // its last value
  int iterations = 20;        // greatest number
  std::size_t min_matches = 100;
};

// Result of register_points().
struct Registration {
  Rigid3d map_from_base;     // the prior if `converged` is false
  bool converged = false;    // false: too few points match, or the iteration did not settle
  std::size_t matches = 0;   // points with a plane
  double matched_share = 0;  // of all points, weighted by the robust weight
  double rms_m = 0;          // weighted distance of the points to their planes
  int iterations = 0;
  // Directions that the planes do not constrain; there the pose is that of the prior. Unit vectors in map axes:
  // translations, and axes of rotation.
  std::vector<Vec3d> weak_shifts{}, weak_turns{};
  // Share of the normals in the least constrained direction: 1/3 if they point everywhere alike, 0 in none.
  double shift_share = 0, turn_share = 0;
};

// Moves the pose so that points in base_link lie on the planes of the map (point to plane, Chen and Medioni 1991, with
// Geman-McClure weights), starting from the prior. Weak directions are found after decoupling turn and shift
// and keep the prior. The result does not depend on the thread count.
Registration register_points(const VoxelPlanes& map, const PointBuffer& points, const PosePrior& prior,
                             const RegistrationOptions& options);

}  // namespace gs::mapping
