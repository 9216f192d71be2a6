// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The figures of a world that the report judges, and positions along the drive.
#pragma once

#include <vector>

#include "gs/builder/report/ground_quality.h"
#include "gs/builder/report/render_quality.h"
#include "gs/builder/report/verdicts.h"
#include "gs/geometry/trajectory.h"

namespace gs::builder {

// Distance driven since the start of a path, by time.
class DistanceAlong {
 public:
  explicit DistanceAlong(const Trajectory& path);
  // Distance [m] at time t; times before the start and after the end give its first and last value.
  double at(Timestamp t) const;

 private:
  std::vector<Timestamp> stamps_;
  std::vector<double> distances_;
};

// Difference between the mean PSNR of all views and of the 50 m with the lowest mean [dB]; NaN for drives shorter than
// 100 m. Stretches with fewer than three views are not considered.
double weakest_stretch_db(const RenderQuality& quality, const DistanceAlong& along, double length_m);

// Figures that could be measured. `refinement` is pose_refinement.json, or null.
std::vector<JudgedFigure> judged_figures(const RenderQuality& quality, const GroundQuality& ground,
                                         const Node& refinement, const Trajectory& path);

}  // namespace gs::builder
