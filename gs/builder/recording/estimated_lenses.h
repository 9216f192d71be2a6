// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Intrinsics of cameras for which neither the log nor a calibration file gives any, estimated from the drive.
//
// clang-format off
//   01_calibration/camera_intrinsics.json, also statistics.camera_intrinsics of build_report.json:
//   {"cameras": [{"id": "front", "estimated": true, "reason": "...", "fx": 350.2, "fy": 350.2, "cx": 319.5, "cy": 179.5,
//     "k1": 0.0, "k2": 0.0, "focal_sigma_share": 0.002, "halves_apart_share": 0.003, "gain_standard_errors": 12.0,
//     "images": 32}]}
//   estimated: false: the camera is not used; the numbers are null.
// clang-format on
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/recording/chosen_images.h"
#include "gs/core/json/node.h"
#include "gs/mapping/camera_lidar/lens_estimate.h"

namespace gs::builder {

// What was found for one camera.
struct EstimatedLens {
  std::string id;
  mapping::LensEstimate found{};
};

// Name of the report in 01_calibration.
inline constexpr std::string_view kEstimatedLenses = "camera_intrinsics.json";
Node to_node(const std::vector<EstimatedLens>& lenses);
// Sentences for the screen, one per camera.
std::vector<std::string> to_lines(const std::vector<EstimatedLens>& lenses);

// Intrinsics that stand in calibration.yaml until the estimate is made: a horizontal view of 60 degrees.
world::CameraIntrinsics guessed_intrinsics(int width, int height);

// Estimates the intrinsics of the cameras `ids` of a workspace whose ingest, calibration and poses are done, and writes
// the report. An image that cannot be read is a warning. Errors: those of reading and writing files; interrupted.
Result<std::vector<EstimatedLens>> estimate_lenses(const Workspace& workspace, const std::vector<std::string>& ids,
                                                   Problems& problems, Progress& progress);

// Puts the estimates into calibration.yaml; cameras without one are removed.
void set_lenses(world::Calibration& calibration, const std::vector<EstimatedLens>& lenses);

}  // namespace gs::builder
