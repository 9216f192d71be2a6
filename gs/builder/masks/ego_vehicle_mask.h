// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ego vehicle mask: the part of a camera's images that shows the recording vehicle and does not change while it drives.
//
// An unchanged region is not sufficient evidence: plain asphalt and lines along the road do not change either. A region
// is accepted only if it reaches the lower border, lies below the horizon, and ends in an edge across which road
// texture would visibly move. In doubt there is no mask.
#pragma once

#include <span>

#include "gs/assets/image/image.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Thresholds of the detection. [8-bit] is a difference of colour values 0..255.
struct EgoVehicleMaskOptions {
  std::size_t pictures = 40, least_images = 12;  // most images used, spread over the path; fewest for a result
  double spacing_m = 1.5;                        // smallest distance between two of them
  int width = 160;                               // [px] images are scaled down to this width
  double rest = 6;                               // [8-bit] largest spread over time of an unchanged pixel
  double smooth = 6, edge = 14;                  // [8-bit] largest step inside the region; smallest at its edge
  double below_horizon_rad = 0.09;               // smallest angle of the whole region below the horizon
  double least_width = 0.2, most_area = 0.45;    // as shares of image width and image area
  double least_moving = 0.15;                    // share of changing pixels that proves that the vehicle drives
  double least_evidence = 0.5;                   // share of columns that end in an edge where texture would move
};

// Camera model and orientation, for images of the size given to find_ego_vehicle().
struct EgoVehicleMaskCamera {
  CameraD lens;
  Quaterniond base_from_camera;  // base_link: x ahead, z up
};

// Finds the ego vehicle in `pictures` (8-bit RGB, all of the camera's size, from different positions). Returns a mask,
// 0 on the vehicle and 255 elsewhere; an empty image if the evidence is not sufficient.
assets::Image find_ego_vehicle(std::span<const assets::Image> pictures, const EgoVehicleMaskCamera& camera,
                               const EgoVehicleMaskOptions& options);

// The same for a recorded camera, at full image size. Images that cannot be read are skipped. Errors: interrupted.
Result<assets::Image> ego_vehicle_mask(const RecordedCamera& camera, const EgoVehicleMaskOptions& options,
                                       Progress& progress);

}  // namespace gs::builder
