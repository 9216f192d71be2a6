// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Evidence that was not used to estimate poses: sweeps, GNSS fixes and loops that were kept aside. It decides between
// two trajectories.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/mapping/pose_fusion/fuse_poses.h"

namespace gs::mapping {

// One kind of evidence, measured on both trajectories at the same times.
struct Witness {
  std::string name;
  double before = 0, after = 0;  // means; larger is better for sweeps, smaller for fixes and loops
  double gain_sigmas = 0;        // mean improvement / its standard error; negative: worse
  std::size_t count = 0;
};

// Share of the points of each sweep kept aside (pose_refinement.h, hold_out_every) that lie within 5 cm of a plane of
// the map of the sweeps before it, with all poses from `path`: one value per quarter of a sweep with enough points.
// Errors: interrupted; errors of the source.
Result<std::vector<double>> sharpness(SweepSource& sweeps, const Trajectory& path, int hold_out_every,
                                      Progress& progress);

// Splits fixes at one a second: two of three are for the fit, every third is kept aside.
struct SplitFixes {
  std::vector<PositionFix> fitted, kept_aside;
};
SplitFixes split_fixes(const std::vector<PositionFix>& fixes);

// Distances [m] of fixes kept aside from the antenna's path, after the path is aligned with the other fixes; empty if
// it cannot be aligned.
std::vector<double> fix_distances(const Trajectory& path, const SplitFixes& fixes, Vec3d antenna_in_base);

// Distances [m] between the motion that a path has from one sweep of each loop to the other, and the measured one.
std::vector<double> loop_distances(const Trajectory& path, const std::vector<RegisteredSweep>& sweeps,
                                   const std::vector<RelativeFactor>& loops);

// Compares paired values; `larger_is_better` as the witness says. No values: no evidence (gain 0).
Witness compare(std::string name, const std::vector<double>& before, const std::vector<double>& after,
                bool larger_is_better);

// How far the trajectory before is trusted.
enum class Standing : uint8_t {
  measured,  // by other sensors: it is replaced only if evidence gets better
  equal,     // it comes from the same sweeps, with fewer measurements: it is replaced unless evidence gets worse
};

// Decision on a new trajectory: at least one witness better by 3 standard errors and by 5 % of its value, and none
// worse by 2 standard errors and 2 % of its value. Smaller changes do not matter, whatever their significance. Of
// trajectories with equal standing the new one is taken if no witness is worse.
struct Verdict {
  bool accepted = false;
  std::string reason;  // one sentence
};
Verdict judge(const std::vector<Witness>& witnesses, Standing before = Standing::measured);

}  // namespace gs::mapping
