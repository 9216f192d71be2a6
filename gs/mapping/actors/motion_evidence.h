// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where something moved, from the free space that the rays of a stretch of the drive passed through. Private to
// track_objects.
#pragma once

#include "gs/core/progress.h"
#include "gs/mapping/actors/ground_columns.h"
#include "gs/mapping/actors/point_gate.h"
#include "gs/mapping/block_grid.h"
#include "gs/mapping/static_map/free_space.h"

namespace gs::mapping {

// Options of the evidence.
struct EvidenceOptions {
  double voxel_m = 0.2;
  double above_ground_m = 0.15;   // lower points belong to the ground
  int min_seen_empty = 2;         // scan groups that must see a voxel empty
  double min_empty_share = 0.3;   // and their share of all groups that see it empty or occupied
  double min_passed_share = 0.6;  // the same for groups that only pass through it
};

// Scan groups that saw a voxel occupied, certainly empty, and passed by a ray with unobserved neighbours. All are
// halved before one would exceed 255.
struct SeenCounts {
  uint8_t filled = 0, empty = 0, passed = 0;
};

// Ground and voxels of a stretch of the drive. Memory grows with the length of the stretch.
class MotionEvidence {
 public:
  // Reads the sweeps from first to last - 1 twice. Errors: those of the source; interrupted.
  static Result<MotionEvidence> from(SweepSource& sweeps, std::size_t first, std::size_t last, const PointGate& gate,
                                     const EvidenceOptions& options, Progress& progress);

  // Height above the ground [m] of a point in map.
  double height(Vec3d point) const { return ground_.height(point); }
  // Whether a moving object passed the voxel of a point, as far as the sweeps tell.
  enum class Verdict : uint8_t { unknown, stands, moved };
  Verdict verdict(Vec3d point) const;
  double above_ground_m() const { return options_.above_ground_m; }

 private:
  explicit MotionEvidence(const EvidenceOptions& options) : options_(options) {}
  Result<void> find_surfaces(SweepSource& sweeps, std::size_t first, std::size_t last, const PointGate& gate,
                             Progress& progress);
  void add(const FreeSpace& space);
  Verdict verdict(SeenCounts seen) const;
  Result<void> find_free_space(SweepSource& sweeps, std::size_t first, std::size_t last, const PointGate& gate,
                               Progress& progress);

  EvidenceOptions options_;
  GroundColumns ground_;
  BlockGrid<SeenCounts> voxels_;
};

}  // namespace gs::mapping
