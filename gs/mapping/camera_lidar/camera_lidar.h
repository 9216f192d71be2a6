// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Camera to LiDAR calibration from a drive: rotation, translation and clock of a camera are refined until LiDAR points
// projected into its images match them, and taken if images that were kept aside match better too.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/camera_lidar/camera_unknowns.h"
#include "gs/mapping/camera_lidar/grey_image.h"
#include "gs/mapping/static_map/static_map.h"

namespace gs::mapping {

// One image.
struct CameraView {
  Timestamp stamp;
  GreyImage image;
};

// What is known about a camera. Views and points are not owned.
struct CameraScene {
  CameraD camera;
  Rigid3d base_from_camera;  // optical axes: x right, y down, z forward
  std::span<const CameraView> views;
  std::span<const MapPoint> points;  // static, around the views, with intensities
  double voxel_m = 0.1;              // distance between the points
  const Trajectory* map_from_base = nullptr;
  std::span<const uint8_t> seen{};  // [height, width], 0: no image shows anything there; empty: all pixels
};

// Largest clock error that is searched for; images closer than this to the ends of the drive are not used.
inline constexpr double kLargestTime_s = 0.12;

// Fewer images, or smaller ones, are not tried. Images that follow each other in blocks of kCameraBlock should show
// common points.
inline constexpr std::size_t kFewestCameraViews = 16, kCameraBlock = 4;
inline constexpr int kSmallestCameraImage_px = 60;

// Options of calibrate_camera().
struct CameraLidarOptions {
  bool rotation = true, translation = true, time = true;
  bool lens = false;  // focal length, principal point and two radial terms
  // Size of the errors that are expected: it decides where the search begins and holds unknowns that cannot be seen.
  double rotation_rad = 0.009, translation_m = 0.1, time_s = 0.03, focal_share = 0.1;
};

// Result of calibrate_camera().
struct CameraLidarResult {
  bool tried = false, taken = false;
  std::string reason = "not tried";
  CameraCorrection correction;            // to be applied if taken
  CameraVector estimate{}, sigma{};       // of all unknowns; those that are not free are 0
  CameraMask free{};                      // unknowns that the drive shows
  double clock_s = 0, clock_sigma_s = 0;  // the clock when it was last free, significant or not; sigma 0: it never was
  // Estimates of the halves, each with the unknowns that its own images show; judged on the images of the other half.
  std::array<CameraVector, 2> of_half{};
  std::size_t fitted_views = 0, judging_views = 0;
  double before = 1, after = 1;                // information distance of the images kept aside; smaller is better
  double share_better = 0, gain_sigmas = 0;    // images kept aside that got better; mean gain in standard errors
  double spread_before = 0, spread_after = 0;  // of the grey values of one point over the images; smaller is better
};

// Estimates the errors of one camera. Views alternate in blocks between two halves: each half is fitted alone, its
// choice of unknowns included, and judged on the other. The estimate of all views is taken if both halves agree, the
// gain on the images kept aside is significant, and the spread of the grey values does not grow. Unknowns that the
// drive does not show (time and forward translation at constant speed) and those that are not significantly different
// from 0 stay as they are. Errors: interrupted.
Result<CameraLidarResult> calibrate_camera(const CameraScene& scene, const CameraLidarOptions& options,
                                           Progress& progress);

// Name of an unknown for reports: "rotation x", "time".
std::string_view name_of_unknown(std::size_t index);

}  // namespace gs::mapping
