// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the masks of the data set cover, for the report.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/report/picture.h"

namespace gs::builder {

// Masks of one camera.
struct CameraMasks {
  std::string camera;           // "camera_front"
  std::size_t images = 0;       // of the data set
  double fixed_share = 0;       // share of pixels that are masked in every image: ego vehicle, outside of the lens
  std::size_t with_moving = 0;  // images with masked moving objects
  double moving_share = 0;      // share of masked pixels in the image shown
  report::Picture example{};    // the image with the most masked pixels of at most 12; empty without masks
};

// Reads the masks of 02_drivesim_dataset. Damaged or missing files are left out: masks are shown, not judged here.
std::vector<CameraMasks> read_mask_figures(const Workspace& workspace);

}  // namespace gs::builder
