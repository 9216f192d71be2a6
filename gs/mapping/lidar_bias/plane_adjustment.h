// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Plane adjustment: the poses of some sweeps, the planes that they see and the elevation offset of the LiDAR, all at
// once.
//
// Beams that point d too high make flat ground a cone. Two sweeps a step s apart then disagree by +d s in front and
// -d s behind. A rigid motion answers most of that with a pitch, which bends the path; it cannot imitate the step
// between front and rear, and that remainder determines d.
#pragma once

#include <optional>
#include <vector>

#include "gs/geometry/rigid.h"

namespace gs::mapping {

// A point of a sweep and its derivative by the elevation of its ray, both in base_link at the stamp [m].
struct AdjustmentPoint {
  Vec3f position, by_elevation;
};

// A sweep of one LiDAR with its pose.
struct KeySweep {
  Rigid3d map_from_base;
  std::vector<AdjustmentPoint> points;
};

// Result of adjust_planes().
struct PlaneAdjustment {
  std::vector<Rigid3d> poses;                      // adjusted map_from_base; the first one is kept
  double elevation_rad = 0;                        // correction: to be added to the elevations; 0 if it was held
  double formal_sigma_rad = 0;                     // standard deviation if all points had independent errors
  double residual_before = 0, residual_after = 0;  // RMS of the whitened residuals at the first and last iteration
  std::size_t planes = 0;
  bool converged = false;
};

// Adjusts key sweeps that lie about a metre apart; empty if fewer than three sweeps or too few planes are given, or if
// the equations are singular. `with_elevation` false holds the elevation offset at zero. The planes are eliminated
// (Schur complement), so that the system has six unknowns a sweep and one more. Deterministic.
std::optional<PlaneAdjustment> adjust_planes(const std::vector<KeySweep>& sweeps, bool with_elevation);

}  // namespace gs::mapping
