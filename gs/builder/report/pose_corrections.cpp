// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/pose_corrections.h"

#include <algorithm>
#include <cmath>

#include "gs/builder/recording/ingested_images.h"
#include "gs/core/numbers/math.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {

Result<std::vector<PoseCorrection>> read_pose_corrections(const Workspace& workspace) {
  std::vector<PoseCorrection> out;
  const fs::path refined_file = workspace.folder(Step::calibration_builder) / kRefinedPoses;
  std::error_code ignored;
  if (!fs::exists(refined_file, ignored)) return out;
  GS_TRY(const Trajectory refined, world::load_trajectory_csv(refined_file));
  GS_TRY(const Trajectory recorded,
         world::load_trajectory_csv(workspace.folder(Step::mcap_ingest) / "raw_extract/poses.csv"));
  double driven = 0;
  const StampedPose* last = nullptr;
  for (const StampedPose& pose : refined.poses()) {
    if (last != nullptr) driven += norm(pose.map_from_body.translation - last->map_from_body.translation);
    last = &pose;
    const auto before = recorded.at(pose.stamp);
    if (!before) continue;
    const Rigid3d change = before->inverse() * pose.map_from_body;
    const double w = std::min(1.0, std::abs(change.rotation.w));
    out.push_back({.at_m = driven, .shift_m = change.translation, .turn_deg = 2 * std::acos(w) * 180 / kPi});
  }
  return out;
}

}  // namespace gs::builder
