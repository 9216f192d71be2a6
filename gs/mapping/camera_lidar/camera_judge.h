// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares two states of a camera on images that were not fitted. Private to the calibration of cameras.
#pragma once

#include "gs/mapping/camera_lidar/alignment.h"

namespace gs::mapping {

// Sums over comparisons; see CameraLidarResult for the meaning.
struct CameraJudgement {
  double before = 0, after = 0;                // information distance, sum over comparisons
  std::vector<double> gains;                   // of the mutual information, per view
  double spread_before = 0, spread_after = 0;  // sum of variances
  std::vector<double> spread_gains;            // variance before - after, per block of views
  int comparisons = 0;

  // Share of the views with a positive gain.
  double share_better() const;
  // Mean of the gains in standard errors.
  static double in_sigmas(const std::vector<double>& gains);
};

// Adds the comparison of `before` and `after` on the given views. `block` views that follow each other show common
// points.
void judge(const CameraAlignment& alignment, const CameraAlignment::ViewList& views, const CameraVector& before,
           const CameraVector& after, std::size_t block, CameraJudgement& out);

}  // namespace gs::mapping
