// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses and clocks of the cameras, refined until LiDAR points projected into their images match them.
//
// clang-format off
//   01_calibration/camera_refinement.json, also statistics.camera_refinement of build_report.json:
//   {"cameras": [{"id": "front", "applied": true, "reason": "...", "rotation_deg": [0.5, 0.0, 0.0], "translation_m": [...],
//     "time_s": -0.03, "rotation_sigma_deg": [...], "translation_sigma_m": [...], "time_sigma_s": 0.0004,
//     "fitted_images": 32, "judging_images": 32,
//     "evidence": {"distance_before": 0.96, "distance_after": 0.93, "share_better": 0.97, "gain_standard_errors": 9.1,
//                  "spread_before": 0.07, "spread_after": 0.06}}]}
//   01_calibration/projected_points/<id>_before.jpg, _after.jpg   the points in one image, coloured by depth
// clang-format on
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/workspace.h"
#include "gs/core/json/node.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"

namespace gs::builder {

// Most images of a camera that are looked at; they bound the time of the refinement.
inline constexpr std::size_t kMostRefinedViews = 32;

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

// Indices of the images to look at, in time order: at most kMostRefinedViews. Short drives are covered evenly; on long
// ones blocks of kCameraBlock images half a second apart are spread over the time in which the vehicle moves, because
// neighbouring images must show common points.
std::vector<std::size_t> choose_views(const std::vector<RecordedView>& views, const Trajectory& map_from_base);

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
