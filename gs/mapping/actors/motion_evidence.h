// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where something moved, from the free space that the rays of a stretch of the drive passed through. Private to
// track_objects.
#pragma once

#include "gs/core/progress.h"
#include "gs/mapping/actors/ground_columns.h"
#include "gs/mapping/actors/point_gate.h"
#include "gs/mapping/static_map/moving_evidence.h"

namespace gs::mapping {

// Options of the evidence.
struct EvidenceOptions {
  double voxel_m = 0.2;
  double above_ground_m = 0.15;  // lower points belong to the ground
  int min_seen_empty = 2;        // scan groups that must see a voxel empty
};

// Ground and voxels of a stretch of the drive. Memory grows with the length of the stretch.
class MotionEvidence {
 public:
  // Reads the sweeps from first to last - 1 twice. Errors: those of the source; interrupted.
  static Result<MotionEvidence> from(SweepSource& sweeps, std::size_t first, std::size_t last, const PointGate& gate,
                                     const EvidenceOptions& options, Progress& progress);

  // Height above the ground [m] of a point in map.
  double height(Vec3d point) const { return ground_.height(point); }
  // Whether the voxel of a point above the ground was passed by a moving object.
  Stay stay(Vec3d point) const {
    const auto voxel = voxel_of(point, options_.voxel_m);
    return voxel ? voxels_.stay(*voxel) : Stay::unknown;
  }
  double above_ground_m() const { return options_.above_ground_m; }

 private:
  explicit MotionEvidence(const EvidenceOptions& options) : options_(options), voxels_(options.min_seen_empty) {}
  Result<void> find_surfaces(SweepSource& sweeps, std::size_t first, std::size_t last, const PointGate& gate,
                             Progress& progress);
  Result<void> find_free_space(SweepSource& sweeps, std::size_t first, std::size_t last, const PointGate& gate,
                               Progress& progress);

  EvidenceOptions options_;
  GroundColumns ground_;
  MovingEvidence voxels_;
};

}  // namespace gs::mapping
