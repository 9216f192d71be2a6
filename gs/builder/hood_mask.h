// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where a camera sees its own car: a part of the picture that rests while the car drives.
//
// Resting alone proves nothing: plain asphalt rests too, and so do lines along the road. A hood is taken for one only
// if it reaches the lower border, ends below the horizon, and ends there in an edge that would move if it belonged to
// the street. In doubt there is no mask.
#pragma once

#include <span>

#include "gs/assets/image/image.h"
#include "gs/builder/recorded_views.h"
#include "gs/core/progress.h"

namespace gs {

struct HoodOptions {
  std::size_t pictures = 40, least_pictures = 12;  // looked at, spread over the path
  double spacing_m = 1.5;                          // at least, between two of them
  int width = 160;                                 // [px] that pictures are scaled down to
  double rest = 6;                                 // [8-bit steps] spread over time of what rests
  double smooth = 6, edge = 14;                    // [8-bit steps] between neighbours of one thing; across its end
  double below_horizon_rad = 0.09;                 // that the whole of it lies at least
  double least_width = 0.2, most_area = 0.45;      // of the picture
  double least_moving = 0.15;                      // of the picture: the car drives
  double least_evidence = 0.5;                     // of its columns end in an edge that would move
};

// How pictures of a camera were taken, at the size of the pictures.
struct HoodCamera {
  CameraD lens;
  Quaterniond base_from_camera;  // base_link: x ahead, z up
};

// Pictures (RGB of 8 bit, all of the camera's size) taken at different places. 0 on the car, 255 elsewhere; an empty
// image when there is nothing to be sure of.
Image find_hood(std::span<const Image> pictures, const HoodCamera& camera, const HoodOptions& options);

// The same for a recorded camera, at the size of its pictures. Pictures that cannot be read are passed over.
Result<Image> hood_mask(const RecordedCamera& camera, const HoodOptions& options, Progress& progress);

}  // namespace gs
