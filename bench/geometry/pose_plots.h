// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Charts of the errors of recorded and refined poses along a drive whose truth is known, as a section of a page.
#pragma once

#include <string>
#include <vector>

#include "gs/core/time.h"
#include "gs/geometry/trajectory.h"
#include "gs/report/html.h"

namespace bench {

// The part of a drive whose poses are compared, both ends included.
struct ComparedTime {
  gs::Timestamp first, last;
};

// Error of a path at one pose of the truth.
struct PathError {
  double along_m = 0;       // distance driven since the first compared pose
  double horizontal_m = 0;  // distance from the true position in the horizontal plane
  double height_m = 0;      // positive: the path lies above the truth
};
// Errors of `path` at the compared poses of `truth`, without alignment; poses outside the time of `path` are left out.
std::vector<PathError> path_errors(const gs::Trajectory& truth, const gs::Trajectory& path,
                                   const ComparedTime& compared);

// One measured drive; the trajectories must outlive it.
struct PlottedDrive {
  const gs::Trajectory& truth;
  const gs::Trajectory& recorded;  // before refinement, with the planted errors
  const gs::Trajectory& refined;
  ComparedTime compared;
  std::string recorded_name = "recorded";
  bool taken = false;      // refined poses replace the recorded ones
  std::string reason{};    // for that decision
  bool plan_view = false;  // also show the paths from above
};

// Draws horizontal and height errors [m] of both paths along the distance driven [m], with the largest errors in the
// titles, and the decision; with plan_view also the true, recorded and refined path from above.
gs::report::Html pose_plots(const PlottedDrive& drive);

}  // namespace bench
