// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses and clocks of the cameras, refined until LiDAR points projected into their images match them.
//
// clang-format off
//   01_calibration/camera_refinement.json, also statistics.camera_refinement of build_report.json:
//   {"cameras": [{"id": "front", "applied": true, "reason": "...", "rotation_deg": [0.5, 0.0, 0.0], "translation_m": [...],
//     "time_s": -0.03, "applied_time_s": -0.03, "rotation_sigma_deg": [...], "translation_sigma_m": [...], "time_sigma_s": 0.0004,
//     "fitted_images": 32, "judging_images": 32,
//     "evidence": {"distance_before": 0.96, "distance_after": 0.93, "share_better": 0.97, "gain_standard_errors": 9.1,
//                  "spread_before": 0.07, "spread_after": 0.06}}]}
//   Null: an unknown that was not estimated, or evidence without a comparison. applied_time_s is the clock of the camera
//   in all later steps, training included: seconds added to the stamps of its images; 0 if the estimate is not applied.
//   01_calibration/projected_points/<id>_before.jpg, _after.jpg   the points in one image, coloured by depth
// clang-format on
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/recording/chosen_images.h"
#include "gs/core/json/node.h"

namespace gs::builder {

// What was found for one camera.
struct CameraRefinement {
  std::string id;
  bool applied = false;
  std::string reason;  // of the decision
  mapping::CameraLidarResult found{};
};

// Names in 01_calibration.
inline constexpr std::string_view kCameraRefinementReport = "camera_refinement.json",
                                  kProjectedPoints = "projected_points";
Node to_node(const std::vector<CameraRefinement>& cameras);
// Sentences for the screen, one per camera.
std::vector<std::string> to_lines(const std::vector<CameraRefinement>& cameras);

// Refines every camera of a workspace whose ingest, calibration and poses are done. `mode` is kRefineNever: nothing is
// done; kRefineAuto: an estimate is applied if images that were kept aside match better; kRefineAlways: every estimate
// is applied. The map is made of the sweeps around the chosen images. Writes camera_corrections.json if a clock is
// corrected, the report, and the pictures of projected points. An image that cannot be read is a warning. Errors: those
// of reading and writing files; interrupted.
Result<std::vector<CameraRefinement>> refine_recorded_cameras(const Workspace& workspace, std::string_view mode,
                                                              Problems& problems, Progress& progress);

// Applies the corrections of the poses to calibration.yaml.
void turn_cameras(world::Calibration& calibration, const std::vector<CameraRefinement>& cameras);

}  // namespace gs::builder
